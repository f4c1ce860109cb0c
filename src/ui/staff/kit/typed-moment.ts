import { isoAt, minuteFrom, momentAt } from '#lib/zone.ts'

/** 2026-11-15T19:00, as a field of type datetime-local has it, at the centre's clock; undefined until it is whole. */
export const momentOf = (typed: string): string | undefined => {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(typed) ?? []
  return day && time ? isoAt(momentAt(day, minuteFrom(time))) : undefined
}

/** A moment as a field of type datetime-local takes it. */
export const typedOf = (moment: string | null | undefined): string => (moment ? isoAt(new Date(moment)).slice(0, 16) : '')
