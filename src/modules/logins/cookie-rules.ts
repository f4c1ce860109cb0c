import { readCookie } from '#lib/cookies.ts'

/** Session token: readable by the page, which sends it as a bearer token. */
export const tokenCookie = 'sports_v2_jwt'
/** HttpOnly cookie without which the token is not accepted. The first name is used over https. */
export const companionCookies = ['__Host-sports_v2_key', 'sports_v2_key'] as const

/** The token in a Cookie header; a value that could not be sent in a header counts as none. */
export function tokenIn(cookies: string | null): string | undefined {
  const token = readCookie(cookies, tokenCookie)
  return token !== undefined && /^[\w.-]+$/.test(token) ? token : undefined
}
