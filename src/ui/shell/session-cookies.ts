/** Readable by the page, sent as bearer (D6). */
export const tokenCookie = 'sports_v2_jwt'
/** HttpOnly: the token is worth nothing without it. The first name is the one over https. */
export const companionCookies = ['__Host-sports_v2_key', 'sports_v2_key']
