/**
 * Canonical JSON by RFC 8785 (JSON Canonicalization Scheme), for integers only: no white space; keys of objects in the order of
 * their UTF-16 code units; strings with the shortest escapes; every number a safe integer in decimal without exponent.
 * Hashed as UTF-8. Any other program that follows the RFC gets the same bytes.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return `{${fields.map(([key, field]) => `${text(key)}:${canonicalJson(field)}`).join(',')}}`
  }
  if (typeof value === 'string') return text(value)
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value === 0 ? 0 : value)
  if (typeof value === 'boolean' || value === null) return String(value)
  throw new TypeError(`Canonical JSON has no ${typeof value} such as ${String(value)}`)
}

function text(value: string): string {
  if (!value.isWellFormed()) throw new TypeError('Canonical JSON has no lone surrogates')
  return JSON.stringify(value)
}
