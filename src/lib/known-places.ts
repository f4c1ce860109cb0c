/**
 * A cookie with short hashes of the paths that links of the app have led this browser to, newest first. The navigation
 * guard uses it to tell a reload or a restored tab from a typed address, which browsers do not always tell apart.
 */
export const placesCookie = 'fieldhouse_places'

const keptAtMost = 24
const separator = '.'

/** 32-bit FNV-1a of the path, without letter case and trailing slashes. Only for comparing; it protects nothing. */
function markOf(path: string): string {
  let hash = 0x811c9dc5
  for (const letter of path.toLowerCase().replace(/(?<=.)\/+$/, '')) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
  return (hash >>> 0).toString(36)
}

/** `path` is without the language prefix, here and in `withPlace`. */
export const knowsPlace = (cookie: string | undefined, path: string): boolean =>
  cookie !== undefined && cookie.split(separator, keptAtMost).includes(markOf(path))

export function withPlace(cookie: string | undefined, path: string): string {
  const mark = markOf(path)
  const others = (cookie ?? '').split(separator).filter((one) => /^[0-9a-z]{1,7}$/.test(one) && one !== mark)
  return [mark, ...others].slice(0, keptAtMost).join(separator)
}

/** JSON for the inside of a string literal, in double quotes, in an inline script: what closes the literal or the script is escaped. */
export const jsonInScript = (value: unknown): string =>
  JSON.stringify(JSON.stringify(value))
    .slice(1, -1)
    .replaceAll('<', '\\x3C')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
