import { addDays, momentAt, weekdayOf, type Day } from '#lib/zone.ts'
import type { Period } from '#lib/period.ts'
import { isBySessions, slotsOn } from '#modules/venues/hours-rules.ts'
import type { Catalogue, Court, Facility } from '#modules/venues/rules.ts'
import { demandFor, dice } from '../demand.ts'
import { trainings } from '../people.ts'
import { isRainy, moodOf } from './season.ts'

export type Fate = 'came' | 'missed' | 'cancelled' | 'rained-off'
export type PastBooking = {
  memberId: string
  identityId: number
  facility: Facility
  court: Court
  day: Day
  period: Period
  bookedAt: Date
  /** How it was paid. At the desk also the price of clubs is paid by transfer, of walk-ins in cash or by terminal. */
  method: 'card' | 'atm' | 'cash' | 'terminal'
  isByStaff: boolean
  fate: Fate
  /** When it was cancelled, and the share that was paid back. */
  cancelled?: { at: Date; percent: number }
}
export type Crowd = { memberIds: readonly string[]; clubIds: ReadonlyMap<string, string> }

const anHour = 3_600_000
const clubIdentity = 9
const generalPublic = 1

/** A past day of the demo centre. The dice are the day's own, so that a load that was interrupted goes on with the same days. */
export function planDay(catalogue: Catalogue, crowd: Crowd, day: Day): PastBooking[] {
  const roll = dice(Number(day.replaceAll('-', '')))
  const taken = new Set<string>()
  const booked: PastBooking[] = []
  const first = Math.floor(roll() * crowd.memberIds.length)
  /** Nobody plays twice a day, so that nobody is at two places at once. */
  const nextMember = () =>
    booked.length < crowd.memberIds.length ? crowd.memberIds[(first + booked.length) % crowd.memberIds.length] : undefined

  function book(facility: Facility, court: Court, start: number, end: number, club?: string): void {
    const marks = slotsOn(facility, day, catalogue.holidays)
      .filter((slot) => slot.start >= start && slot.end <= end)
      .flatMap((slot) => court.spaces.map((space) => `${space} ${slot.start}`))
    const memberId = club ?? nextMember()
    if (marks.length === 0 || marks.some((mark) => taken.has(mark)) || memberId === undefined) return
    for (const mark of marks) taken.add(mark)
    const period = { start: momentAt(day, start), end: momentAt(day, end) }
    booked.push({ memberId, facility, court, day, period, ...howBooked(catalogue, facility, day, period, club !== undefined, roll) })
  }

  for (const { club, facility: code, courts, weekdays, start, end } of trainings) {
    const facility = catalogue.facilities.find((one) => one.code === code)
    if (!facility || !weekdays.includes(weekdayOf(day))) continue
    const minute = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
    for (const court of facility.courts)
      if (courts.includes(court.code)) book(facility, court, minute(start), minute(end), crowd.clubIds.get(club))
  }
  for (const facility of catalogue.facilities) {
    const slots = slotsOn(facility, day, catalogue.holidays)
    for (const court of facility.courts)
      for (const slot of slots) {
        if (roll() >= demandFor(catalogue, facility, day, slot.start) * moodOf(day, slot.start, facility.outdoor)) continue
        const isLong = !isBySessions(facility, day) && slot.end < slots.at(-1)!.end && roll() < 0.6
        book(facility, court, slot.start, slot.start + (isLong ? 2 : 1) * (slot.end - slot.start))
      }
  }
  return booked
}

type How = Pick<PastBooking, 'identityId' | 'bookedAt' | 'method' | 'isByStaff' | 'fate' | 'cancelled'>

function howBooked(catalogue: Catalogue, facility: Facility, day: Day, { start }: Period, isClub: boolean, roll: () => number): How {
  if (isClub)
    return { identityId: clubIdentity, bookedAt: momentAt(addDays(day, -20), 14 * 60), method: 'atm', isByStaff: true, fate: 'came' }
  const isWalkIn = roll() < 0.14
  const opens = momentAt(addDays(day, -catalogue.booking.daysAhead), 0).getTime()
  const latest = start.getTime() - anHour / 2
  // Most people book as soon as they can, or on the day itself.
  const early = roll() < 0.7 ? roll() ** 2 : 1 - roll() ** 2 * 0.15
  const bookedAt = new Date(isWalkIn ? start.getTime() - anHour / 3 : opens + Math.floor(early * (latest - opens)))
  const how = { identityId: generalPublic, bookedAt, isByStaff: isWalkIn }
  const method = isWalkIn
    ? roll() < 0.55
      ? ('cash' as const)
      : ('terminal' as const)
    : roll() < 0.88
      ? ('card' as const)
      : ('atm' as const)
  if (isWalkIn) return { ...how, method, fate: 'came' }
  if (facility.outdoor && isRainy(day) && roll() < 0.3)
    return { ...how, method, fate: 'rained-off', cancelled: { at: new Date(start.getTime() - anHour), percent: 100 } }
  const cancelled = cancelledAt(bookedAt, start, roll)
  if (cancelled) return { ...how, method, fate: 'cancelled', cancelled }
  return { ...how, method, fate: roll() < 0.03 ? 'missed' : 'came' }
}

/** Some change their mind: until three days before for the whole price, until one day before for half of it. */
function cancelledAt(bookedAt: Date, start: Date, roll: () => number): { at: Date; percent: number } | undefined {
  if (roll() >= 0.07) return undefined
  const [from, to] = [bookedAt.getTime() + anHour, start.getTime() - 25 * anHour]
  if (to <= from) return undefined
  const at = new Date(from + Math.floor(roll() * (to - from)))
  return { at, percent: start.getTime() - at.getTime() >= 72 * anHour ? 100 : 50 }
}
