import { datedNumberPattern } from '#lib/letter-codes.ts'

const pattern = datedNumberPattern('P')

/** Format of a pre-order number. From lib and not from the module, because address rules are part of every page's first load. */
export const looksLikePreOrderNo = (text: unknown): boolean => pattern.test(String(text))
