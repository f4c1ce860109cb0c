import type { Court, Facility, Words } from './rules.ts'

/** A court with its facility, as the audit log names it. */
export const courtLabel = (facility: Pick<Facility, 'name'>, court: Pick<Court, 'name'>): Words => ({
  tw: `${facility.name.tw} ${court.name.tw}`,
  en: `${facility.name.en}, ${court.name.en}`,
})
