/** By its looks; whether there is one, the server knows. Written here, because every page carries the rules of its addresses. */
export const looksLikePreOrderNo = (text: unknown): boolean => /^P\d{6}[2-9A-Z]{7}$/.test(String(text))
