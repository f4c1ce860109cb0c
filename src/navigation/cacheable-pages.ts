import { splitPrefix } from '#i18n/locale.ts'

type CacheablePage = [path: RegExp, params: string[]]

/** Pages whose HTML is the same for every visitor without a session, with the search parameters that they may have. Others are not cached. */
const pages: CacheablePage[] = [
  [/^\/$/, []],
  [/^\/venues\/?$/i, ['sport', 'place', 'date', 'start', 'minutes']],
  [/^\/venues\/[^/]+\/?$/i, ['date']],
  [/^\/highlights\/?$/i, ['page']],
  [/^\/refund\/?$/i, []],
  [/^\/(site-map|privacy|terms)\/?$/i, []],
  [/^\/(news|documents)\/?$/i, ['category', 'keyword', 'page', 'pageSize']],
  [/^\/(news|documents)\/detail\/?$/i, ['id']],
]

/** The same for all members of a class (`ViewerClass`): the pages of visitors, and those that need a login but show nothing of a person. */
const membersPages: CacheablePage[] = [...pages, [/^\/order\/?$/i, ['facility', 'date']]]

export function isCacheablePage({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>, isForMember = false): boolean {
  const { path } = splitPrefix(pathname)
  const known = (isForMember ? membersPages : pages).find(([pattern]) => pattern.test(path))?.[1]
  return known !== undefined && [...searchParams.keys()].every((key) => known.includes(key))
}
