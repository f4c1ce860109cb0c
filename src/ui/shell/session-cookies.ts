/** Readable by the page, sent as bearer (D6). */
export const tokenCookie = 'sports_v2_jwt'
/** HttpOnly: the token is worth nothing without it. */
export const companionCookie = 'sports_v2_key'
