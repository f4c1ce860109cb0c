import type { Day } from '#lib/zone.ts'
import type { LineBody, SeasonCell, SeasonSchedule, SubmittedAnswer } from '#modules/preorders/wire.ts'
import { datesOf } from './wish-dates.ts'

export type SeasonCourt = SeasonSchedule['courts'][number]
export type CourtChoice = number | 'any'

/** A weekday and a time over the whole season: of how many dates on which it is open how many are free. */
export type OverviewCell = { courtId: number; dates: number; free: number; mine: number }

export type Level = 'all' | 'some' | 'none' | 'mine' | 'closed'

export function levelOf({ dates, free, mine }: Pick<OverviewCell, 'dates' | 'free' | 'mine'>): Level {
  if (dates === 0) return 'closed'
  if (free > 0) return free >= dates ? 'all' : 'some'
  return mine > 0 ? 'mine' : 'none'
}

/** What a court has to give on a weekday from a slot on, for a length in slots. */
export function overviewAt(court: SeasonCourt, weekday: number, slot: number, length: number): OverviewCell | undefined {
  const found = court.overview.find((one) => one.weekday === weekday)
  const free = found?.free[length - 1]?.[slot]
  const dates = found?.open[length - 1]?.[slot]
  if (!found || free === undefined || !dates) return undefined
  return { courtId: court.id, dates, free, mine: Math.max(...found.mine.slice(slot, slot + length)) }
}

/** Days on which none of these courts is open: they are in no count. */
export function closedDays(courts: readonly SeasonCourt[]): Day[] {
  const [first, ...others] = courts.map(({ overview }) => overview.flatMap(({ closed }) => closed))
  return (first ?? []).filter((day) => others.every((days) => days.includes(day))).toSorted()
}

/** The best of several courts: the most free dates; of equals the first. */
export function bestOf(cells: readonly (OverviewCell | undefined)[]): OverviewCell | undefined {
  return cells.reduce<OverviewCell | undefined>((best, cell) => (cell && (!best || cell.free > best.free) ? cell : best), undefined)
}

/** What a time of one day is, taken together: all free, or the first thing that is in the way. */
export function stateOf(states: readonly SeasonCell[], slot: number, length: number): SeasonCell {
  return states.slice(slot, slot + length).find((state) => state !== 'free') ?? 'free'
}

type Times = { start: string; end: string }

/** Whether a line has this slot of a weekday. */
export const weeklyHas = (line: LineBody, weekday: number, { start, end }: Times): boolean =>
  line.weekly?.weekday === weekday && line.start < end && start < line.end

/** Whether a line has this slot of a day. */
export const hasOn = (line: LineBody, day: Day, { start, end }: Times): boolean =>
  line.start < end && start < line.end && datesOf(line).includes(day)

export type LineOutcome = SubmittedAnswer['lines'][number]

/** What is refused of some lines, and how many dates are left of them: closed days were never asked for. */
export function lostOf(lines: readonly LineBody[], outcome: readonly LineOutcome[]): { refused: LineOutcome['refused']; rest: number } {
  const refused = outcome.flatMap((one) => one.refused)
  const leftOut = outcome.reduce((sum, one) => sum + one.leftOut.length, 0)
  return { refused, rest: lines.flatMap(datesOf).length - leftOut - refused.length }
}

/** Which dates a refusal names; undefined when it names none. */
export function outcomeIn(body: Readonly<Record<string, unknown>>): LineOutcome[] | undefined {
  const { lines } = body
  return Array.isArray(lines) && lines.every((line: unknown) => typeof line === 'object' && line !== null && 'refused' in line)
    ? (lines as LineOutcome[])
    : undefined
}
