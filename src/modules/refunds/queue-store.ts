import type { Db, DbOrTrx } from '#db/connect.ts'
import { addDays, momentAt, type Day } from '#lib/zone.ts'
import { sql, type RawBuilder } from 'kysely'
import { refundNeeds, type RefundCause, type RefundNeed, type RefundState, type RefundWay } from './rules.ts'
import { isUnsigned } from './signature-store.ts'

/** What the console's list says of a refund: no account, so that a list is no look at accounts. */
export type ListedRefund = {
  id: string
  /** Microseconds since 1970, as the cursor needs them. */
  micros: string
  refundNo: string
  orderNo: string
  memberId: string
  memberName: string
  cause: RefundCause
  state: RefundState
  way: RefundWay
  amount: number
  batchNo: number | null
  hasAccount: boolean
  createdAt: Date
  changedAt: Date
  need: RefundNeed | null
  /** Whoever of the staff or the member acted last; null: the service itself. */
  changedBy: string | null
  /** Of all that match. */
  count: number
  total: number
}

/** SQL: the refund `r` is a guest's, and did not go through. */
const failedForGuest = sql`(r.state in ('failed', 'rejected')
  and exists (select from orders g join members p on p.id = g.member_id where g.id = r.order_id and p.is_guest and p.closed_at is null))`

const needOf = (above: number) => sql`
  case when r.perhaps_twice then case when exists (select from refund_tries t where t.refund_id = r.id and t.contradicts and t.outcome = 'refused') then 'denied' else 'twice' end
    when r.way = 'card' and r.state = 'processing' and r.unclear then 'answer'
    when r.state = 'requested' then 'decision'
    when ${failedForGuest} then 'failed'
    when ${isUnsigned(above)} then 'signature' end`

/**
 * SQL: under which tab a refund `r` waits for the office: it needs somebody, is ready for the bank, or is in a batch that the bank has
 * not paid. Null: nowhere. Badges, tiles and tabs all count by this.
 */
const tabOf = (above: number) => sql`
  case when ${needOf(above)} is not null then 'needs'
    when r.way = 'bank' and r.bank_account is not null then case r.state when 'approved' then 'ready' when 'processing' then 'batch' end end`
/** What may wait, by an index. */
const mayWait = sql`(r.state in ('requested', 'approved', 'processing') or r.perhaps_twice or ${failedForGuest})`

/** SQL of all refunds that wait for the office, with when they were made. Who signs decides only under which tab. */
export const waitingForOffice = sql`select r.created_at from refunds r where ${mayWait} and ${tabOf(0)} is not null`

/** Of which nobody knows whether money went back, once or twice. */
export async function countInDoubt(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from refunds r where ${mayWait} and ${needOf(0)} in ('answer', 'twice', 'denied')`.execute(db)
  return rows[0]!.count
}

const listed = (above: number) => sql`
  select r.id, (extract(epoch from r.changed_at) * 1000000)::bigint::text as micros, r.refund_no as "refundNo", o.order_no as "orderNo", o.member_id as "memberId",
    m.name as "memberName", r.cause, r.state, r.way, r.amount, r.went_back as "wentBack", r.batch_no as "batchNo", r.bank_account is not null as "hasAccount",
    r.created_at as "createdAt", r.changed_at as "changedAt", ${needOf(above)} as need
  from refunds r join orders o on o.id = r.order_id join members m on m.id = o.member_id`

/** Adds whoever acted last to rows of `listed`. */
const withWhom = (rows: RawBuilder<unknown>) => sql<ListedRefund>`
  select l.*, (select b.name from refund_steps s join members b on b.id = s.by where s.refund_id = l.id order by s.id desc limit 1) as "changedBy"
  from (${rows}) as l`

const shownAtMost = 200

/** Refunds that need somebody: cards that perhaps got their money twice, or not at all, and those without a clear answer first, then decisions, guests whose money did not go back, and second signatures; oldest first. */
export async function findNeedy(db: DbOrTrx, above: number): Promise<ListedRefund[]> {
  const { rows } = await sql<ListedRefund>`
    select w.* from (${withWhom(sql`
      select n.*, count(*) over ()::integer as count, sum(n.amount) over ()::integer as total
      from (${listed(above)} where ${mayWait} and ${tabOf(above)} = 'needs') as n`)}) as w
    order by array_position(${refundNeeds}::text[], w.need), w."createdAt", w.id limit ${shownAtMost}`.execute(db)
  return rows
}

/** Transfers that a batch would take now, of everybody or of one person, oldest first. */
export async function findReadyTransfers(db: DbOrTrx, above: number, person?: string): Promise<ListedRefund[]> {
  const whose = person === undefined ? sql`true` : sql`o.member_id = ${person}::uuid`
  const { rows } = await sql<ListedRefund>`
    select w.* from (${withWhom(sql`
      select n.*, count(*) over ()::integer as count, sum(n.amount - n."wentBack") over ()::integer as total
      from (${listed(above)} where ${mayWait} and ${tabOf(above)} = 'ready' and ${whose}) as n`)}) as w
    order by w."createdAt", w.id limit ${shownAtMost}`.execute(db)
  return rows
}

export type RefundSearch = {
  state?: RefundState | undefined
  way?: RefundWay | undefined
  batch?: number | undefined
  /** Day of the latest change. */
  day?: Day | undefined
  person?: string | undefined
  order?: string | undefined
  /** The start of a refund or order number, or a part of a name. */
  words?: string | undefined
  after?: { micros: string; id: string } | undefined
  limit: number
}

/** All refunds that match, the latest change first. One row more than `limit` says that there is a next page. */
export async function searchRefunds(db: DbOrTrx, search: RefundSearch, above: number): Promise<Omit<ListedRefund, 'count' | 'total'>[]> {
  const where = sql.join([sql`true`, ...conditionsOf(search)], sql` and `)
  const { rows } =
    await sql<ListedRefund>`${withWhom(sql`${listed(above)} where ${where} order by r.changed_at desc, r.id desc limit ${search.limit + 1}`)}
    order by l."changedAt" desc, l.id desc`.execute(db)
  return rows
}

function conditionsOf({ state, way, batch, day, person, order, words, after }: RefundSearch): RawBuilder<unknown>[] {
  return [
    ...(state === undefined ? [] : [sql`r.state = ${state}`]),
    ...(way === undefined ? [] : [sql`r.way = ${way}`]),
    ...(batch === undefined ? [] : [sql`r.batch_no = ${batch}`]),
    ...(day === undefined ? [] : [sql`r.changed_at >= ${momentAt(day, 0)} and r.changed_at < ${momentAt(addDays(day, 1), 0)}`]),
    ...(person === undefined ? [] : [sql`o.member_id = ${person}::uuid`]),
    ...(order === undefined ? [] : [sql`o.order_no = ${order}`]),
    ...(words === undefined ? [] : [named(words)]),
    ...(after === undefined
      ? []
      : [sql`(r.changed_at, r.id) < (timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond', ${after.id}::uuid)`]),
  ]
}

const named = (words: string): RawBuilder<unknown> =>
  sql`(starts_with(r.refund_no, ${words.toUpperCase()}) or starts_with(o.order_no, ${words.toUpperCase()}) or strpos(lower(m.name), ${words.toLowerCase()}) > 0)`

export type ListedBatch = {
  batchNo: number
  takenAt: Date
  takenBy: string | null
  transfers: number
  amount: number
  /** Not paid yet, and still in the batch. */
  open: number
  openAmount: number
  paid: number
  /** Numbers of those that are not in the file for the bank: a card may have got the money. */
  held: string[]
}

const batchesAtMost = 50

/** Batches, those with something open first, then the newest. */
export async function findBatches(db: DbOrTrx): Promise<ListedBatch[]> {
  const { rows } = await sql<ListedBatch>`
    select t.batch_no as "batchNo", t.taken_at as "takenAt", m.name as "takenBy", t.transfers, t.amount,
      count(r.id) filter (where r.state = 'processing')::integer as open, coalesce(sum(r.amount - r.went_back) filter (where r.state = 'processing'), 0)::integer as "openAmount",
      count(r.id) filter (where r.state = 'refunded')::integer as paid,
      coalesce(array_agg(r.refund_no order by r.refund_no) filter (where r.state = 'processing' and r.perhaps_twice), '{}') as held
    from transfer_batches t left join members m on m.id = t.taken_by left join refunds r on r.batch_no = t.batch_no
    group by t.batch_no, m.name order by (count(r.id) filter (where r.state = 'processing')) > 0 desc, t.batch_no desc limit ${batchesAtMost}`.execute(
    db,
  )
  return rows
}

/** Transfers of all batches that the bank has not paid, and that need nobody else. */
export async function countInBatches(db: DbOrTrx, above: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from refunds r where ${mayWait} and ${tabOf(above)} = 'batch'`.execute(db)
  return rows[0]!.count
}

export type RefundTry = {
  number: number
  at: Date
  outcome: 'refunded' | 'refused' | 'unclear' | null
  answer: string | null
  /** Came late, against what was decided meanwhile. */
  contradicts: boolean
}
export type RefundSignature = { deed: 'transfer' | 'again'; by: string; memberId: string; at: Date }
export type SignedStep = { state: RefundState; at: Date; note: string; by: string | null; isMember: boolean }

/** Attempts at the provider, signatures and steps of a refund, with who took them. */
export async function readHistory(
  db: DbOrTrx,
  refundId: string,
): Promise<{ tries: RefundTry[]; signatures: RefundSignature[]; steps: SignedStep[] }> {
  const [tries, signatures, steps] = await Promise.all([
    db
      .selectFrom('refund_tries')
      .select(['number', 'at', 'outcome', 'answer', 'contradicts'])
      .where('refund_id', '=', refundId)
      .orderBy('number')
      .execute(),
    sql<RefundSignature>`
      select s.deed, m.name as by, s.by as "memberId", s.at from refund_signatures s join members m on m.id = s.by where s.refund_id = ${refundId} order by s.at`.execute(
      db,
    ),
    sql<SignedStep>`
      select s.state, s.at, s.note, m.name as by, coalesce(s.by = o.member_id, false) as "isMember"
      from refund_steps s join refunds r on r.id = s.refund_id join orders o on o.id = r.order_id left join members m on m.id = s.by
      where s.refund_id = ${refundId} order by s.id`.execute(db),
  ])
  return { tries: tries as RefundTry[], signatures: signatures.rows, steps: steps.rows }
}

export type RefundedTrade = { provider: string; tradeNo: string; gatewayTradeNo: string | null; amount: number }

/** The payment that a refund gives back: the one that a late answer is about, or that was tried last; who took it, and by which numbers it is found there. */
export async function readTrade(db: DbOrTrx, refundId: string): Promise<RefundedTrade | undefined> {
  const { rows } = await sql<RefundedTrade>`
    select a.provider, a.trade_no as "tradeNo", a.gateway_trade_no as "gatewayTradeNo", a.amount from refunds r
    join payment_attempts a on a.id = coalesce(
      (select t.attempt_id from refund_tries t where t.refund_id = r.id order by t.contradicts desc, t.number desc limit 1), r.attempt_id)
    where r.id = ${refundId}`.execute(db)
  return rows[0]
}
