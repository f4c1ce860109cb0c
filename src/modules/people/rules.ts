/**
 * People are the members as the desk sees them: found by the start of a name, a mobile, an address, an account or an order
 * number, and shown on one card with everything that the centre knows of them.
 */

/** Ways in which a text may mean somebody. Mobiles are compared as they are stored, by digits. */
export type PersonQuery = { orderNo: string } | { mobile: string } | { words: string }

export function readQuery(text: string): PersonQuery {
  const plain = text.normalize('NFKC').trim()
  if (/^f\d{2,}/i.test(plain)) return { orderNo: plain.toUpperCase() }
  const digits = plain.replaceAll(/[\s-]/g, '')
  if (/^\+?\d{3,}$/.test(digits)) return { mobile: digits }
  return { words: plain.toLowerCase() }
}

export const notesAtMost = 100
export const maxNote = 1000
/** The longest suspension that staff give at once. */
export const maxSuspendDays = 365
