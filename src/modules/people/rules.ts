/**
 * People are the members as the desk sees them: found by any part of a name, by the start or end of a mobile or an order number,
 * by the start of an address or an account, and shown on one card with everything that the centre knows of them.
 */

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

export const notesAtMost = 100
export const maxNote = 1000
/** The longest suspension that staff give at once. */
export const maxSuspendDays = 365
