import { randomUUID } from 'node:crypto'
import { requestHash } from '#lib/request-hash.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Day } from '#lib/zone.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { phaseOf } from '#modules/settings/window-rules.ts'
import type { About } from './draft-store.ts'
import {
  clashingLines,
  takesPreOrders,
  whyNotLine,
  requestedDates,
  type LineProblem,
  type OverCap,
  type RefusedWhy,
  type Round,
  type RequestedDate,
} from './rules.ts'
import { leaveOutClosed, type OccupancyIndex } from './season.ts'
import type { DocumentRef, PreOrderRequest, RefusedDate } from './store.ts'

export type PreOrderInput = About & {
  memberId: string
  orderNo?: string | undefined
  /** Of a new pre-order; the current round unless given. A draft belongs to its own. */
  roundId?: number | undefined
  documents: DocumentRef[]
  acceptPartial: boolean
}

/** Outcome of a line: dates held, dates refused with the reason, and closed days, which a weekly line leaves out. */
export type LineOutcome = { held: Day[]; refused: { date: Day; why: RefusedWhy }[]; leftOut: Day[] }

/** `line` counts from 0. */
export type RequestRefusal =
  | { code: 'window_closed'; orderStart: Date; end: Date }
  /** Wishes of this round are drawn: pre-orders come after the draw. */
  | { code: 'ballot_round' }
  | { code: 'lines_refused'; items: (LineProblem & { line: number })[] }
  | { code: 'dates_taken'; lines: LineOutcome[] }
  | ({ code: 'over_cap' } & OverCap)
  | { code: 'suspended'; until: Date }

type Numbered = { orderNo: string; named: boolean }

/** Checks and prices a request without the database: lines, dates, prices. */
export function prepareRequest(
  { catalogue, round, closed: closedIndex }: { catalogue: Catalogue; round: Round; closed: OccupancyIndex },
  input: PreOrderInput,
  { orderNo, named }: Numbered,
  now: Date,
): Result<PreOrderRequest, RequestRefusal> {
  if (!takesPreOrders(round)) return refuse({ code: 'ballot_round' })
  const closed = phaseOf(round, now) !== 'open'
  const windowClosed = { code: 'window_closed', orderStart: round.orderStart, end: round.end } as const
  const items = problemsOf(catalogue, round, input)
  if (items.length > 0) return refuse(closed ? windowClosed : { code: 'lines_refused', items })
  const { requested, leftOut } = leaveOutClosed(catalogue, closedIndex, input.lines, requestedDates(catalogue, round, input.lines, now))
  const empty = input.lines.flatMap((_, line) =>
    requested.some((date) => date.line === line) ? [] : [{ code: 'no_dates' as const, line }],
  )
  if (empty.length > 0) return refuse(closed ? windowClosed : { code: 'lines_refused', items: empty })
  const early = requested.flatMap(({ line, day, why }): RefusedDate[] => (why ? [{ line, date: day, why }] : []))
  const refusedBefore = [...early, ...leftOut.map((one): RefusedDate => ({ ...one, why: 'closed' }))]
  const dates = requested.filter(({ why }) => why === undefined)
  if (dates.length === 0 || (early.length > 0 && !input.acceptPartial))
    return refuse(closed ? windowClosed : { code: 'dates_taken', lines: outcomeOf(input, [], refusedBefore) })
  const { memberId, title, purpose, contactName, contactPhone, headcount, lines } = input
  return ok({
    unit: randomUUID(),
    orderNo,
    named,
    memberId,
    roundId: round.id,
    roundVersion: round.version,
    catalogueVersion: catalogue.version,
    title,
    purpose,
    contactName,
    contactPhone,
    headcount,
    lines,
    documents: [...new Map(input.documents.map((one) => [one.fileId, one])).values()],
    partial: input.acceptPartial,
    requestHash: hashOf(input),
    refusedBefore,
    dates: dates.map((date) => ({ ...date, id: randomUUID() })),
    insists: false,
    now,
  })
}

export function problemsOf(
  catalogue: Catalogue,
  round: Round,
  { lines }: Pick<PreOrderInput, 'lines'>,
): (LineProblem & { line: number })[] {
  const problems = lines.flatMap((line, n) => {
    const problem = whyNotLine(catalogue, round, line)
    return problem ? [{ ...problem, line: n }] : []
  })
  return [...problems, ...clashingLines(catalogue, round, lines).map((line) => ({ code: 'lines_overlap' as const, line }))]
}

export function outcomeOf(input: Pick<PreOrderInput, 'lines'>, held: { line: number; day: Day }[], refused: RefusedDate[]): LineOutcome[] {
  return input.lines.map((_, n) => {
    const others = refused.filter(({ line }) => line === n).toSorted((a, b) => (a.date < b.date ? -1 : 1))
    const [leftOut, lost] = [others.filter((one) => isLeftOut(input, one)), others.filter((one) => !isLeftOut(input, one))]
    return {
      held: held.filter(({ line }) => line === n).map(({ day }) => day),
      refused: lost.map(({ date, why }) => ({ date, why })),
      leftOut: leftOut.map(({ date }) => date),
    }
  })
}

/** Closed days of a weekly line are left out, not refused. */
export const isLeftOut = ({ lines }: Pick<PreOrderInput, 'lines'>, { line, why }: RefusedDate): boolean =>
  why === 'closed' && 'weekly' in lines[line]!

/** Splits a request's dates into held and refused. */
export function split(
  { dates, refusedBefore }: Pick<PreOrderRequest, 'dates' | 'refusedBefore'>,
  lost: Record<string, RefusedWhy>,
): { held: (RequestedDate & { id: string })[]; refused: RefusedDate[] } {
  const refused = dates.flatMap(({ id, line, day }): RefusedDate[] => (lost[id] ? [{ line, date: day, why: lost[id] }] : []))
  return { held: dates.filter(({ id }) => lost[id] === undefined), refused: [...refusedBefore, ...refused] }
}

const hashOf = ({ title, purpose, contactName, contactPhone, headcount, lines, documents, acceptPartial }: PreOrderInput): string =>
  requestHash([title, purpose, contactName, contactPhone, headcount, lines, documents, acceptPartial])
