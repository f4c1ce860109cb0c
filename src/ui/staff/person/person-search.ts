import { anId, anyWords, readAddress } from '#ui/staff/kit/address.ts'

/** What was looked for and whose card is open, in the address: `/staff/people?q=0912&person=ID`. */
export type PersonSearch = { q?: string | number | undefined; person?: string | undefined }

export function personView(search: PersonSearch): { q: string; person: string | undefined } {
  const { q = '', person } = readAddress<{ q?: string; person?: string }>(search, { q: anyWords(80), person: anId })
  return { q, person }
}
