import { randomUUID } from 'node:crypto'
import type { DbOrTrx } from '#db/connect.ts'
import type { Day } from '#lib/zone.ts'
import { sql } from 'kysely'
import type { DocumentKind, Line, OverCap, RefusedWhy, RequestedDate } from './rules.ts'

export type DocumentRef = { fileId: string; kind: DocumentKind }
export type RefusedDate = { line: number; date: Day; why: RefusedWhy }

/** A checked and priced request, with the dates that are refused already. */
export type PreOrderRequest = {
  /** Id of the request, and of the pre-order that it creates. */
  unit: string
  orderNo: string
  /** The number is of an existing draft. */
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
  /** Accept the dates that are free when others are not. */
  partial: boolean
  requestHash: string
  refusedBefore: RefusedDate[]
  dates: (RequestedDate & { id: string })[]
  /** Has waited for one batch already (see allocate.ts). */
  insists: boolean
  now: Date
}

/** Refused dates by id, with the reason. */
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

/**
 * Decides many requests in one statement, at most one of each member: see db/functions/submit_allowed_preorders.sql and
 * submit_preorders.sql.
 */
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

/** Serialises the requests of one member. */
export async function lockMember(db: DbOrTrx, memberId: string): Promise<void> {
  await sql`select 1 from members where id = ${memberId} for no key update`.execute(db)
}

/**
 * Replaces a pre-order's spaces in place: see db/functions/move_spaces.sql. Unless partial, the caller rolls back when a
 * date is refused.
 */
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

/** Current versions, to detect a stale cache. */
export async function readVersions(db: DbOrTrx, roundId: number): Promise<{ catalogueVersion: number; roundVersion: number } | undefined> {
  const { rows } = await sql<{ catalogueVersion: number; roundVersion: number }>`
    select (select (value #>> '{}')::integer from settings where key = 'catalogue_version') as "catalogueVersion", version as "roundVersion" from rounds where id = ${roundId}`.execute(
    db,
  )
  return rows[0]
}

/** Days that the community holds in the round by its other pre-orders. */
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
