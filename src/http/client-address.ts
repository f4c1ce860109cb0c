import { isIPv6 } from 'node:net'

/** The client's address: the socket's, or the one that the nearest trusted proxy names. */
export function clientAddress(forwardedFor: string | null | undefined, peer: string, trustProxy: number): string {
  const hops = (forwardedFor ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean)
  const claimed = trustProxy > 0 ? hops[Math.max(0, hops.length - trustProxy)] : undefined
  return (claimed ?? peer).replace(/^::ffff:/, '')
}

/** The key of rate limits: an IPv4 address, or an IPv6 /64, because one household or phone has a whole /64. */
export function addressGroup(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return `${[...left, ...zeros, ...right]
    .slice(0, 4)
    .map((part) => part.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

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
