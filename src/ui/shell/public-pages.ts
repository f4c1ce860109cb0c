/** Pages that search engines may index, with the search parameters that make a page of their own. */
const publicPages: [path: RegExp, keeps: string[]][] = [
  [/^\/$/, []],
  [/^\/(venues|highlights|repair|water|refund|privacy|terms|site-map)$/, []],
  [/^\/(news|documents)$/, ['category', 'page']],
  [/^\/(news|documents)\/detail$/, ['id']],
  [/^\/venues\/[1-9]\d{0,8}$/, []],
]

/** Canonical path of a page without the language prefix; undefined for pages that are not to be indexed. */
export function canonicalPath(path: string, search: Record<string, unknown>): string | undefined {
  const plain = path.replace(/(?<=.)\/+$/, '')
  const keeps = publicPages.find(([pattern]) => pattern.test(plain))?.[1]
  if (!keeps || search['preview'] !== undefined) return undefined
  const kept = keeps.filter((key) => search[key] !== undefined && search[key] !== '').map((key) => [key, String(search[key])])
  return kept.length === 0 ? plain : `${plain}?${new URLSearchParams(kept)}`
}
