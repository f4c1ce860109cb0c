import type { Period } from '#lib/period.ts'
import { addDays, dayOf, minuteFrom, momentAt, weekdayOf, type Day } from '#lib/zone.ts'
import { countsForQuota, isBySessions, slotsOn } from '#modules/venues/hours-rules.ts'
import type { Catalogue, Court, Facility } from '#modules/venues/rules.ts'
import { demandFor, dice } from './demand.ts'
import { disabilityIdentity, ownFreeVisit, ownBookings, trainings } from './people.ts'

export type Booking = {
  memberId: string
  identityId: number
  facility: Facility
  court: Court
  day: Day
  period: Period
  bookedAt: Date
  byStaff: boolean
}
export type Guests = { memberIds: string[]; clubIds: Map<string, string>; ownId: string | undefined }

/** How far back the first load goes; what was before is loaded later (history). */
export const daysBack = 14
const daysAhead = 14
const clubIdentity = 9
const generalPublic = 1
const aMinute = 60_000

/**
 * Plans four weeks of bookings around now within all booking rules: evenings and weekends fuller, later days emptier.
 * `isTaken` knows the closures.
 */
export function planBookings(
  catalogue: Catalogue,
  guests: Guests,
  isTaken: (court: Court, period: Period) => boolean,
  now: Date,
): Booking[] {
  const plan = new Plan(catalogue, isTaken, now)
  const today = dayOf(now)
  for (const own of ownBookings) if (guests.ownId !== undefined) plan.bookByName(guests.ownId, { ...own, day: addDays(today, own.days) })
  if (guests.ownId !== undefined)
    plan.bookByName(guests.ownId, { ...ownFreeVisit, day: addDays(today, ownFreeVisit.days) }, true, disabilityIdentity)
  for (let n = -daysBack; n <= daysAhead; n++) plan.bookTrainings(addDays(today, n), guests.clubIds)
  for (let n = -daysBack; n <= catalogue.booking.daysAhead; n++) plan.fillDay(addDays(today, n), n, guests.memberIds)
  return plan.bookings
}

type Want = Pick<Booking, 'memberId' | 'facility' | 'court' | 'day' | 'byStaff'> & {
  start: number
  end: number
  identityId?: number | undefined
}

class Plan {
  readonly bookings: Booking[] = []
  #catalogue: Catalogue
  #isTaken: (court: Court, period: Period) => boolean
  #now: Date
  #roll = dice(20_261_115)
  #taken = new Set<string>()
  #minutesUsed = new Map<string, number>()

  constructor(catalogue: Catalogue, isTaken: (court: Court, period: Period) => boolean, now: Date) {
    this.#catalogue = catalogue
    this.#isTaken = isTaken
    this.#now = now
  }

  bookByName(
    memberId: string,
    named: { facility: string; court: string; day: Day; start: string; end: string },
    byStaff = false,
    identityId?: number,
  ): void {
    const facility = this.#catalogue.facilities.find(({ code }) => code === named.facility)!
    const court = facility.courts.find(({ code }) => code === named.court)!
    this.#book({
      memberId,
      facility,
      court,
      day: named.day,
      start: minuteFrom(named.start),
      end: minuteFrom(named.end),
      byStaff,
      identityId,
    })
  }

  bookTrainings(day: Day, clubIds: Map<string, string>): void {
    for (const { club, courts, weekdays, ...hours } of trainings)
      if (weekdays.includes(weekdayOf(day))) for (const court of courts) this.bookByName(clubIds.get(club)!, { ...hours, court, day }, true)
  }

  fillDay(day: Day, daysFromNow: number, memberIds: string[]): void {
    const eagerness = 1 - 0.07 * Math.max(0, daysFromNow)
    for (const facility of this.#catalogue.facilities)
      for (const court of facility.courts)
        for (const slot of slotsOn(facility, day, this.#catalogue.holidays))
          if (this.#roll() < demandFor(this.#catalogue, facility, day, slot.start) * eagerness)
            this.#bookSomebody(memberIds, facility, court, day, slot)
  }

  #bookSomebody(memberIds: string[], facility: Facility, court: Court, day: Day, slot: { start: number; end: number }): void {
    const lastEnd = slotsOn(facility, day, this.#catalogue.holidays).at(-1)!.end
    const slots = !isBySessions(facility, day) && this.#roll() < 0.6 && slot.end < lastEnd ? 2 : 1
    const end = slot.start + slots * (slot.end - slot.start)
    // Skips members who have used up their quota.
    for (let asked = 0; asked < 3; asked++) {
      const memberId = memberIds[Math.floor(this.#roll() * memberIds.length)]!
      if (this.#book({ memberId, facility, court, day, start: slot.start, end, byStaff: false })) return
    }
  }

  #book({ start, end, ...want }: Want): boolean {
    const { memberId, facility, court, day, byStaff } = want
    const period = { start: momentAt(day, start), end: momentAt(day, end) }
    const marks = slotsOn(facility, day, this.#catalogue.holidays)
      .filter((slot) => slot.start >= start && slot.end <= end)
      .flatMap((slot) => [...court.spaces, ...(byStaff ? [] : [memberId])].map((who) => `${who} ${day} ${slot.start}`))
    if (marks.some((mark) => this.#taken.has(mark)) || this.#isTaken(court, period)) return false
    const bookedAt = byStaff ? new Date(this.#now.getTime() - 20 * 24 * 60 * aMinute) : this.#pressedAt(day, period.start)
    if (!bookedAt || !(byStaff || this.#withinQuota(memberId, facility, day, end - start))) return false
    for (const mark of marks) this.#taken.add(mark)
    this.bookings.push({ ...want, identityId: want.identityId ?? (byStaff ? clubIdentity : generalPublic), period, bookedAt })
    return true
  }

  /**
   * When the booking was made: after the day opened for booking, at least half an hour before play. Undefined when that
   * is too late.
   */
  #pressedAt(day: Day, start: Date): Date | undefined {
    const from = momentAt(addDays(day, -this.#catalogue.booking.daysAhead), 0).getTime()
    const to = Math.min(start.getTime() - 30 * aMinute, this.#now.getTime() - 15 * aMinute)
    return to <= from ? undefined : new Date(from + Math.floor(this.#roll() ** 2 * (to - from)))
  }

  #withinQuota(memberId: string, facility: Facility, day: Day, minutes: number): boolean {
    if (!countsForQuota(facility, day)) return true
    const { minutesPerDayAndSport, minutesPerWeek } = this.#catalogue.booking
    const limits = [
      [`${memberId} ${facility.sport} ${day}`, minutesPerDayAndSport],
      [`${memberId} ${addDays(day, 1 - weekdayOf(day))}`, minutesPerWeek],
    ] as const
    if (limits.some(([key, limit]) => (this.#minutesUsed.get(key) ?? 0) + minutes > limit)) return false
    for (const [key] of limits) this.#minutesUsed.set(key, (this.#minutesUsed.get(key) ?? 0) + minutes)
    return true
  }
}
