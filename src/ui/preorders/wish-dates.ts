import type { Day } from '#lib/zone.ts'
import { datesOf as datesOfLine, weekOf } from '#modules/preorders/rules.ts'
import type { LineBody } from '#modules/preorders/wire.ts'

/** All dates of a line, including those that were taken out. */
export function possibleDates({ weekly, dates }: LineBody): Day[] {
  const at = { courtId: 0, start: 0, end: 0 }
  if (!weekly) return datesOfLine({ ...at, dates: dates ?? [] }, { seasonFrom: '', seasonTo: '' })
  return datesOfLine({ ...at, weekly: { ...weekly, except: [] } }, { seasonFrom: weekly.from, seasonTo: weekly.to })
}

export const datesOf = (line: LineBody): Day[] => possibleDates(line).filter((day) => !line.weekly?.except.includes(day))

/** How many dates the lines ask for; `closedOf` returns the closed days of a line, which are not counted. */
export const countDates = (lines: readonly LineBody[], closedOf: (line: LineBody) => readonly Day[]): number =>
  lines.reduce((sum, line) => sum + datesOf(line).filter((day) => !closedOf(line).includes(day)).length, 0)

/** Takes a date out of a line, or puts it back. Undefined when no date is left. */
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

/** Periods of the lines by calendar week, which begins on Monday. */
export function periodsByWeek(lines: readonly LineBody[]): Map<Day, number> {
  const weeks = new Map<Day, number>()
  for (const day of lines.flatMap(datesOf)) weeks.set(weekOf(day), (weeks.get(weekOf(day)) ?? 0) + 1)
  return weeks
}

export const busiestWeek = (lines: readonly LineBody[]): number => Math.max(0, ...periodsByWeek(lines).values())

/** Adds a single date to the line of the same court and time, or as a new line; removes it when it is chosen already. */
export function toggleSingle(lines: readonly LineBody[], place: Pick<LineBody, 'venue2ndId' | 'start' | 'end'>, day: Day): LineBody[] {
  const same = lines.find((line) => line.dates && isAt(line, place))
  if (!same) return [...lines, { ...place, dates: [day] }]
  return lines.flatMap((line) => (line === same ? (toggleDate(line, day) ?? []) : line))
}

type Place = Pick<LineBody, 'venue2ndId' | 'start' | 'end'>
const isAt = (line: Place, { venue2ndId, start, end }: Place) => line.venue2ndId === venue2ndId && line.start === start && line.end === end

/** Key of a line, independent of its position in the list. */
export const lineKey = (line: LineBody): string => JSON.stringify([line.venue2ndId, line.start, line.end, line.weekly, line.dates])
