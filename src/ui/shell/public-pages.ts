/** Pages that search engines may show, with what of the query makes another page. The member area is none of them. */
const publicPages: [path: RegExp, keeps: string[]][] = [
  [/^\/$/, []],
  [/^\/(venues|highlights|repair|water|refund|site-map)$/, []],
  [/^\/(news|documents)$/, ['category', 'page']],
  [/^\/(news|documents)\/detail$/, ['id']],
  [/^\/venues\/[1-9]\d{0,8}$/, []],
]

/** One address for each page, whatever else stands in the query; undefined: this page is for nobody to find. Without the language prefix. */
export function canonicalPath(path: string, search: Record<string, unknown>): string | undefined {
  const plain = path.replace(/(?<=.)\/+$/, '')
  const keeps = publicPages.find(([pattern]) => pattern.test(plain))?.[1]
  if (!keeps || search['preview'] !== undefined) return undefined
  const kept = keeps.filter((key) => search[key] !== undefined && search[key] !== '').map((key) => [key, String(search[key])])
  return kept.length === 0 ? plain : `${plain}?${new URLSearchParams(kept)}`
}
