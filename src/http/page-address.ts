/**
 * Addresses that browsers and routers read differently, or not at all. Relative: whatever host the request named is
 * never repeated.
 */

/** `//x` would be another host to a browser that is sent there: where it leads instead. Undefined: it begins as it should. */
export function singleSlash({ pathname, search }: URL): string | undefined {
  const rest = /^[/\\]{2,}(.*)$/.exec(pathname)?.[1]
  return rest === undefined ? undefined : `/${rest}${search}`
}

/** A path whose percent-encoding is no text, such as /%ff, names no page. Encoded once more it can be looked up, and is shown as it was typed. */
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
