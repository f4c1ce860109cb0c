import { splitPrefix } from '#i18n/locale.ts'

/** Pages whose HTML is the same for every visitor without a session, with the search parameters that they may have. Others are not cached. */
const pages: [path: RegExp, params: string[]][] = [
  [/^\/$/, []],
  [/^\/venues\/?$/i, ['sport', 'place', 'date', 'start', 'minutes']],
  [/^\/venues\/[^/]+\/?$/i, ['date']],
  [/^\/highlights\/?$/i, ['page']],
  [/^\/refund\/?$/i, []],
  [/^\/(site-map|privacy|terms)\/?$/i, []],
  [/^\/(news|documents)\/?$/i, ['category', 'keyword', 'page', 'pageSize']],
  [/^\/(news|documents)\/detail\/?$/i, ['id']],
]

export function isCacheablePage({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>): boolean {
  const { path } = splitPrefix(pathname)
  const known = pages.find(([pattern]) => pattern.test(path))?.[1]
  return known !== undefined && [...searchParams.keys()].every((key) => known.includes(key))
}
