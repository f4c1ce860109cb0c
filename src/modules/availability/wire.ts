import { z } from 'zod'
import { day, id, idText, moment } from '#http/wire.ts'
import { addDays, daysBetween, isoAt, type Day } from '#lib/zone.ts'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { maxDays, type CourtCells } from './rules.ts'

export const ScheduleBody = z
  .object({ venue1stId: id, venue2ndId: id, date: day, from: day, to: day })
  .partial()
  .refine(({ venue1stId, venue2ndId }) => (venue1stId === undefined) !== (venue2ndId === undefined), {
    path: ['venue1stId'],
    message: 'field_venue',
  })
  .refine(({ date, from, to }) => (date === undefined ? from !== undefined && to !== undefined : from === undefined && to === undefined), {
    path: ['date'],
    message: 'field_date_or_range',
  })
  .refine(({ from, to }) => from === undefined || to === undefined || (from <= to && daysBetween(from, to) < maxDays), {
    path: ['to'],
    message: 'field_day_range',
  })
  .transform(({ venue1stId, venue2ndId, date, from, to }) => ({
    which: venue1stId === undefined ? { courtId: venue2ndId! } : { facilityId: venue1stId },
    days: date === undefined ? daysFrom(from!, to!) : [date],
  }))

const daysFrom = (from: Day, to: Day): Day[] => Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => addDays(from, n))

const PeriodState = z.enum(['free', 'held', 'booked', 'mine', 'closed', 'past', 'not-yet'])

const SchedulePeriod = z.object({
  start: moment,
  end: moment,
  state: PeriodState,
  /** Price for the caller, light included; visitors see general-public prices. */
  price: z.int(),
  /** End of the hold; free from then on unless paid. */
  heldUntil: moment.optional(),
})
export type SchedulePeriod = z.infer<typeof SchedulePeriod>

const ScheduleCourt = z.object({
  id: z.int(),
  name: z.string(),
  /** Courts on the same floor, such as the halves of a whole court; left out when there are none. */
  sharesWith: z.array(z.int()).optional(),
  periods: z.array(SchedulePeriod),
})
export type ScheduleCourt = z.infer<typeof ScheduleCourt>

export const ScheduleAnswer = z.object({
  serverTime: moment,
  /** Last day of the booking window. */
  openUntil: z.string(),
  /** When the day after that opens for booking. */
  nextDayOpensAt: moment,
  venue1stId: z.int(),
  venue1stName: z.string(),
  courts: z.array(ScheduleCourt),
})
export type ScheduleAnswer = z.infer<typeof ScheduleAnswer>

export const StreamQuery = z.object({ venue1stId: idText })

/** All courts of a facility share their slots, so each moment is formatted once, not once a cell. */
const spelled = new WeakMap<Date, string>()
function spell(at: Date): string {
  let text = spelled.get(at)
  if (text === undefined) spelled.set(at, (text = isoAt(at)))
  return text
}

function sharesWith(own: CourtCells['court'], courts: CourtCells[]): { sharesWith?: number[] } {
  const others = courts.filter(({ court }) => court.id !== own.id && court.spaces.some((space) => own.spaces.includes(space)))
  return others.length > 0 ? { sharesWith: others.map(({ court }) => court.id) } : {}
}

export function presentCourts(courts: CourtCells[], locale: Locale): ScheduleCourt[] {
  return courts.map(({ court, cells }) => ({
    id: court.id,
    name: say(court.name, locale),
    ...sharesWith(court, courts),
    periods: cells.map(({ start, end, state, price, holdUntil }) => {
      const period: SchedulePeriod = { start: spell(start), end: spell(end), state, price }
      if (holdUntil && (state === 'held' || state === 'mine')) period.heldUntil = holdUntil.toISOString()
      return period
    }),
  }))
}
