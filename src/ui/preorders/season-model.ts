import type { Day } from '#lib/zone.ts'
import type { LineBody, SeasonCell, SeasonSchedule, SubmittedAnswer } from '#modules/preorders/wire.ts'
import { datesOf } from './wish-dates.ts'

export type SeasonCourt = SeasonSchedule['courts'][number]
export type CourtChoice = number | 'any'

/** A weekday and a time over the season: on how many dates the court is open, and how many of them are free. */
export type OverviewCell = { courtId: number; dates: number; free: number; mine: number }

export type Level = 'all' | 'some' | 'none' | 'mine' | 'closed'

export function levelOf({ dates, free, mine }: Pick<OverviewCell, 'dates' | 'free' | 'mine'>): Level {
  if (dates === 0) return 'closed'
  if (free > 0) return free >= dates ? 'all' : 'some'
  return mine > 0 ? 'mine' : 'none'
}

/** Cell of a court for a weekday and a period of `length` slots. */
export function overviewAt(court: SeasonCourt, weekday: number, slot: number, length: number): OverviewCell | undefined {
  const found = court.overview.find((one) => one.weekday === weekday)
  const free = found?.free[length - 1]?.[slot]
  const dates = found?.open[length - 1]?.[slot]
  if (!found || free === undefined || !dates) return undefined
  return { courtId: court.id, dates, free, mine: Math.max(...found.mine.slice(slot, slot + length)) }
}

/** Days on which none of these courts is open; they are not counted. */
export function closedDays(courts: readonly SeasonCourt[]): Day[] {
  const [first, ...others] = courts.map(({ overview }) => overview.flatMap(({ closed }) => closed))
  return (first ?? []).filter((day) => others.every((days) => days.includes(day))).toSorted()
}

/** The cell with the most free dates; the first of equals. */
export function bestCell(cells: readonly (OverviewCell | undefined)[]): OverviewCell | undefined {
  return cells.reduce<OverviewCell | undefined>((best, cell) => (cell && (!best || cell.free > best.free) ? cell : best), undefined)
}

/** State of a period of one day: free if all of its slots are, else the state of the first that is not. */
export function combinedState(states: readonly SeasonCell[], slot: number, length: number): SeasonCell {
  return states.slice(slot, slot + length).find((state) => state !== 'free') ?? 'free'
}

type Times = { start: string; end: string }

/** Whether a weekly line includes this slot of a weekday. */
export const lineCoversWeekday = (line: LineBody, weekday: number, { start, end }: Times): boolean =>
  line.weekly?.weekday === weekday && line.start < end && start < line.end

/** Whether a line includes this slot of a day. */
export const lineCoversDay = (line: LineBody, day: Day, { start, end }: Times): boolean =>
  line.start < end && start < line.end && datesOf(line).includes(day)

export type LineOutcome = SubmittedAnswer['lines'][number]

/** Refused dates of some lines, and how many dates remain. Closed days are not counted. */
export function refusedOfLines(
  lines: readonly LineBody[],
  outcome: readonly LineOutcome[],
): { refused: LineOutcome['refused']; rest: number } {
  const refused = outcome.flatMap((one) => one.refused)
  const leftOut = outcome.reduce((sum, one) => sum + one.leftOut.length, 0)
  return { refused, rest: lines.flatMap(datesOf).length - leftOut - refused.length }
}

/** Outcome by line in a problem answer; undefined when it has none. */
export function outcomeFromProblem(body: Readonly<Record<string, unknown>>): LineOutcome[] | undefined {
  const { lines } = body
  return Array.isArray(lines) && lines.every((line: unknown) => typeof line === 'object' && line !== null && 'refused' in line)
    ? (lines as LineOutcome[])
    : undefined
}
