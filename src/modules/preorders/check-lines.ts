import type { Db } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Day } from '#lib/zone.ts'
import { readCourts } from '#modules/availability/read-courts.ts'
import type { Occupied } from '#modules/availability/rules.ts'
import { readSuspendedUntil } from '#modules/orders/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { Catalogue, Court, Facility } from '#modules/venues/rules.ts'
import { alternativesTo, type Alternative } from './alternatives.ts'
import { findVisibleRound, type ViewRefusal } from './read-season.ts'
import { findPreOrder, type ReadPreOrder } from './read-store.ts'
import type { Rounds } from './rounds.ts'
import {
  clashingLines,
  fullestWeek,
  overCap,
  occupies,
  whyNotLine,
  requestedDates,
  type Line,
  type LineProblem,
  type OverCap,
  type RefusedWhy,
  type Round,
  type RequestedDate,
} from './rules.ts'
import { indexOccupancy, leaveOutClosed, stateIn, type OccupancyIndex, type SeasonContext } from './season.ts'
import { readHeldDays } from './store.ts'

export type CheckedDate = { date: Day; price: number; state: 'free' | RefusedWhy }
export type CheckedLine = {
  at: { facility: Facility; court: Court } | undefined
  dates: CheckedDate[]
  /** Days on which the court of a weekly line is closed. */
  leftOut: Day[]
  amount: number
  problems: LineProblem[]
  alternatives: Alternative[]
}
export type CheckedLines = {
  lines: CheckedLine[]
  over: OverCap | undefined
  suspendedUntil: Date | null
  fullestWeek: number
  amount: number
}
export type CheckDeps = { db: Db; catalogues: Catalogues; rounds: Rounds }
type Checking = { memberId: string; lines: Line[]; orderNo: string | undefined; roundId: number | undefined }

/** Dry run of submitting: the outcome of each date. Occupancy is read in one statement. */
export async function checkLines(
  deps: CheckDeps,
  { memberId, lines, orderNo, roundId }: Checking,
  now: Date,
): Promise<Result<CheckedLines, ViewRefusal>> {
  const own = orderNo === undefined ? undefined : await findPreOrder(deps.db, { orderNo, memberId }, now)
  if (orderNo !== undefined && !own) return refuse({ code: 'not_found' })
  const visible = await findVisibleRound(deps.rounds, own?.roundId ?? roundId, now)
  if (!visible.ok) return visible
  const round = visible.value
  const { catalogue, occupied } = await readOccupancy(deps, round, lines, now)
  const occupancy = indexOccupancy(withoutOwn(catalogue, occupied, own))
  const context = { memberId, now }
  const clashing = clashingLines(catalogue, round, lines)
  const checked = lines.map((line, n): CheckedLine => {
    const problem = whyNotLine(catalogue, round, line)
    const problems = [problem, clashing.includes(n) ? ({ code: 'lines_overlap' } as const) : undefined].filter((one) => one !== undefined)
    const at = catalogue.courtOf.get(line.courtId)
    if (problem) return { at, dates: [], leftOut: [], amount: 0, problems, alternatives: [] }
    const { requested, leftOut } = leaveOutClosed(catalogue, occupancy, [line], requestedDates(catalogue, round, [line], now))
    if (requested.length === 0) problems.push({ code: 'no_dates' })
    const dates = requested.map((date) => checkDate(catalogue, occupancy, date, context))
    const lost = dates.length === 0 || dates.some(({ state }) => state === 'taken' || state === 'closed')
    const others = lines.filter((_, k) => k !== n)
    const free = dates.filter(({ state }) => state === 'free')
    return {
      at,
      dates,
      leftOut: leftOut.map(({ date }) => date),
      amount: free.reduce((sum, { price }) => sum + price, 0),
      problems,
      alternatives: lost ? alternativesTo({ catalogue, round, occupancy, context }, line, { free: free.length, others }) : [],
    }
  })
  const good = lines.filter((line) => !whyNotLine(catalogue, round, line))
  const held = await readHeldDays(deps.db, { memberId, roundId: round.id, except: orderNo }, now)
  const wanted = checked.flatMap(({ dates }) =>
    dates.filter(({ state }) => state !== 'past' && state !== 'outside_round').map(({ date }) => date),
  )
  return ok({
    lines: checked,
    over: overCap(wanted, held, round.periodsPerWeek),
    suspendedUntil: takesNothingNew(own, leaveOutClosed(catalogue, occupancy, good, requestedDates(catalogue, round, good, now)).requested)
      ? null
      : await readSuspendedUntil(deps.db, memberId, now),
    fullestWeek: fullestWeek(wanted, held),
    amount: checked.reduce((sum, { amount }) => sum + amount, 0),
  })
}

async function readOccupancy(
  { db, catalogues }: CheckDeps,
  round: Round,
  lines: Line[],
  now: Date,
): Promise<{ catalogue: Catalogue; occupied: Occupied[] }> {
  const pick = (catalogue: Catalogue) => {
    const facilities = new Set(lines.flatMap(({ courtId }) => catalogue.courtOf.get(courtId)?.facility ?? []))
    return [...facilities].map((facility) => ({ facility, courts: facility.courts }))
  }
  return (await readCourts(db, catalogues, pick, [round.seasonFrom, round.seasonTo], now))!
}

/** Leaves out the dates of the pre-order that is being edited: it does not conflict with itself. */
function withoutOwn(catalogue: Catalogue, occupied: Occupied[], own: ReadPreOrder | undefined): Occupied[] {
  const held = own?.dates.filter(({ state }) => state === 'held') ?? []
  return occupied.filter(
    (one) =>
      one.memberId !== own?.memberId ||
      !held.some((date) => one.start.getTime() === date.start.getTime() && occupies(catalogue.courtOf.get(date.courtId)!.court, date)(one)),
  )
}

/** True when an edit only removes dates, which suspended members may do. */
function takesNothingNew(own: ReadPreOrder | undefined, requested: RequestedDate[]): boolean {
  if (!own || own.state === 'draft') return false
  const key = (courtId: number, { start, end }: Period) => `${courtId} ${start.getTime()} ${end.getTime()}`
  const held = new Set(own.dates.filter(({ state }) => state === 'held').map((date) => key(date.courtId, date)))
  return requested.every(({ courtId, period, why }) => why !== undefined || held.has(key(courtId, period)))
}

export function checkDate(
  catalogue: Catalogue,
  occupancy: OccupancyIndex,
  { courtId, day, period, price, lightFee, why }: RequestedDate,
  context: SeasonContext,
): CheckedDate {
  const { court } = catalogue.courtOf.get(courtId)!
  const state = stateIn(court, period, occupancy.occupiedOn(court, day), context)
  return { date: day, price: price + lightFee, state: why ?? (state === 'mine' ? 'yours' : state) }
}
