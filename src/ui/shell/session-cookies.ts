import { readCookie } from '#lib/cookies.ts'

/** Readable by the page, sent as bearer (D6). */
export const tokenCookie = 'sports_v2_jwt'
/** HttpOnly: the token is worth nothing without it. The first name is the one over https. */
export const companionCookies = ['__Host-sports_v2_key', 'sports_v2_key']

/** The token among the cookies. Whatever cannot be one, and could not be sent in a header, counts as none. */
export function tokenIn(cookies: string | null): string | undefined {
  const token = readCookie(cookies, tokenCookie)
  return token !== undefined && /^[\w.-]+$/.test(token) ? token : undefined
}
