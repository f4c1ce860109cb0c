import type { Words } from '#i18n/words.ts'

/**
 * A line is one thing that an order is for: words, a count and an amount. Lines with floor, a court and a period, are the order's items;
 * these are the others, such as a locker's rent and its deposit. The amounts of an order's lines sum up to the order's.
 */
export type PlainLine = {
  id: string
  words: Words
  count: number
  /** Of all `count` together. */
  amount: number
  /** A deposit goes back by other terms than what was bought. */
  purpose: 'price' | 'deposit'
  /** Cancelled: it was given back. */
  state: 'active' | 'cancelled'
}

/** A line as a module writes it with its order. */
export type NewLine = Pick<PlainLine, 'words' | 'amount'> & Partial<Pick<PlainLine, 'count' | 'purpose'>>

/** Ways in which a text may mean somebody. Mobiles are compared as they are stored, by digits. */
export type PersonQuery = { orderNo: string } | { mobile: string; orderEnd?: string } | { words: string; orderEnd?: string }

/** What may be the end of an order number: shorter texts would find too many. */
const endOfOrder = /^[a-z\d]{4,13}$/i

export function readQuery(text: string): PersonQuery {
  const plain = text.normalize('NFKC').trim()
  if (/^f\d{2,}/i.test(plain)) return { orderNo: plain.toUpperCase() }
  const digits = plain.replaceAll(/[\s-]/g, '')
  const ending = endOfOrder.test(plain) ? { orderEnd: plain.toUpperCase() } : {}
  if (/^\+?\d{3,}$/.test(digits)) return { mobile: digits, ...ending }
  return { words: plain.toLowerCase(), ...ending }
}
