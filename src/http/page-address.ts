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
  if (decoded(url.pathname) !== undefined) return request
  url.pathname = url.pathname
    .split('/')
    .map((part) => (decoded(part) === undefined ? part.replaceAll('%', '%25') : part))
    .join('/')
  return new Request(url, { headers: request.headers, method: request.method, signal: request.signal })
}

/** Undefined when it is no text. The result is used by the caller: a bundler drops a call whose result nobody uses. */
function decoded(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}
