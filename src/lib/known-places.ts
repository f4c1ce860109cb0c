/**
 * Paths that the app itself has led this browser to, newest first, in a cookie: a mark of each, and not many. The guard
 * reads it where a browser does not tell a reload or a restored tab from a typed address.
 */
export const placesCookie = 'fieldhouse_places'

const keptAtMost = 24
const separator = '.'

/** Letter case and a slash at the end do not make another page. 32-bit FNV-1a: a name to compare, no secret. */
function markOf(path: string): string {
  let hash = 0x811c9dc5
  for (const letter of path.toLowerCase().replace(/(?<=.)\/+$/, '')) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
  return (hash >>> 0).toString(36)
}

/** `path` is without the language prefix, here as everywhere below. */
export const knowsPlace = (cookie: string | undefined, path: string): boolean =>
  cookie !== undefined && cookie.split(separator, keptAtMost).includes(markOf(path))

export function withPlace(cookie: string | undefined, path: string): string {
  const mark = markOf(path)
  const others = (cookie ?? '').split(separator).filter((one) => /^[0-9a-z]{1,7}$/.test(one) && one !== mark)
  return [mark, ...others].slice(0, keptAtMost).join(separator)
}
