import type { Locale } from '#i18n/locale.ts'
import { deviceMarksCookie, deviceMarksOf, loginCookies } from './cookies.ts'
import type { LoggedIn, LoginCaller } from './log-in.ts'

type Asking = { request: Request; address: string; locale: Locale }

/** Who logs in, from the request. Only browsers send Sec-Fetch-Site, and only pages of this site make it same-origin. */
export function loginCallerOf({ request, address, locale }: Asking): LoginCaller {
  const { headers } = request
  return {
    address,
    userAgent: headers.get('user-agent'),
    isBrowser: ['same-origin', 'same-site', 'none'].includes(headers.get('sec-fetch-site') ?? ''),
    deviceMarks: deviceMarksOf(headers.get('cookie')),
    locale,
  }
}

/** Whether one of our pages sent a form: by Sec-Fetch-Site, which no page can forge, or by Origin in old browsers. */
export function isFromOwnPage({ headers, url }: Request, publicUrl: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = headers.get('origin')
  return origin !== null && [new URL(publicUrl).origin, new URL(url).origin].includes(origin)
}

/** Whether another site led the browser here: nobody may have pressed anything. Old browsers and programs do not say. */
export const isLedByAnotherSite = ({ headers }: Request): boolean =>
  !['same-origin', 'none'].includes(headers.get('sec-fetch-site') ?? 'none')

/** Cookies of a session that begins; none for callers that are no browsers. */
export const sessionCookies = ({ token, bindingKey, expiresAt, device }: LoggedIn, secure: boolean): string[] =>
  bindingKey === undefined
    ? []
    : [...loginCookies(token, bindingKey, expiresAt, secure), deviceMarksCookie(device.marks, device.expiresAt, secure)]

/** Staff, and members who have an authenticator app, show their second factor before they go on. */
export function secondStepFirst({ member, isProvenTwice, owesSecondStep }: LoggedIn, target: string): string {
  const isAsked = owesSecondStep || (member.roles.length > 0 && !isProvenTwice)
  return isAsked ? `/login/second?${new URLSearchParams({ redirect: target })}` : target
}
