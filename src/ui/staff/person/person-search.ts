/** What was looked for and whose card is open, in the address: `/staff/people?q=0912&person=ID`. */
export type PersonSearch = { q?: string | number | undefined; person?: string | undefined }

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Values of a mistyped address are left out. Digits in the address are read as a number, unless they begin with a zero. */
export function personView({ q, person }: PersonSearch): { q: string; person: string | undefined } {
  const words = String(q ?? '').trim()
  return { q: words.slice(0, 80), person: idPattern.test(String(person ?? '')) ? String(person) : undefined }
}
