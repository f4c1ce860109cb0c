import type { Court, Facility, Words } from './rules.ts'

/** A court with its facility, as the audit log names it. */
export const courtLabel = (facility: Pick<Facility, 'name'>, court: Pick<Court, 'name'>): Words => ({
  tw: `${facility.name.tw} ${court.name.tw}`,
  en: `${facility.name.en}, ${court.name.en}`,
})

/** Facilities in a row, as the audit log names what closes together; undefined when none is known. */
export function facilitiesLabel(facilities: Pick<Facility, 'name'>[]): Words | undefined {
  const names = facilities.map(({ name }) => name)
  if (names.length === 0) return undefined
  return { tw: names.map(({ tw }) => tw).join('、'), en: names.map(({ en }) => en).join(', ') }
}
