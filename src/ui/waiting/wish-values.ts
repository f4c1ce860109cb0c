import { addDays, isDay, minuteFrom, momentAt, type Day } from '#lib/zone.ts'
import type { FacilityCard, FacilityListAnswer } from '#modules/venues/wire.ts'
import { courtsAtMost } from '#modules/waiting/rules.ts'
import type { WishSearch } from '#ui/orders/order-search.ts'
import { askedBy, lengthsOf, nearestSession, wideEnough, type Timed } from './wish-times.ts'

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

type Placed = Pick<FacilityCard, 'id' | 'sports'>

/** Sessions, where one facility with sessions is chosen: it is asked for one of them, whole. */
export const sessionsOf = (facilities: readonly (Timed & Placed)[], place: string): Timed['sessions'] =>
  isFacility(place) ? (facilitiesOf(facilities, place)[0]?.sessions ?? []) : []

/** The values with times and a length that the chosen place has, and as many courts. */
export function fitted(
  values: WishValues,
  facilities: readonly (Timed & Placed & Pick<FacilityCard, 'courts'>)[],
  mostMinutes: number,
): WishValues {
  const there = facilitiesOf(facilities, values.place)
  if (there.length === 0) return values
  const courts = Number(values.courts) <= courtChoices(there, values.court) ? values.courts : '1'
  const session = nearestSession(sessionsOf(facilities, values.place), values)
  if (session) return { ...values, ...askedBy(session), courts }
  const lengths = lengthsOf(there, mostMinutes)
  const minutes = lengths.findLast((one) => one <= Number(values.minutes)) ?? lengths[0]!
  return { ...values, ...wideEnough(values, there, minutes), minutes: String(minutes), courts }
}

/** The values after some of them were chosen; those that do not go with them follow. */
export function withChange(
  before: WishValues,
  some: Partial<WishValues>,
  { items, mostMinutes }: Pick<FacilityListAnswer, 'items' | 'mostMinutes'>,
): WishValues {
  const after = { ...before, ...some }
  if (some.place !== undefined) return fitted(after, items, mostMinutes)
  const there = facilitiesOf(items, after.place)
  const range = wideEnough(after, there.length > 0 ? there : items, Number(after.minutes))
  return { ...after, ...range, courts: after.court === '' ? after.courts : '1' }
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

const whereOf = ({ place, court }: WishValues) =>
  court !== '' ? { venue2ndId: Number(court) } : isFacility(place) ? { venue1stId: Number(place) } : { sport: place }

/** Body of POST /api/Wish/Price; undefined while a place or a day is not chosen. */
export const priceBodyOf = (values: WishValues) =>
  values.place === '' || values.days.length === 0
    ? undefined
    : {
        ...whereOf(values),
        days: values.days.toSorted(),
        from: values.from,
        to: values.to,
        minutes: Number(values.minutes),
        courts: Number(values.courts),
      }

/** Body of POST /api/Wish for one of the days. */
export function bodyOf(values: WishValues, day: Day) {
  const { from, to, minutes, courts, notice } = values
  const notAfter = notice === '' ? {} : { notAfter: noticeEnd({ from, notice }, day).toISOString() }
  return { ...whereOf(values), day, from, to, minutes: Number(minutes), courts: Number(courts), ...notAfter }
}
