import { addDays, minuteFrom, timeFrom, type Day } from '#lib/zone.ts'
import { lengthOf, lengths, type VenueSearch } from './venue-search.ts'

type Sorted = { sports: string[]; indoor: boolean }

export const passes = ({ sports, indoor }: Sorted, { sport, place }: VenueSearch): boolean =>
  (sport === undefined || sports.includes(sport)) && (place === undefined || indoor === (place === 'indoor'))

/** Each sport once, in the order of the facilities. */
export const sportsIn = (facilities: Sorted[]): string[] => [...new Set(facilities.flatMap(({ sports }) => sports))]

/** Days for the strip: the bookable ones, and the requested one. */
export function daysToChoose(today: Day, openUntil: Day, chosen: Day | undefined): Day[] {
  const days = []
  for (let day = today; day <= openUntil; day = addDays(day, 1)) days.push(day)
  return chosen !== undefined && !days.includes(chosen) ? [...days, chosen].toSorted() : days
}

export type Range = { from: string; to: string }

/** Every full hour at which a facility is open. */
export function hoursToChoose(facilities: readonly { opens: string; closes: string }[]): string[] {
  const opens = Math.min(...facilities.map((one) => Number.parseInt(one.opens, 10)))
  const closes = Math.max(...facilities.map((one) => Math.ceil(minuteFrom(one.closes) / 60)))
  return Array.from({ length: Math.max(0, closes - opens) }, (_, n) => timeFrom((opens + n) * 60))
}

export const parts = ['morning', 'afternoon', 'evening'] as const
const noonAndSix = ['00:00', '12:00', '18:00', '24:00']

/** Morning, afternoon or evening, as far as the centre is open. */
export function rangeOf(part: (typeof parts)[number], hours: string[]): Range {
  const n = parts.indexOf(part)
  const [first, last] = [hours[0] ?? '00:00', afterHour(hours.at(-1) ?? '23:00')]
  const [from, to] = [noonAndSix[n]!, noonAndSix[n + 1]!]
  return { from: from < first ? first : from, to: to > last ? last : to }
}

export const afterHour = (hour: string): string => timeFrom(minuteFrom(hour) + 60)

/** Pressing an hour chooses it; pressing one outside of what is chosen widens the range to it. */
export function withHour({ from, to }: Pick<VenueSearch, 'from' | 'to'>, hour: string): Range {
  if (from === undefined || to === undefined || (from <= hour && hour < to)) return { from: hour, to: afterHour(hour) }
  return hour < from ? { from: hour, to } : { from, to: afterHour(hour) }
}

/** The search after one of its parts was changed, in the order of the question: one question has one address. */
export function askedFor(before: VenueSearch, change: VenueSearch): VenueSearch {
  const { sport, place, mine, date, from, to, minutes } = { ...before, ...change }
  return { sport, place, mine, date, from, to, minutes: lengthOf({ date, from, minutes }) }
}

type Times = { start: string; end: string }
/** Lengths that somebody may book: within the limit of a day, or a session that is so long. */
export const lengthsToChoose = (facilities: { sessions: Times[] }[], most: number): number[] =>
  lengths.filter(
    (one) =>
      one <= most || facilities.some(({ sessions }) => sessions.some(({ start, end }) => minuteFrom(end) - minuteFrom(start) === one)),
  )
