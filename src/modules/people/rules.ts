/**
 * People are the members as the desk sees them: found by any part of a name, by the start or end of a mobile or an order number,
 * by the start of an address or an account, and shown on one card with everything that the centre knows of them.
 */

export const notesAtMost = 100
export const maxNote = 1000
/** The longest suspension that staff give at once. */
export const maxSuspendDays = 365
