/**
 * Repairs of addresses that browsers and the router would parse differently. Redirects are relative, so that a forged Host
 * header is never repeated.
 */

/** Where to redirect a path that begins with several slashes, because `//x` in a Location header means host x. Undefined: no need. */
export function singleSlash({ pathname, search }: URL): string | undefined {
  const rest = /^[/\\]{2,}(.*)$/.exec(pathname)?.[1]
  return rest === undefined ? undefined : `/${rest}${search}`
}

/** Encodes a path once more whose percent-encoding is not UTF-8, such as /%ff, so that the router can answer it with its page for 404. */
export function readable(request: Request): Request {
  const url = new URL(request.url)
  if (isText(url.pathname)) return request
  url.pathname = url.pathname
    .split('/')
    .map((part) => (isText(part) ? part : part.replaceAll('%', '%25')))
    .join('/')
  return new Request(url, { headers: request.headers, method: request.method, signal: request.signal })
}

function isText(encoded: string): boolean {
  try {
    decodeURIComponent(encoded)
    return true
  } catch {
    return false
  }
}
