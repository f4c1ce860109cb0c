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
