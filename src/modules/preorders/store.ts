import { randomUUID } from 'node:crypto'
import type { DbOrTrx } from '#db/connect.ts'
import type { Day } from '#lib/zone.ts'
import { sql } from 'kysely'
import type { DocumentKind, Line, OverCap, RefusedWhy, RequestedDate } from './rules.ts'

export type DocumentRef = { fileId: string; kind: DocumentKind }
export type RefusedDate = { line: number; date: Day; why: RefusedWhy }

/** What a community wants, priced, with what is already known not to be had. */
export type PreOrderRequest = {
  /** Of this request; a new pre-order gets it as its id. */
  unit: string
  orderNo: string
  /** There is a pre-order of this number. */
  named: boolean
  memberId: string
  roundId: number
  roundVersion: number
  catalogueVersion: number
  title: string
  purpose: string
  contactName: string
  contactPhone: string
  headcount: number
  lines: Line[]
  documents: DocumentRef[]
  /** Take what is still free, and do without the rest. */
  partial: boolean
  requestHash: string
  refusedBefore: RefusedDate[]
  dates: (RequestedDate & { id: string })[]
  /** It has let another go first already. */
  insists: boolean
  now: Date
}

/** The ids of dates that could not be had, each with why. */
export type Lost = Record<string, RefusedWhy>

export type Outcome =
  | { orderNo: string; amount: number; dates: Lost }
  | { again: true; preOrderId: string }
  | { refused: 'not_found' | 'already_submitted' | 'stale_round' | 'stale_catalogue' | 'documents_differ' | 'undecided' }
  | { refused: 'other_round'; roundId: number }
  | { refused: 'window_closed'; orderStart: string; end: string }
  | { refused: 'over_cap'; over: OverCap }
  | { refused: 'dates_taken'; dates: Lost }
  | { refused: 'suspended'; until: string }

/** Every decision of many communities in one statement: see db/functions/submit_preorders.sql. At most one request of a member. */
export async function submitPreOrders(db: DbOrTrx, requests: PreOrderRequest[]): Promise<Outcome[]> {
  const now = new Date(Math.max(...requests.map((request) => request.now.getTime())))
  const { rows } = await sql<{
    unit: string
    outcome: Outcome
  }>`select unit, outcome from submit_preorders(${JSON.stringify(requests.map(asJson))}::jsonb, ${now}::timestamptz)`.execute(db)
  const outcomes = new Map(rows.map(({ unit, outcome }) => [unit, outcome]))
  return requests.map(({ unit }) => outcomes.get(unit)!)
}

const asJson = ({ dates, insists: _, ...request }: PreOrderRequest): object => ({
  ...request,
  dates: dates.map(({ period, spaces: __, ...date }) => ({ ...date, start: period.start, end: period.end })),
})

/** One after the other for one member, whatever it is about. */
export async function lockMember(db: DbOrTrx, memberId: string): Promise<void> {
  await sql`select 1 from members where id = ${memberId} for no key update`.execute(db)
}

/** Stand otherwise than before: see db/functions/move_spaces.sql. Unless partial, whoever is refused something has to roll back. */
export async function moveDates(
  db: DbOrTrx,
  { partial, memberId }: Pick<PreOrderRequest, 'partial' | 'memberId'>,
  wanted: (RequestedDate & { id: string })[],
  leave: string[],
  now: Date,
): Promise<{ refused: Lost; undecided: boolean }> {
  const unit = randomUUID()
  const json = wanted.map(({ id, courtId, period }) => ({
    unit: partial ? id : unit,
    holder: id,
    court: courtId,
    from: period.start,
    to: period.end,
    member: memberId,
  }))
  const moved = await sql<{
    refused: string[]
    undecided: string[]
  }>`select refused, undecided from move_spaces(${JSON.stringify(json)}::jsonb, ${leave}::uuid[], 'preorder', ${now}::timestamptz)`.execute(
    db,
  )
  const { refused, undecided } = moved.rows[0]!
  const lost = wanted
    .filter(({ id }) => refused.includes(id))
    .map(({ id, courtId, period }) => ({ id, courtId, start: period.start, end: period.end, member: memberId }))
  const { rows } = await sql<{
    id: string
    why: RefusedWhy
  }>`select id, why from why_refused(${JSON.stringify(lost)}::jsonb, ${now}::timestamptz)`.execute(db)
  return { refused: Object.fromEntries(rows.map(({ id, why }) => [id, why])), undecided: undecided.length > 0 }
}

/** By which a copy of the round or of the catalogue shows whether it is still true. */
export async function readVersions(db: DbOrTrx, roundId: number): Promise<{ catalogueVersion: number; roundVersion: number } | undefined> {
  const { rows } = await sql<{ catalogueVersion: number; roundVersion: number }>`
    select (select (value #>> '{}')::integer from settings where key = 'catalogue_version') as "catalogueVersion", version as "roundVersion" from rounds where id = ${roundId}`.execute(
    db,
  )
  return rows[0]
}

/** The days that a community holds in a round by other pre-orders than this one. */
export async function readHeldDays(
  db: DbOrTrx,
  { memberId, roundId, except }: { memberId: string; roundId: number; except: string | undefined },
  now: Date,
): Promise<Day[]> {
  const { rows } = await sql<{ day: Day }>`
    select d.day from preorder_dates d join preorders p on p.id = d.preorder_id
    where d.member_id = ${memberId} and d.round_id = ${roundId} and d.state = 'held' and p.order_no is distinct from ${except ?? null}
      and exists (select from held_spaces o where o.holder_id = d.id and o.held_until > ${now})`.execute(db)
  return rows.map(({ day }) => day)
}
