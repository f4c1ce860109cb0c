import type { Period } from '#lib/period.ts'
import { addDays, dayOf, minuteOf, momentAt, weekdayOf, type Day } from '#lib/zone.ts'
import {
  dayKinds,
  type Catalogue,
  type DayKind,
  type Facility,
  type Holidays,
  type OpenHours,
  type Slot,
  type Timetable,
  type YearSeason,
} from './rules.ts'

/** When a facility is open: by weekday, on holidays and by season, from the timetable that holds on the day. */
type Timed = Pick<Facility, 'timetables'>

/** The timetable of a day: the latest that has begun; undefined before the first. */
export const timetableOn = ({ timetables }: Timed, day: Day): Timetable | undefined => timetables.findLast(({ from }) => from <= day)

const noTimetable: Timetable = { id: 0, from: '', slotMinutes: 60, hours: [], sessions: [] }

/** The timetable to show on a day: before the first has begun, that first one. */
export const timetableToShow = (facility: Timed, day: Day): Timetable => timetableOn(facility, day) ?? facility.timetables[0] ?? noTimetable

/** Whether a facility is booked by fixed sessions, not by the slot. */
export const isBySessions = (facility: Timed, day: Day): boolean => timetableToShow(facility, day).sessions.length > 0

/** The quota limits hours of facilities that are booked by the slot, not sessions of half a day. */
export const countsForQuota = (facility: Timed, day: Day): boolean => !isBySessions(facility, day)

export const weekdayKind = (day: Day): DayKind => dayKinds[weekdayOf(day) - 1]!

/** Whether MM-DD of this day lies in a season, which may run over the new year. */
export function isInSeason({ from, to }: YearSeason, day: Day): boolean {
  const date = day.slice(5)
  return from <= to ? from <= date && date <= to : from <= date || date <= to
}

/**
 * Opening hours of a day, in order of time. Hours of a season beat those of the whole year while it lasts. On a holiday
 * the hours for holidays hold; where there are none, those of its weekday. No hours, or a holiday that is closed: closed.
 */
export function openHoursOn({ hours }: Pick<Timetable, 'hours'>, day: Day, holidays: Holidays): OpenHours[] {
  if (holidays.closed?.has(day)) return []
  const ofKind = (kind: DayKind) => hours.filter(({ days }) => days.includes(kind))
  const ofSeason = (some: OpenHours[]) => {
    const inSeason = some.filter(({ season }) => season && isInSeason(season, day))
    return inSeason.length > 0 ? inSeason : some.filter(({ season }) => !season)
  }
  const onHoliday = holidays.has(day) ? ofSeason(ofKind('holiday')) : []
  const found = onHoliday.length > 0 ? onHoliday : ofSeason(ofKind(weekdayKind(day)))
  return found.toSorted((a, b) => a.opens - b.opens)
}

/** Cache of slots by timetable and day: grids and searches ask for the same days again and again. */
const known = new WeakMap<Timetable, Map<string, Slot[]>>()
const knownAtMost = 1000

/** The bookable pieces of a day; none when the facility is closed. */
export function slotsOn(facility: Timed, day: Day, holidays: Holidays): Slot[] {
  const timetable = timetableOn(facility, day)
  if (!timetable) return []
  let ofTimetable = known.get(timetable)
  if (!ofTimetable) known.set(timetable, (ofTimetable = new Map()))
  const key = holidays.closed?.has(day) ? `${day} closed` : holidays.has(day) ? `${day} holiday` : day
  let slots = ofTimetable.get(key)
  if (!slots) {
    slots = slotsIn24Hours(timetable, day, holidays)
    // Bounded: clients may ask for any day.
    if (ofTimetable.size < knownAtMost) ofTimetable.set(key, slots)
  }
  return slots
}

function slotsIn24Hours(timetable: Timetable, day: Day, holidays: Holidays): Slot[] {
  const { slotMinutes, sessions } = timetable
  const open = openHoursOn(timetable, day, holidays)
  if (sessions.length > 0)
    return sessions.filter(({ start, end }) => open.some(({ opens, closes }) => opens <= start && end <= closes)).toSorted(byStart)
  const slots: Slot[] = []
  for (const { opens, closes } of open)
    // Hours that overlap, which the console refuses to save, must not make overlapping slots.
    for (let start = Math.max(opens, slots.at(-1)?.end ?? 0); start + slotMinutes <= closes; start += slotMinutes)
      slots.push({ start, end: start + slotMinutes })
  return slots
}

const byStart = (a: Slot, b: Slot) => a.start - b.start

/** The times of a day that are so long: sessions as they are, otherwise unbroken runs of slots. */
export function timesOn(facility: Timed, day: Day, minutes: number, holidays: Holidays): { start: number; end: number }[] {
  const slots = slotsOn(facility, day, holidays)
  if (isBySessions(facility, day)) return slots.map(({ start, end }) => ({ start, end }))
  return slots.flatMap(({ start }, n) => {
    const last = slots.findIndex(({ end }, k) => k >= n && end === start + minutes)
    return last >= 0 && isUnbroken(slots.slice(n, last + 1)) ? [{ start, end: start + minutes }] : []
  })
}

export const isUnbroken = (slots: readonly Slot[]): boolean => slots.every((slot, n) => n === 0 || slots[n - 1]!.end === slot.start)

/** Undefined when the period is not made of whole slots of one day. */
export function slotsIn(facility: Timed, period: Period, holidays: Holidays): { day: Day; slots: Slot[] } | undefined {
  const day = dayOf(period.start)
  const midnight = momentAt(day, 0).getTime()
  const start = (period.start.getTime() - midnight) / 60_000
  const end = (period.end.getTime() - midnight) / 60_000
  const covered = slotsOn(facility, day, holidays).filter((slot) => slot.start >= start && slot.end <= end)
  if (covered[0]?.start !== start || covered.at(-1)?.end !== end) return undefined
  return isUnbroken(covered) ? { day, slots: covered } : undefined
}

/** The fewest whole slots that cover these minutes; undefined when the facility is not open for all of them. */
export function slotsCovering(facility: Timed, { start, end }: Slot, day: Day, holidays: Holidays): Slot | undefined {
  const covering = slotsOn(facility, day, holidays).filter((slot) => slot.end > start && slot.start < end)
  const [first, last] = [covering[0], covering.at(-1)]
  return first && last && isUnbroken(covering) && first.start <= start && last.end >= end
    ? { start: first.start, end: last.end }
    : undefined
}

/** Opening hours of a day with touching parts joined, as a sign at the door has them. By session: first start to last end. */
export function hoursShownOn(facility: Timed, day: Day, holidays: Holidays): Slot[] {
  const joined: Slot[] = []
  const slots = slotsOn(facility, day, holidays)
  if (isBySessions(facility, day)) return slots.length > 0 ? [{ start: slots[0]!.start, end: slots.at(-1)!.end }] : []
  for (const { start, end } of slots) {
    const last = joined.at(-1)
    if (last?.end === start) last.end = end
    else joined.push({ start, end })
  }
  return joined
}

/** Weekdays (1 is Monday) that have the same hours. */
export type WeekHours = { weekdays: number[]; hours: Slot[] }

const noHolidays: Holidays = new Set()

/** The hours of an ordinary week from this day on, Monday first, weekdays of the same hours together. */
export function weekOf(facility: Timed, from: Day): WeekHours[] {
  const days = Array.from({ length: 7 }, (_, n) => addDays(from, n)).toSorted((a, b) => weekdayOf(a) - weekdayOf(b))
  // Before the first timetable has begun, its own first week is shown.
  const first = facility.timetables[0]?.from ?? from
  const week = days.map((day) => {
    const shown = from >= first ? day : addDays(first, (weekdayOf(day) - weekdayOf(first) + 7) % 7)
    return { weekday: weekdayOf(day), hours: hoursShownOn(facility, shown, noHolidays) }
  })
  const alike = Map.groupBy(week, ({ hours }) => JSON.stringify(hours))
  return [...alike.values()].map((some) => ({ weekdays: some.map(({ weekday }) => weekday), hours: some[0]!.hours }))
}

/** How many days ahead members book, and the minute of the day at which one more day opens. */
export type BookingWindow = Pick<Catalogue['booking'], 'daysAhead' | 'opensAtMinute'>

/** Last day of the booking window. */
export const lastOpenDay = (now: Date, { daysAhead, opensAtMinute }: BookingWindow): Day =>
  addDays(dayOf(now), minuteOf(now) >= opensAtMinute ? daysAhead : daysAhead - 1)

/** When a day opens for booking. */
export const openingOf = (day: Day, { daysAhead, opensAtMinute }: BookingWindow): Date => momentAt(addDays(day, -daysAhead), opensAtMinute)
