/** Null: not set. A secret is only said to be set. */
export type ShownSetting = { name: string; value: string | null }

export const shown = (name: string, value: string | null): ShownSetting => ({ name, value })

/** The first characters of a name, so that its owner knows it again; of a secret, nothing. */
export const masked = (value: string | undefined): string | null =>
  value === undefined ? null : `${value.slice(0, value.length > 5 ? 2 : 0)}•••`
export const hidden = (value: string | undefined): string | null => (value === undefined ? null : '•••')

/** An address without its password, and with its user masked. */
export function maskedUrl(value: string | undefined): string | null {
  if (value === undefined) return null
  const url = URL.parse(value)
  if (!url) return '•••'
  const user = url.username === '' ? '' : `${masked(decodeURIComponent(url.username))}@`
  return `${url.protocol}//${user}${url.host}${url.pathname === '/' ? '' : url.pathname}`
}
