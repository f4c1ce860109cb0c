import { addDays, minuteFrom, type Day } from '#lib/zone.ts'
import { lengths, type VenueSearch } from './venue-search.ts'

type Sorted = { sports: string[]; indoor: boolean }

export const passes = ({ sports, indoor }: Sorted, { sport, place }: VenueSearch): boolean =>
  (sport === undefined || sports.includes(sport)) && (place === undefined || indoor === (place === 'indoor'))

/** Each sport once, in the order of the facilities. */
export const sportsIn = (facilities: Sorted[]): string[] => [...new Set(facilities.flatMap(({ sports }) => sports))]

/** Days for the select: the bookable ones, and the requested one. */
export function daysToChoose(today: Day, openUntil: Day, chosen: Day | undefined): Day[] {
  const days = []
  for (let day = today; day <= openUntil; day = addDays(day, 1)) days.push(day)
  return chosen !== undefined && !days.includes(chosen) ? [...days, chosen].toSorted() : days
}

/** Every full hour at which a facility is open. */
export function hoursToChoose(facilities: { opens: string; closes: string }[]): string[] {
  const opens = Math.min(...facilities.map((one) => Number.parseInt(one.opens, 10)))
  const closes = Math.max(...facilities.map((one) => Number.parseInt(one.closes, 10)))
  return Array.from({ length: Math.max(0, closes - opens) }, (_, n) => `${String(opens + n).padStart(2, '0')}:00`)
}

type Times = { start: string; end: string }
/** Lengths that somebody may book: within the limit of a day, or a session that is so long. */
export const lengthsToChoose = (facilities: { sessions: Times[] }[], most: number): number[] =>
  lengths.filter(
    (one) =>
      one <= most || facilities.some(({ sessions }) => sessions.some(({ start, end }) => minuteFrom(end) - minuteFrom(start) === one)),
  )

type Lent = { closedToday: string | null; hoursToday: Times[]; sessions: Times[] }
/** Whether the facility is open at a time of day, free or not. Times compare as strings: 08:00 is before 21:30. */
export const isLentAt = ({ closedToday, sessions, hoursToday }: Lent, time: string): boolean =>
  closedToday === null && (sessions.length > 0 ? sessions : hoursToday).some(({ start, end }) => start <= time && time < end)
