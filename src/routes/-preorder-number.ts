/** Format of a pre-order number. Written here and not imported from the module, because address rules are part of every page's first load. */
export const looksLikePreOrderNo = (text: unknown): boolean => /^P\d{6}[2-9A-Z]{7}$/.test(String(text))
