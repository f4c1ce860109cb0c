import { addDays, dayOf, momentAt, weekdayOf, type Day } from '#lib/zone.ts'
import type { Period } from '#lib/period.ts'
import { isInSeason, slotsOn, timetableOn } from '#modules/venues/hours-rules.ts'
import { priceListOn } from '#modules/venues/price-rules.ts'
import type { Court, Facility, Holidays, Slot } from '#modules/venues/rules.ts'
import { emptyWeek, type DaySpan, type Week } from './rules.ts'

/** Closed floor: the spaces that it takes, in one facility. */
export type ClosedPeriod = { facilityId: number; spaces: readonly number[]; period: Period }

/** The first day on which something is no longer offered, by id; missing while it is. */
export type RetiredOn = { facilities: ReadonlyMap<number, Day>; courts: ReadonlyMap<number, Day> }

/** Minutes of spaces that could be booked in a facility: by weekday and hour, and by day. */
export type Bookable = { week: Week; byDay: Map<Day, number> }

/**
 * What could be booked: the slots of the timetable that held on each day, on every space of the courts that were offered and had
 * a price, without closed periods. Nothing is kept of it: the catalogue and the closures say it for any day.
 */
export function bookableIn(facility: Facility, span: DaySpan, holidays: Holidays, closed: ClosedPeriod[], retired: RetiredOn): Bookable {
  const week = emptyWeek()
  const byDay = new Map<Day, number>()
  const closedOn = byDays(
    closed.filter(({ facilityId }) => facilityId === facility.id),
    span,
  )
  const hoursOf = openHours(facility, holidays)
  const spacesOf = offeredSpaces(facility, retired)
  for (const { day, weekday } of daysOf(span)) {
    const spaces = spacesOf(day)
    if (spaces.length === 0) continue
    const ofWeekday = week[weekday - 1]!
    const taken = closedOn.get(day)
    const open = hoursOf(day, weekday)
    let sum = 0
    for (let hour = 0; hour < 24; hour++) {
      if (open[hour] === 0) continue
      const lost = taken ? closedMinutes(taken, spaces, slotsOn(facility, day, holidays), day, hour) : 0
      const minutes = open[hour]! * spaces.length - lost
      ofWeekday[hour]! += minutes
      sum += minutes
    }
    byDay.set(day, sum)
  }
  return { week, byDay }
}

type CalendarDay = { day: Day; /** 1 is Monday. */ weekday: number }

/** The days of a span, made once for all facilities. */
const calendars = new WeakMap<DaySpan, CalendarDay[]>()
function daysOf(span: DaySpan): CalendarDay[] {
  let days = calendars.get(span)
  if (!days) {
    days = []
    for (let { from: day } = span; day <= span.to; day = addDays(day, 1)) days.push({ day, weekday: weekdayOf(day) })
    calendars.set(span, days)
  }
  return days
}

/** Minutes of each hour that lie in slots. Days that are alike (weekday or holiday, timetable, seasons) are counted once. */
function openHours(facility: Facility, holidays: Holidays): (day: Day, weekday: number) => number[] {
  const known = new Map<number | string, number[]>()
  const closed = Array.from({ length: 24 }, () => 0)
  return (day, weekday) => {
    const timetable = timetableOn(facility, day)
    if (!timetable) return closed
    const plain = timetable.id * 16 + weekday + (holidays.has(day) ? 8 : 0)
    const seasons = timetable.hours.some(({ season }) => season)
    const key = seasons
      ? `${plain} ${timetable.hours.map(({ season }) => Number(season !== undefined && isInSeason(season, day))).join('')}`
      : plain
    let hours = known.get(key)
    if (!hours) {
      const slots = slotsOn(facility, day, holidays)
      hours = closed.map((_, hour) => slots.reduce((sum, slot) => sum + overlap(slot, hour * 60, hour * 60 + 60), 0))
      known.set(key, hours)
    }
    return hours
  }
}

const overlap = ({ start, end }: Slot, from: number, to: number): number => Math.max(0, Math.min(end, to) - Math.max(start, from))

function offeredSpaces(facility: Facility, retired: RetiredOn): (day: Day) => number[] {
  const known = new Map<string | number, number[]>()
  const all = [...facility.courts, ...facility.retiredCourts]
  const gone = retired.facilities.get(facility.id)
  const isAnyRetired = all.some(({ id }) => retired.courts.has(id))
  return (day) => {
    const list = priceListOn(facility, day)
    if (!list || (gone !== undefined && gone <= day)) return []
    const isOffered = ({ id }: Court) => list.prices[id] !== undefined && !((retired.courts.get(id) ?? '9') <= day)
    // Courts are retired one after the other: how many are left says which.
    const key = isAnyRetired ? `${list.id} ${all.filter(isOffered).length}` : list.id
    let spaces = known.get(key)
    if (!spaces) known.set(key, (spaces = [...new Set(all.filter(isOffered).flatMap((court) => court.spaces))]))
    return spaces
  }
}

/** Closed periods by the days that they touch, within the span. */
function byDays(closed: ClosedPeriod[], { from, to }: DaySpan): Map<Day, ClosedPeriod[]> {
  const found = new Map<Day, ClosedPeriod[]>()
  for (const one of closed) {
    const [first, last] = [dayOf(one.period.start), dayOf(new Date(one.period.end.getTime() - 1))]
    for (let day = first < from ? from : first; day <= last && day <= to; day = addDays(day, 1)) {
      const others = found.get(day)
      if (others) others.push(one)
      else found.set(day, [one])
    }
  }
  return found
}

/** Minutes of an hour's slots that are closed, on all of these spaces; what is closed twice counts once. */
function closedMinutes(closed: ClosedPeriod[], spaces: number[], slots: Slot[], day: Day, hour: number): number {
  const midnight = momentAt(day, 0).getTime()
  const inDay = closed.map(({ spaces: on, period }) => ({
    on,
    start: Math.max(hour * 60, (period.start.getTime() - midnight) / 60_000),
    end: Math.min(hour * 60 + 60, (period.end.getTime() - midnight) / 60_000),
  }))
  let sum = 0
  for (const space of spaces) {
    const spans = inDay.filter(({ on, start, end }) => start < end && on.includes(space)).toSorted((a, b) => a.start - b.start)
    let upTo = hour * 60
    for (const { start, end } of spans) {
      const begin = Math.max(start, upTo)
      if (end > begin) sum += slots.reduce((minutes, slot) => minutes + overlap(slot, begin, end), 0)
      upTo = Math.max(upTo, end)
    }
  }
  return sum
}
