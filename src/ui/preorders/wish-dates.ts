import type { Day } from '#lib/zone.ts'
import { datesOf as datesOfLine, weekOf } from '#modules/preorders/rules.ts'
import type { LineBody } from '#modules/preorders/wire.ts'

/** Every date that a line could mean: those that were taken out too. */
export function possibleDates({ weekly, dates }: LineBody): Day[] {
  const at = { courtId: 0, start: 0, end: 0 }
  if (!weekly) return datesOfLine({ ...at, dates: dates ?? [] }, { seasonFrom: '', seasonTo: '' })
  return datesOfLine({ ...at, weekly: { ...weekly, except: [] } }, { seasonFrom: weekly.from, seasonTo: weekly.to })
}

export const datesOf = (line: LineBody): Day[] => possibleDates(line).filter((day) => !line.weekly?.except.includes(day))

/** How many dates lines ask for; `closedOf` has the closed days that are left out of one. */
export const openDates = (lines: readonly LineBody[], closedOf: (line: LineBody) => readonly Day[]): number =>
  lines.reduce((sum, line) => sum + datesOf(line).filter((day) => !closedOf(line).includes(day)).length, 0)

/** Takes a date out, or puts it back. Undefined: nothing is left of the line. */
export function toggleDate(line: LineBody, day: Day): LineBody | undefined {
  if (line.weekly) {
    const { except } = line.weekly
    const changed = except.includes(day) ? except.filter((one) => one !== day) : [...except, day].toSorted()
    return { ...line, weekly: { ...line.weekly, except: changed } }
  }
  const before = line.dates ?? []
  const dates = before.includes(day) ? before.filter((one) => one !== day) : [...before, day].toSorted()
  return dates.length > 0 ? { ...line, dates } : undefined
}

export function withoutDates(line: LineBody, days: readonly Day[]): LineBody | undefined {
  return datesOf(line)
    .filter((day) => days.includes(day))
    .reduce<LineBody | undefined>((left, day) => left && toggleDate(left, day), line)
}

/** How many periods of each calendar week, which begins on Monday, these lines ask for. */
export function periodsByWeek(lines: readonly LineBody[]): Map<Day, number> {
  const weeks = new Map<Day, number>()
  for (const day of lines.flatMap(datesOf)) weeks.set(weekOf(day), (weeks.get(weekOf(day)) ?? 0) + 1)
  return weeks
}

export const busiestWeek = (lines: readonly LineBody[]): number => Math.max(0, ...periodsByWeek(lines).values())

/** Adds a single date to the line of the same court and time, or makes one of it; chosen again, it is given up. */
export function toggleSingle(lines: readonly LineBody[], place: Pick<LineBody, 'venue2ndId' | 'start' | 'end'>, day: Day): LineBody[] {
  const same = lines.find((line) => line.dates && isAt(line, place))
  if (!same) return [...lines, { ...place, dates: [day] }]
  return lines.flatMap((line) => (line === same ? (toggleDate(line, day) ?? []) : line))
}

type Place = Pick<LineBody, 'venue2ndId' | 'start' | 'end'>
const isAt = (line: Place, { venue2ndId, start, end }: Place) => line.venue2ndId === venue2ndId && line.start === start && line.end === end

/** One line has one answer, wherever in the list it stands. */
export const lineKey = (line: LineBody): string => JSON.stringify([line.venue2ndId, line.start, line.end, line.weekly, line.dates])
