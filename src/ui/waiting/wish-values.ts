import { addDays, dayOf, isDay, minuteFrom, minuteOf, momentAt, timeFrom, type Day } from '#lib/zone.ts'
import type { FacilityCard } from '#modules/venues/wire.ts'
import { courtsAtMost } from '#modules/waiting/rules.ts'
import type { WishSearch } from '#ui/orders/order-search.ts'

/** The fields of the form that joins the waiting list, as strings of its controls. */
export type WishValues = {
  /** The id of a facility, or a sport. Empty: not chosen yet. */
  place: string
  /** The id of a court. Empty: any. */
  court: string
  /** A wish for each of them. */
  days: Day[]
  from: string
  to: string
  minutes: string
  courts: string
  /** Minutes before the start after which nothing is offered. Empty: until it starts. */
  notice: string
}

export const noticeChoices = ['', '180', '720', '1440']

export const isFacility = (place: string): boolean => /^\d+$/.test(place)

/** Values for one period of a facility. */
export const wishFor = (facilityId: number, start: Date, end: Date): Pick<WishValues, 'place' | 'days' | 'from' | 'to' | 'minutes'> => ({
  place: String(facilityId),
  days: [dayOf(start)],
  from: timeFrom(minuteOf(start)),
  // Midnight is the end of that day.
  to: timeFrom(minuteOf(end) || 24 * 60),
  minutes: String((end.getTime() - start.getTime()) / 60_000),
})

/** The values as search parameters of the page of wishes. */
export const searchOf = ({ days, ...values }: WishValues): WishSearch => ({ wishes: '1', ...values, days: days.join(',') })

const timePattern = /^([01]\d|2[0-4]):[0-5]\d$/

/** Values in the address; what is not one is left out. Undefined when none is a place or a day. */
export function readWishSearch(search: WishSearch): Partial<WishValues> | undefined {
  const days = (search.days ?? '').split(',').filter(isDay).slice(0, 5)
  const place = /^(\d{1,9}|[a-z-]{1,40})$/.test(search.place ?? '') ? search.place! : ''
  if (place === '' && days.length === 0) return undefined
  const found: Partial<WishValues> = { place, days }
  if (/^\d{1,9}$/.test(search.court ?? '')) found.court = search.court!
  if (timePattern.test(search.from ?? '')) found.from = search.from!
  if (timePattern.test(search.to ?? '')) found.to = search.to!
  if (/^\d{2,4}$/.test(search.minutes ?? '')) found.minutes = search.minutes!
  if (/^[1-4]$/.test(search.courts ?? '')) found.courts = search.courts!
  if (noticeChoices.includes(search.notice ?? '')) found.notice = search.notice ?? ''
  return found
}

/** The facilities that a choice of the first field stands for. */
export const facilitiesOf = <F extends Pick<FacilityCard, 'id' | 'sports'>>(facilities: readonly F[], place: string): F[] =>
  facilities.filter(({ id, sports }) => (isFacility(place) ? String(id) === place : sports.includes(place)))

type Timed = Pick<FacilityCard, 'opens' | 'closes' | 'slotMinutes' | 'sessions'>

/** Times at which periods of these facilities begin or end, earliest first. */
export function timesOf(facilities: readonly Timed[]): string[] {
  const minutes = facilities.flatMap(({ opens, closes, slotMinutes, sessions }) => {
    if (sessions.length > 0) return sessions.flatMap(({ start, end }) => [minuteFrom(start), minuteFrom(end)])
    const [first, last] = [minuteFrom(opens), minuteFrom(closes)]
    return Array.from({ length: Math.floor((last - first) / slotMinutes) + 1 }, (_, n) => first + n * slotMinutes)
  })
  return [...new Set(minutes)].toSorted((a, b) => a - b).map(timeFrom)
}

const longest = 240

/** Lengths that can be booked in these facilities, in minutes; `most` is what a member may book on a day. */
export function lengthsOf(facilities: readonly Timed[], most: number): number[] {
  const lengths = facilities.flatMap(({ slotMinutes, sessions }) =>
    sessions.length > 0
      ? sessions.map(({ start, end }) => minuteFrom(end) - minuteFrom(start))
      : Array.from({ length: Math.max(1, Math.floor(Math.min(longest, most) / slotMinutes)) }, (_, n) => (n + 1) * slotMinutes),
  )
  return [...new Set(lengths)].toSorted((a, b) => a - b)
}

const nearest = (times: readonly string[], wanted: string): string =>
  times.includes(wanted) ? wanted : (times.findLast((time) => time <= wanted) ?? times[0] ?? wanted)

/** The values with times and a length that the chosen place has, and one court where it is named. */
export function fitted(
  values: WishValues,
  facilities: readonly (Timed & Pick<FacilityCard, 'id' | 'sports' | 'courts'>)[],
  mostMinutes: number,
): WishValues {
  const there = facilitiesOf(facilities, values.place)
  if (there.length === 0) return values
  const times = timesOf(there)
  const lengths = lengthsOf(there, mostMinutes)
  const minutes = lengths.findLast((one) => one <= Number(values.minutes)) ?? lengths[0]!
  const from = nearest(times.slice(0, -1), values.from)
  const to = nearest(times, values.to)
  const soonest = times.find((time) => minuteFrom(time) >= minuteFrom(from) + minutes) ?? times.at(-1)!
  const most = courtChoices(there, values.court)
  return {
    ...values,
    from,
    to: to < soonest ? soonest : to,
    minutes: String(minutes),
    courts: Number(values.courts) <= most ? values.courts : '1',
  }
}

/** The values with hours that are long enough for the length: they end later, or begin earlier where the day is over. */
export function widened(values: WishValues, facilities: readonly (Timed & Pick<FacilityCard, 'id' | 'sports'>)[]): WishValues {
  const there = facilitiesOf(facilities, values.place)
  const last = timesOf(there.length > 0 ? there : facilities).at(-1) ?? values.to
  const [from, minutes] = [minuteFrom(values.from), Number(values.minutes)]
  const to = Math.min(Math.max(minuteFrom(values.to), from + minutes), Math.max(minuteFrom(last), minuteFrom(values.to)))
  return { ...values, from: timeFrom(Math.max(0, Math.min(from, to - minutes))), to: timeFrom(to) }
}

/** How many courts can be asked for at once. */
export const courtChoices = (facilities: readonly Pick<FacilityCard, 'courts'>[], court: string): number =>
  court !== '' ? 1 : Math.min(courtsAtMost, Math.max(1, ...facilities.map(({ courts }) => courts)))

/** Whether the last period of these hours has begun on a day: then nothing can be offered any more. */
export const isOver = ({ to, minutes }: Pick<WishValues, 'to' | 'minutes'>, day: Day, now: Date): boolean =>
  momentAt(day, minuteFrom(to) - Number(minutes)) <= now

/** The values with the day after for a day on which these hours are over. */
export const onComingDays = (values: WishValues, openUntil: Day, now: Date): WishValues => {
  const days = values.days.map((day) => (isOver(values, day, now) ? addDays(day, 1) : day)).filter((day) => day <= openUntil)
  return { ...values, days: [...new Set(days)] }
}

const daysShown = 14

/** Days to choose from: those that can be booked, two weeks of them around the chosen ones. */
export function daysAround(today: Day, openUntil: Day, chosen: readonly Day[]): Day[] {
  const first = chosen.toSorted()[0] ?? today
  const latest = addDays(openUntil, 1 - daysShown)
  const from = [today, [addDays(first, -3), latest].toSorted()[0]!].toSorted()[1]!
  const days: Day[] = []
  for (let day = from; day <= openUntil && days.length < daysShown; day = addDays(day, 1)) days.push(day)
  return days
}

/** Nothing is offered from this moment on, whichever period it is for. */
export const noticeEnd = ({ from, notice }: Pick<WishValues, 'from' | 'notice'>, day: Day): Date =>
  momentAt(day, minuteFrom(from) - Number(notice))

/** Body of POST /api/Wish for one of the days. */
export function bodyOf({ place, court, from, to, minutes, courts, notice }: WishValues, day: Day) {
  const where = court !== '' ? { venue2ndId: Number(court) } : isFacility(place) ? { venue1stId: Number(place) } : { sport: place }
  const notAfter = notice === '' ? {} : { notAfter: noticeEnd({ from, notice }, day).toISOString() }
  return { ...where, day, from, to, minutes: Number(minutes), courts: Number(courts), ...notAfter }
}
