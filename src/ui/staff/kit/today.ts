import { dayOf } from '#lib/zone.ts'

/** The day in Taipei. */
export const today = (): string => dayOf(new Date())
