import { splitPrefix } from '#i18n/locale.ts'

type PageToKeep = [path: RegExp, params: string[]]

/** Pages whose HTML is the same for every visitor without a session, with the search parameters that they may have. Others are not kept. */
const pages: PageToKeep[] = [
  [/^\/$/, []],
  [/^\/venues\/?$/i, ['sport', 'place', 'date', 'start', 'from', 'to', 'minutes']],
  [/^\/venues\/[^/]+\/?$/i, ['date', 'start', 'court']],
  [/^\/highlights\/?$/i, ['page']],
  [/^\/refund\/?$/i, []],
  [/^\/(site-map|privacy|terms)\/?$/i, []],
  [/^\/(news|documents)\/?$/i, ['category', 'keyword', 'page', 'pageSize']],
  [/^\/(news|documents)\/detail\/?$/i, ['id']],
]

/** The same for all members of a class (`ViewerClass`): the pages of visitors, and those that need a login but show nothing of a person. */
const membersPages: PageToKeep[] = [...pages, [/^\/order\/?$/i, ['facility', 'date']]]

export function isToKeep({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>, isForMember = false): boolean {
  const { path } = splitPrefix(pathname)
  const known = (isForMember ? membersPages : pages).find(([pattern]) => pattern.test(path))?.[1]
  return known !== undefined && [...searchParams.keys()].every((key) => known.includes(key))
}
