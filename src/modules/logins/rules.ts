import { readCookie } from '#lib/cookies.ts'

/** How members prove who they are: secrets, codes, links, and the devices that they log in with. Pure, and safe in the browser. */

export const smsCodePattern = /^\d{6}$/

/** The signed reference of a link that undoes a contact change; the prefix tells it from other references. */
export const signUndo = (changeId: string): string => `undo-${changeId}`
export const undoIn = (reference: string | undefined): string | undefined =>
  /^undo-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(reference ?? '')?.[1]

/** The shape of a mailed link's token; the server checks the signature. */
export const isLinkToken = (token: string): boolean => /^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+$/.test(token)

export const secretLength = { min: 10, max: 128 }

/** Checks the length in graphemes; the server also checks how easy a secret is to guess. */
export function whyNotSecretLength(secret: string): 'field_secret_short' | 'field_secret_long' | undefined {
  const length = [...secret].length
  if (length < secretLength.min) return 'field_secret_short'
  if (length > secretLength.max) return 'field_secret_long'
  return undefined
}

const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bLine\//i, 'LINE'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/** The name of a device in the list of sessions: "Chrome · Android". */
export function deviceName(userAgent: string | null): string {
  const find = (list: readonly (readonly [RegExp, string])[]) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  return [find(browsers), find(systems)].filter(Boolean).join(' · ') || (userAgent ?? '').split(/[\s/]/)[0]!.slice(0, 40) || '—'
}

/** Cookie with the name of a refused login: see triedNameCookies. */
export const triedNameCookie = 'sports_v2_tried'

/** Session token: readable by the page, which sends it as a bearer token. */
export const tokenCookie = 'sports_v2_jwt'
/** HttpOnly cookie without which the token is not accepted. The first name is used over https. */
export const companionCookies = ['__Host-sports_v2_key', 'sports_v2_key'] as const

/** The token in a Cookie header; a value that could not be sent in a header counts as none. */
export function tokenIn(cookies: string | null): string | undefined {
  const token = readCookie(cookies, tokenCookie)
  return token !== undefined && /^[\w.-]+$/.test(token) ? token : undefined
}
