import { companionCookies, tokenCookie, triedNameCookie } from './rules.ts'

/** Name of the HttpOnly cookie that the token is bound to. Over https the __Host- prefix keeps sibling hosts from setting it. */
const bindingCookieOf = (secure: boolean): string => companionCookies[secure ? 0 : 1]
/** Identifies the browser that registered, until the address is confirmed. */
const registeringCookie = 'sports_v2_registering'
const registeringCookieOf = (secure: boolean): string => (secure ? `__Host-${registeringCookie}` : registeringCookie)

/** Identifies the browser that asks to log in by a passkey, for some minutes. */
const passkeyCookie = 'sports_v2_passkey'
const passkeyCookieOf = (secure: boolean): string => (secure ? `__Host-${passkeyCookie}` : passkeyCookie)

/** Identifies the browser that is under way to an issuer, until it comes back. */
const wayCookie = 'sports_v2_way'
const wayCookieOf = (secure: boolean): string => (secure ? `__Host-${wayCookie}` : wayCookie)
/** Whom an issuer vouches for, sealed, until they have registered. */
const vouchedCookie = 'sports_v2_vouched'
const vouchedCookieOf = (secure: boolean): string => (secure ? `__Host-${vouchedCookie}` : vouchedCookie)

export function bindingKeyOf(header: string | null): string | undefined {
  return cookieOf(header, bindingCookieOf(true)) ?? cookieOf(header, bindingCookieOf(false))
}

export function registeringKeyOf(header: string | null): string | undefined {
  return cookieOf(header, registeringCookieOf(true)) ?? cookieOf(header, registeringCookieOf(false))
}

export function passkeyKeyOf(header: string | null): string | undefined {
  return cookieOf(header, passkeyCookieOf(true)) ?? cookieOf(header, passkeyCookieOf(false))
}

export function wayKeyOf(header: string | null): string | undefined {
  return cookieOf(header, wayCookieOf(true)) ?? cookieOf(header, wayCookieOf(false))
}

export function vouchedOf(header: string | null): string | undefined {
  return cookieOf(header, vouchedCookieOf(true)) ?? cookieOf(header, vouchedCookieOf(false))
}

export function cookieOf(header: string | null, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}

type CookieSetting = { secure: boolean; httpOnly?: boolean; expires: Date }

function setCookie(name: string, value: string, { secure, httpOnly, expires }: CookieSetting): string {
  return `${name}=${value}; Path=/; SameSite=Lax; Expires=${expires.toUTCString()}${secure ? '; Secure' : ''}${httpOnly ? '; HttpOnly' : ''}`
}

export function loginCookies(token: string, bindingKey: string, expires: Date, secure: boolean): string[] {
  return [
    setCookie(tokenCookie, token, { secure, expires }),
    setCookie(bindingCookieOf(secure), bindingKey, { secure, httpOnly: true, expires }),
  ]
}

/** Device marks of members who have logged in with this browser: it is exempt from waits that strangers' wrong secrets have caused. */
const deviceCookie = 'sports_v2_device'
const deviceCookieOf = (secure: boolean): string => (secure ? `__Host-${deviceCookie}` : deviceCookie)
const mostDeviceMarks = 5

export function deviceMarksOf(header: string | null): string[] {
  const marks = cookieOf(header, deviceCookieOf(true)) ?? cookieOf(header, deviceCookieOf(false)) ?? ''
  return marks.split('~').filter(Boolean).slice(0, mostDeviceMarks)
}

/** Several, newest first, because a family may share a browser. */
export function deviceMarksCookie(marks: string[], expires: Date, secure: boolean): string {
  return setCookie(deviceCookieOf(secure), marks.slice(0, mostDeviceMarks).join('~'), { secure, httpOnly: true, expires })
}

export function logoutCookies(secure: boolean): string[] {
  const expires = new Date(0)
  return [setCookie(tokenCookie, '', { secure, expires }), setCookie(bindingCookieOf(secure), '', { secure, httpOnly: true, expires })]
}

export const registeringSetCookie = (key: string, expires: Date, secure: boolean): string =>
  setCookie(registeringCookieOf(secure), key, { secure, httpOnly: true, expires })

export const passkeySetCookie = (key: string, expires: Date, secure: boolean): string =>
  setCookie(passkeyCookieOf(secure), key, { secure, httpOnly: true, expires })

export const waySetCookie = (key: string, expires: Date, secure: boolean): string =>
  setCookie(wayCookieOf(secure), key, { secure, httpOnly: true, expires })

export const vouchedSetCookie = (value: string, expires: Date, secure: boolean): string =>
  setCookie(vouchedCookieOf(secure), value, { secure, httpOnly: true, expires })

/** The name of a refused login by plain form, to fill it in again. In a cookie, because addresses are logged. */
export function triedNameCookies(name: string | undefined, secure: boolean, now: Date): string[] {
  const expires = new Date(name ? now.getTime() + triedNameSeconds * 1000 : 0)
  return [setCookie(triedNameCookie, encodeURIComponent((name ?? '').slice(0, 254)), { secure, httpOnly: true, expires })]
}
const triedNameSeconds = 60
