/**
 * Whether a page of another origin makes a visitor's browser send this, be it a sibling on the same domain. Browsers say so,
 * and no page can make them lie; programs say nothing, and have nobody's cookies.
 */
export function isFromForeignPage({ headers, url }: Request, pagesOrigin: string): boolean {
  const origin = headers.get('origin')
  if (origin === pagesOrigin) return false
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  // An old browser. Behind a proxy the address here may lack the s of https, so only the hosts are compared.
  return origin !== null && hostOf(origin) !== new URL(url).host
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)
