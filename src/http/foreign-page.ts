/**
 * CSRF: whether a page of another origin, a sibling subdomain included, made the browser send this request. Browsers say
 * so in Sec-Fetch-Site or Origin, which no page can forge. Programs send neither, and have no visitor's cookies.
 */
export function isFromForeignPage({ headers, url }: Request, pagesOrigin: string): boolean {
  const origin = headers.get('origin')
  if (origin === pagesOrigin) return false
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  // Browsers without Sec-Fetch-Site. Only hosts are compared: behind a TLS proxy the address here says http.
  return origin !== null && hostOf(origin) !== new URL(url).host
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)
