import { addDays, dayOf, daysBetween, daysFrom, isDay, momentAt, weekdayOf, type Day } from '#lib/zone.ts'
import type { Period } from '#lib/period.ts'
import { slotsOn } from '#modules/venues/hours-rules.ts'
import { priceListOn } from '#modules/venues/price-rules.ts'
import type { Facility, Holidays, Slot } from '#modules/venues/rules.ts'
import { emptyWeek, monthAfter, sumOf, type DaySpan, type Week } from './rules.ts'

/** Closed floor: the spaces that it takes, in one facility. */
export type ClosedPeriod = { facilityId: number; spaces: readonly number[]; period: Period }

/**
 * Between which days something was offered. Before the centre's first day nothing was, whatever the first timetable says: it often
 * begins on a day of long ago. Null: there is no first day yet.
 */
export type Offered = {
  from: Day | null
  /** The first day on which it is no longer offered, by id; missing while it is. */
  until: { facilities: ReadonlyMap<number, Day>; courts: ReadonlyMap<number, Day> }
}

/** Minutes of spaces that could be booked in a facility: by weekday and hour, and for each day of the period in order. */
export type Bookable = { week: Week; byDay: number[] }

/**
 * What could be booked: the slots of the timetable that held on each day, on every space of the courts that were offered and had
 * a price, without closed periods. Nothing is kept of it: the catalogue and the closures say it for any day.
 */
export function bookableIn(facility: Facility, span: DaySpan, holidays: Holidays, closed: ClosedPeriod[], offered: Offered): Bookable {
  const [week, byDay] = [emptyWeek(), [] as number[]]
  const calendar = calendarOf(span, holidays)
  const cuts = cutsOf(facility, span, offered)
  // Between two cuts, days differ only by weekday and holiday.
  for (let begin = 0, end = 0; begin < calendar.length; begin = end) {
    const next = cuts.find((day) => day > calendar[begin]!.day)
    end = next === undefined ? calendar.length : daysBetween(span.from, next)
    addStretch({ week, byDay }, calendar.slice(begin, end), facility, holidays, spacesOn(facility, calendar[begin]!.day, offered).length)
  }
  const own = closed.filter(({ facilityId }) => facilityId === facility.id)
  for (const [day, taken] of byDays(own, span)) {
    const slots = slotsOn(facility, day, holidays)
    const spaces = spacesOn(facility, day, offered)
    const place = daysBetween(span.from, day)
    for (let hour = 0; hour < 24; hour++) {
      const lost = closedMinutes(taken, spaces, slots, day, hour)
      week[calendar[place]!.weekday - 1]![hour]! -= lost
      byDay[place]! -= lost
    }
  }
  return { week, byDay }
}

/** Adds days on which the same spaces were offered by the same timetable and seasons. Hours are counted once for each kind of day. */
function addStretch({ week, byDay }: Bookable, days: CalendarDay[], facility: Facility, holidays: Holidays, spaces: number): void {
  const kinds: ({ weekday: number; byHour: number[]; minutes: number; days: number } | undefined)[] = []
  for (const { day, weekday, kindOfDay } of days) {
    const key = weekday + 8 * kindOfDay
    let kind = kinds[key]
    if (!kind) {
      const slots = spaces > 0 ? slotsOn(facility, day, holidays) : []
      const byHour = Array.from({ length: 24 }, (_, hour) => spaces * sumOf(slots.map((slot) => overlap(slot, hour * 60, hour * 60 + 60))))
      kinds[key] = kind = { weekday, byHour, minutes: sumOf(byHour), days: 0 }
    }
    kind.days++
    byDay.push(kind.minutes)
  }
  for (const kind of kinds) if (kind) for (let hour = 0; hour < 24; hour++) week[kind.weekday - 1]![hour]! += kind.byHour[hour]! * kind.days
}

type CalendarDay = {
  day: Day
  /** 1 is Monday. */ weekday: number
  /** 1: a holiday, 2: a holiday on which the centre is closed. */ kindOfDay: 0 | 1 | 2
}

/** The days of a span, made once for all facilities. */
const calendars = new WeakMap<DaySpan, { holidays: Holidays; days: CalendarDay[] }>()
function calendarOf(span: DaySpan, holidays: Holidays): CalendarDay[] {
  const known = calendars.get(span)
  if (known?.holidays === holidays) return known.days
  const first = weekdayOf(span.from) - 1
  const kindOf = (day: Day) => (holidays.closed?.has(day) ? 2 : holidays.has(day) ? 1 : 0)
  const days = daysFrom(span.from, span.to).map((day, n) => ({ day, weekday: ((first + n) % 7) + 1, kindOfDay: kindOf(day) }) as const)
  calendars.set(span, { holidays, days })
  return days
}

/** Days within the span from which on another timetable, season or price list holds, or something is offered or no longer offered; in order. */
function cutsOf(facility: Facility, { from, to }: DaySpan, offered: Offered): Day[] {
  const { timetables, priceLists } = facility
  const years = Array.from({ length: Number(to.slice(0, 4)) - Number(from.slice(0, 4)) + 2 }, (_, n) => Number(from.slice(0, 4)) + n - 1)
  const seasons = timetables.flatMap(({ hours }) => hours.flatMap(({ season }) => season ?? []))
  const cuts = [
    ...timetables.map((timetable) => timetable.from),
    ...priceLists.map((list) => list.from),
    ...seasons.flatMap((season) => years.flatMap((year) => [`${year}-${season.from}`, dayAfter(`${year}-${season.to}`)])),
    ...[...facility.courts, ...facility.retiredCourts].flatMap(({ id }) => offered.until.courts.get(id) ?? []),
    ...[offered.from, offered.until.facilities.get(facility.id)].flatMap((day) => day ?? []),
  ]
  return [...new Set(cuts)].filter((day) => day > from && day <= to).toSorted()
}

/** The day after one that may not be in its year's calendar: the 29th of February. */
const dayAfter = (day: Day): Day => (isDay(day) ? addDays(day, 1) : `${day.slice(0, 5)}03-01`)

const overlap = ({ start, end }: Slot, from: number, to: number): number => Math.max(0, Math.min(end, to) - Math.max(start, from))

/** Spaces of the courts that were offered on a day and had a price. */
function spacesOn(facility: Facility, day: Day, { from, until }: Offered): number[] {
  const list = priceListOn(facility, day)
  const isGone = (since: Day | undefined) => since !== undefined && since <= day
  if (!list || from === null || day < from || isGone(until.facilities.get(facility.id))) return []
  const courts = [...facility.courts, ...facility.retiredCourts].filter(
    ({ id }) => list.prices[id] !== undefined && !isGone(until.courts.get(id)),
  )
  return [...new Set(courts.flatMap(({ spaces }) => spaces))]
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

/** How far days are rolled up (null: none is), the years that are summed, by their first days, and the days that have changed since. */
export type RolledUp = { until: Day | null; years: readonly Day[]; changed: readonly Day[] }

/** Where the counts of a period come from. Every day of it is in one of these: years and months are named by their first days. */
type Sources = {
  /** Read as sums of years. */
  years: Day[]
  /** Read as sums of months. */
  months: Day[]
  /** Read as counts of days. */
  days: Day[]
  /** Counted from the rows: not rolled up yet, or changed since. */
  live: Day[]
}

/** The fewest sums that make up a period, none of them longer than `longest`. */
export function sourcesOf({ from, to }: DaySpan, { until, years, changed }: RolledUp, longest: 'year' | 'month' | 'day'): Sources {
  const sources: Sources = { years: [], months: [], days: [], live: [] }
  const rolledUpTo = until ?? ''
  // Days, months and years, each as the beginning of a day's text.
  const isChanged = new Set(changed.flatMap((day) => [day, day.slice(0, 7), day.slice(0, 4)]))
  const isWhole = (name: string, next: Day) => {
    const last = addDays(next, -1)
    return last <= to && last <= rolledUpTo && !isChanged.has(name)
  }
  for (let day = from; day <= to;) {
    const [year, month] = [day.slice(0, 4), day.slice(0, 7)]
    const [nextYear, nextMonth] = [`${monthAfter(`${year}-01`, 12)}-01`, `${monthAfter(month, 1)}-01`]
    if (longest === 'year' && years.includes(day) && isWhole(year, nextYear)) {
      sources.years.push(day)
      day = nextYear
    } else if (longest !== 'day' && day === `${month}-01` && isWhole(month, nextMonth)) {
      sources.months.push(day)
      day = nextMonth
    } else {
      const isStored = day <= rolledUpTo && !isChanged.has(day)
      sources[isStored ? 'days' : 'live'].push(day)
      day = addDays(day, 1)
    }
  }
  return sources
}
