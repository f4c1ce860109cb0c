import { randomUUID } from 'node:crypto'
import { askFunction } from '#db/ask-function.ts'
import type { DbOrTrx, Trx } from '#db/connect.ts'
import { Taking } from '#modules/availability/store.ts'
import type { Day } from '#lib/zone.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { DocumentKind, Line, PreOrderState, RefusedWhy, RequestedDate, ShownState } from './rules.ts'

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
const Lost = z.record(z.string(), z.enum(['closed', 'yours', 'taken']))
export type Lost = Record<string, RefusedWhy>

const Refused = z.discriminatedUnion('refused', [
  z.object({ refused: z.enum(['not_found', 'already_submitted', 'stale_round', 'stale_catalogue', 'documents_differ', 'undecided']) }),
  z.object({ refused: z.literal('other_round'), roundId: z.number() }),
  z.object({ refused: z.literal('window_closed'), orderStart: z.string(), end: z.string() }),
  z.object({ refused: z.literal('over_cap'), over: z.object({ week: z.string(), periods: z.number(), allowed: z.number() }) }),
  z.object({ refused: z.literal('dates_taken'), dates: Lost }),
  z.object({ refused: z.literal('suspended'), until: z.string() }),
])
const Outcome = z.union([
  z.object({ orderNo: z.string(), amount: z.number(), dates: Lost }),
  Refused,
  z.object({ again: z.literal(true), preOrderId: z.string() }),
])
export type Outcome = z.infer<typeof Outcome>
const Submitted = z.object({ unit: z.string(), outcome: Outcome })

/** Decides many requests in one statement, at most one of each member: see db/functions/submit_preorders.sql. */
export async function submitPreOrders(db: DbOrTrx, requests: PreOrderRequest[]): Promise<Outcome[]> {
  const now = new Date(Math.max(...requests.map((request) => request.now.getTime())))
  const json = JSON.stringify(requests.map(asJson))
  const rows = await askFunction(db, Submitted, sql`select unit, outcome from submit_preorders(${json}::jsonb, ${now}::timestamptz)`)
  const outcomes = new Map(rows.map(({ unit, outcome }) => [unit, outcome]))
  return requests.map(({ unit }) => outcomes.get(unit)!)
}

const asJson = ({ dates, insists: _, ...request }: PreOrderRequest): object => ({
  ...request,
  dates: dates.map(({ period, spaces: __, ...date }) => ({ ...date, start: period.start, end: period.end })),
})

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
  const [moved] = await askFunction(
    db,
    Taking,
    sql`select refused, undecided from move_spaces(${JSON.stringify(json)}::jsonb, ${leave}::uuid[], 'preorder', ${now}::timestamptz)`,
  )
  const lost = wanted
    .filter(({ id }) => moved!.refused.includes(id))
    .map(({ id, courtId, period }) => ({ id, courtId, start: period.start, end: period.end, member: memberId }))
  const reasons = sql`select id, why from why_refused(${JSON.stringify(lost)}::jsonb, ${now}::timestamptz)`
  const rows = await askFunction(db, z.object({ id: z.string(), why: Lost.valueType }), reasons)
  return { refused: Object.fromEntries(rows.map(({ id, why }) => [id, why])), undecided: moved!.undecided.length > 0 }
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

const TakenRow = z.object({ unit: z.string(), result: z.enum(['taken', 'refused', 'undecided']), lost: Lost })
const WrittenRow = z.object({ unit: z.string(), outcome: z.object({ orderNo: z.string(), amount: z.number(), dates: Lost }) })
export type Written = { orderNo: string; amount: number; dates: Lost }

/**
 * Takes the dates of requests that something else than the clock has decided for, such as a draw, and writes the pre-orders, in
 * one transaction of the caller's, who holds the placing lock and the locks on the members. Answers nothing for a request whose
 * dates are all gone. Dates that are held for the requests already (`isHeld`) are not taken again.
 */
export async function writeDecided(
  trx: Trx,
  requests: PreOrderRequest[],
  { isHeld }: { isHeld: boolean },
  now: Date,
): Promise<(Written | undefined)[]> {
  if (requests.length === 0) return []
  const json = requests.map(asJson)
  let lost: Lost = {}
  let taken = requests.map(({ unit }) => unit)
  if (!isHeld) {
    const call = sql`select unit, result, lost from take_preorder_dates(${JSON.stringify(json)}::jsonb, ${now}::timestamptz)`
    const rows = await askFunction(trx, TakenRow, call)
    if (rows.some(({ result }) => result === 'undecided')) throw new Error('requests that were decided overlap each other')
    taken = rows.filter(({ result }) => result === 'taken').map(({ unit }) => unit)
    lost = Object.assign({}, ...rows.map((row) => row.lost))
  }
  const kept = json.filter((_, n) => taken.includes(requests[n]!.unit))
  const call = sql`select unit, outcome from write_preorders(${JSON.stringify(kept)}::jsonb, ${JSON.stringify(lost)}::jsonb)`
  const rows = kept.length === 0 ? [] : await askFunction(trx, WrittenRow, call)
  const written = new Map(rows.map(({ unit, outcome }) => [unit, outcome]))
  return requests.map(({ unit }) => written.get(unit))
}

export async function writeReview(
  db: DbOrTrx,
  id: string,
  { note, missingKinds, by }: { note: string; missingKinds: DocumentKind[]; by: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('preorders')
    .set({ review_note: note, missing_kinds: missingKinds, decided_at: now, decided_by: by })
    .where('id', '=', id)
    .execute()
}

export type PastDecision = {
  /** As written, and as shown: an approved one is confirmed once it is paid, and cancelled once its order lapses. */
  written: PreOrderState
  state: ShownState
  note: string
  missingKinds: DocumentKind[]
  decidedAt: Date | null
  decidedBy: { id: string; name: string } | null
  payOrderNo: string | null
  payBefore: Date | null
}

/** What was decided about a pre-order last, and by whom. */
export async function readDecision(db: DbOrTrx, id: string): Promise<PastDecision> {
  const { rows } = await sql<PastDecision>`
    select p.state as written,
      case when p.state = 'approved' and o.state = 'awaiting-payment' then 'approved'
        when p.state = 'approved' and o.state in ('expired', 'cancelled', 'venue-cancelled') then 'cancelled'
        when p.state = 'approved' then 'confirmed' else p.state end as state,
      p.review_note as note, p.missing_kinds as "missingKinds", p.decided_at as "decidedAt",
      (select json_build_object('id', m.id, 'name', m.name) from members m where m.id = p.decided_by) as "decidedBy",
      o.order_no as "payOrderNo", case when o.state = 'awaiting-payment' then o.pay_before end as "payBefore"
    from preorders p left join orders o on o.id = p.order_id where p.id = ${id}`.execute(db)
  return rows[0]!
}

export async function linkOrder(db: DbOrTrx, id: string, orderId: string): Promise<void> {
  await db.updateTable('preorders').set({ order_id: orderId }).where('id', '=', id).execute()
}

export async function readContactOf(db: DbOrTrx, id: string): Promise<{ contactName: string; contactPhone: string; remark: string }> {
  return db
    .selectFrom('preorders')
    .select(['contact_name as contactName', 'contact_phone as contactPhone', 'title as remark'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
