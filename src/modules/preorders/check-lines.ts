import type { Db } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Day } from '#lib/zone.ts'
import { readCourts } from '#modules/availability/read-courts.ts'
import type { Occupied } from '#modules/availability/rules.ts'
import { readSuspendedUntil } from '#modules/orders/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { Catalogue, Court, Facility, Slot } from '#modules/venues/rules.ts'
import { findVisibleRound, type ViewRefusal } from './read-season.ts'
import { findPreOrder, type ReadPreOrder } from './read-store.ts'
import type { Rounds } from './rounds.ts'
import {
  clashingLines,
  fullestWeek,
  occupies,
  overCap,
  requestedDates,
  slotMinutesIn,
  slotsOfRound,
  whyNotLine,
  type Line,
  type LineProblem,
  type OverCap,
  type RefusedWhy,
  type RequestedDate,
  type Round,
} from './rules.ts'
import { indexOccupancy, leaveOutClosed, stateIn, type OccupancyIndex, type SeasonContext } from './season.ts'
import { readHeldDays } from './store.ts'

type CheckedDate = { date: Day; price: number; state: 'free' | RefusedWhy }
export type CheckedLine = {
  at: { facility: Facility; court: Court } | undefined
  dates: CheckedDate[]
  /** Days on which the court of a weekly line is closed. */
  leftOut: Day[]
  amount: number
  problems: LineProblem[]
  alternatives: Alternative[]
}
type CheckedLines = {
  lines: CheckedLine[]
  over: OverCap | undefined
  suspendedUntil: Date | null
  fullestWeek: number
  amount: number
}
type CheckDeps = { db: Db; catalogues: Catalogues; rounds: Rounds }
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

function checkDate(
  catalogue: Catalogue,
  occupancy: OccupancyIndex,
  { courtId, day, period, price, lightFee, why }: RequestedDate,
  context: SeasonContext,
): CheckedDate {
  const { court } = catalogue.courtOf.get(courtId)!
  const state = stateIn(court, period, occupancy.occupiedOn(court, day), context)
  return { date: day, price: price + lightFee, state: why ?? (state === 'mine' ? 'yours' : state) }
}

type Alternative = { facility: Facility; court: Court; line: Line; free: number; dates: number }
type Seen = { catalogue: Catalogue; round: Round; occupancy: OccupancyIndex; context: SeasonContext }

const alternativesAtMost = 6
const slotsAround = 2

/** Alternatives to a line with more free dates: most free dates first, then the nearest. */
function alternativesTo(
  { catalogue, round, occupancy, context }: Seen,
  line: Line,
  { free, others }: { free: number; others: Line[] },
): Alternative[] {
  const found = catalogue.courtOf.get(line.courtId)!
  const grid = { slots: slotsOfRound(round, found.facility, catalogue.holidays), slotMinutes: slotMinutesIn(round, found.facility) }
  return nearby(found.facility, found.court, line, grid)
    .filter(
      (other) => whyNotLine(catalogue, round, other) === undefined && clashingLines(catalogue, round, [...others, other]).length === 0,
    )
    .map((other) => {
      const { court } = catalogue.courtOf.get(other.courtId)!
      const requested = requestedDates(catalogue, round, [other], context.now).filter(({ why }) => why === undefined)
      const dates = leaveOutClosed(catalogue, occupancy, [other], requested).requested
      const isFree = dates.filter(({ day, period }) => stateIn(court, period, occupancy.occupiedOn(court, day), context) === 'free')
      return { facility: found.facility, court, line: other, free: isFree.length, dates: dates.length }
    })
    .filter((other) => other.free > free)
    .toSorted((a, b) => b.free - a.free)
    .slice(0, alternativesAtMost)
}

/** Candidates: other courts at the same time, then other times, then other weekdays; nearest first. */
function nearby(facility: Facility, court: Court, line: Line, { slots, slotMinutes }: { slots: Slot[]; slotMinutes: number }): Line[] {
  const courts = facility.courts
    .filter((other) => other.id !== court.id && other.spaces.length === court.spaces.length)
    .toSorted((a, b) => Math.abs(a.id - court.id) - Math.abs(b.id - court.id))
    .map((other) => ({ ...line, courtId: other.id }))
  const shifts = slots
    .map(({ start }) => start - line.start)
    .filter((shift) => shift !== 0 && Math.abs(shift) <= slotsAround * slotMinutes + 60)
    .toSorted((a, b) => Math.abs(a) - Math.abs(b))
    .slice(0, 2 * slotsAround)
    .map((shift) => ({ ...line, start: line.start + shift, end: line.end + shift }))
  const weekdays = 'weekly' in line ? [1, 2, 3, 4, 5, 6, 7].filter((one) => one !== line.weekly.weekday) : []
  return [
    ...courts,
    ...shifts,
    ...weekdays.map((weekday) => ({ ...line, weekly: { ...(line as Line & { weekly: object }).weekly, weekday, except: [] } }) as Line),
  ]
}
