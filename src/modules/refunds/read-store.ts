import type { DbOrTrx } from '#db/connect.ts'
import { sqlWords } from '#db/words.ts'
import type { PlainLine } from '#modules/orders/line-rules.ts'
import { plainLines } from '#modules/orders/line-store.ts'
import { deskMethods, voucherKinds, type DeskMethod } from '#modules/tills/way-rules.ts'
import { sql, type RawBuilder } from 'kysely'
import { readOpenPartsOf } from './part-store.ts'
import { isUnsettledBefore } from './try-store.ts'
import { deskWayOf, payableAtDesk, type paidAtDesk, type RefundPart, type RefundCause, type RefundState, type RefundWay } from './rules.ts'

export type ReadRefundItem = {
  itemId: string | null
  /** Of a line without floor that was given back. */
  line: Pick<PlainLine, 'words' | 'count'> | null
  courtId: number | null
  start: Date | null
  end: Date | null
  paid: number
  percent: number
  amount: number
  /** Of a refund for a move to a cheaper period: where the booking was, and what it costs since; the item is where it was moved to. */
  moved: (Spot & { total: number }) | null
}
type Spot = { courtId: number; start: Date; end: Date }
export type HappenedStep = { state: RefundState; at: Date; note: string }

export type ReadRefund = {
  id: string
  refundNo: string
  orderNo: string
  /** The order's lines without floor, such as a locker's rent. */
  lines: PlainLine[]
  attemptId: string | null
  memberId: string
  memberName: string
  /** Empty for a guest. */
  memberAccount: string
  /** A guest who can be reached. */
  isGuest: boolean
  cause: RefundCause
  state: RefundState
  way: RefundWay
  amount: number
  /** What of it has gone back already; the rest goes `way`. */
  wentBack: number
  reason: string
  orderKind: string
  /** Methods of the payments that it gives back. */
  methods: (string | null)[]
  /** The refund of the same payment that has to be clear before this one can go back. */
  waitsFor: string | null
  bankCode: string | null
  bankAccount: string | null
  accountName: string | null
  passbookFileId: string | null
  batchNo: number | null
  unclear: boolean
  perhapsTwice: boolean
  failure: string | null
  createdAt: Date
  changedAt: Date
  items: ReadRefundItem[]
  steps: HappenedStep[]
}

type MovedRow = { courtId: number; start: string; end: string; total: number }
type Row = Omit<ReadRefund, 'items' | 'steps'> & {
  items: (Omit<ReadRefundItem, 'start' | 'end' | 'moved'> & { start: string | null; end: string | null; moved: MovedRow | null })[]
  steps: (Omit<HappenedStep, 'at'> & { at: string })[]
}

/** One line for each item, with what was paid for it by supplements; what concerns no item is a line of its own. */
const itemLines = sql`
  select coalesce(p.item_id, d.item_id) as item_id, min(p.id) as id, (array_agg(p.line_id))[1] as line_id, sum(p.paid)::integer as paid, max(p.percent) as percent, sum(p.amount)::integer as amount
  from refund_items p left join refunds_due d on d.id = p.due_id where p.refund_id = r.id
  group by coalesce(p.item_id, d.item_id), case when coalesce(p.item_id, d.item_id) is null then p.id end`

/** The moves that a refund `r` gives the difference of for an item of `l`: they were settled at the moment at which it became due. */
const moves = sql`
  select min(v.id) as first, max(v.id) as last from item_moves v
  where r.cause = 'moved' and v.item_id = l.item_id and v.settled_at in (
    select d.created_at from refund_items p join refunds_due d on d.id = p.due_id where p.refund_id = r.id and d.item_id = l.item_id)`

const methods = sql`array(
  select distinct a.method from refund_items p join refunds_due d on d.id = p.due_id join payment_attempts a on a.id = coalesce(d.attempt_id, r.attempt_id)
  where p.refund_id = r.id and (r.state = 'refunded' or d.done_at is null))`

const waitsFor = sql`case when r.way = 'card' and r.state = 'approved' then (
  select min(u.refund_no) from refund_tries t join refunds u on u.id = t.refund_id
  where ${isUnsettledBefore(sql`r.id`)} and t.attempt_id in (
    select coalesce(d.attempt_id, r.attempt_id) from refund_items p join refunds_due d on d.id = p.due_id where p.refund_id = r.id and d.done_at is null)) end`

const columns = sql`
  r.id, r.refund_no as "refundNo", o.order_no as "orderNo", ${plainLines(sql`o.id`)} as lines, r.attempt_id as "attemptId", o.member_id as "memberId", m.name as "memberName", coalesce(m.account, '') as "memberAccount", m.is_guest and m.closed_at is null as "isGuest", r.cause, r.state, r.way, r.amount, r.went_back as "wentBack", r.reason, o.kind as "orderKind",
  ${methods} as methods, ${waitsFor} as "waitsFor", r.bank_code as "bankCode", r.bank_account as "bankAccount", r.account_name as "accountName", r.passbook_file_id as "passbookFileId", r.batch_no as "batchNo",
  r.unclear, r.perhaps_twice as "perhapsTwice", r.failure, r.created_at as "createdAt", r.changed_at as "changedAt",
  (select coalesce(json_agg(json_build_object(
    'itemId', i.id, 'line', case when n.id is not null then json_build_object('words', ${sqlWords('n.words')}, 'count', n.count) end, 'courtId', coalesce(t.to_court_id, i.court_id), 'start', lower(coalesce(t.to_during, i.during)), 'end', upper(coalesce(t.to_during, i.during)),
    'paid', l.paid, 'percent', l.percent, 'amount', l.amount,
    'moved', case when f.id is not null then json_build_object('courtId', f.from_court_id, 'start', lower(f.from_during), 'end', upper(f.from_during), 'total', t.total) end
  ) order by lower(i.during), i.court_id, l.id), '[]') from (${itemLines}) as l left join order_items i on i.id = l.item_id left join order_lines n on n.id = l.line_id
    left join lateral (${moves}) as v on true left join item_moves f on f.id = v.first left join item_moves t on t.id = v.last) as items,
  (select coalesce(json_agg(json_build_object('state', s.state, 'at', s.at, 'note', s.note) order by s.id), '[]') from refund_steps s where s.refund_id = r.id) as steps`
const from = sql`refunds r join orders o on o.id = r.order_id join members m on m.id = o.member_id`

const dateOf = (text: string | null) => (text === null ? null : new Date(text))
const fromRow = ({ items, steps, ...refund }: Row): ReadRefund => ({
  ...refund,
  items: items.map(({ start, end, moved, ...item }) => ({
    ...item,
    start: dateOf(start),
    end: dateOf(end),
    moved: moved && { ...moved, start: new Date(moved.start), end: new Date(moved.end) },
  })),
  steps: steps.map((step) => ({ ...step, at: new Date(step.at) })),
})

/** With a member: only theirs. */
export async function findRefund(db: DbOrTrx, refundNo: string, memberId?: string): Promise<ReadRefund | undefined> {
  const theirs = memberId === undefined ? sql`true` : sql`o.member_id = ${memberId}`
  const { rows } = await sql<Row>`select ${columns} from ${from} where r.refund_no = ${refundNo} and ${theirs}`.execute(db)
  return rows[0] && fromRow(rows[0])
}

export type RefundFilter = {
  memberId?: string
  orderNo?: string | undefined
  state?: RefundState | undefined
  way?: 'card' | 'bank' | undefined
  unclear?: boolean | undefined
  page: number
  pageSize: number
}

export async function findRefunds(db: DbOrTrx, filter: RefundFilter): Promise<{ refunds: ReadRefund[]; total: number }> {
  const where = sql.join(conditionsOf(filter), sql` and `)
  const { rows } = await sql<Row>`
    select ${columns} from ${from} where ${where} order by r.created_at desc, r.refund_no limit ${filter.pageSize} offset ${(filter.page - 1) * filter.pageSize}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`select count(*) as total from ${from} where ${where}`.execute(db)
  return { refunds: rows.map(fromRow), total: counted.rows[0]!.total }
}

function conditionsOf({ memberId, orderNo, state, way, unclear }: RefundFilter): RawBuilder<unknown>[] {
  return [
    sql`true`,
    ...(memberId === undefined ? [] : [sql`o.member_id = ${memberId}`]),
    ...(orderNo === undefined ? [] : [concerns(orderNo)]),
    ...(state === undefined ? [] : [sql`r.state = ${state}`]),
    ...(way === undefined ? [] : [sql`r.way = ${way}`]),
    ...(unclear === undefined ? [] : [sql`r.unclear = ${unclear}`]),
  ]
}

/** Refunds of an order; of a supplement, the refund of its booking gives it back. */
const concerns = (orderNo: string) => sql`(o.order_no = ${orderNo} or r.id in (
  select i.refund_id from orders s join refunds_due d on d.order_id = s.id join refund_items i on i.due_id = d.id where s.order_no = ${orderNo}))`

/** Whether vouchers have paid for something that a refund `r` still owes: they become no money, whatever way it was given. */
const withVoucher = sql`exists (
  select from refund_items i join refunds_due d on d.id = i.due_id and d.done_at is null join payment_attempts a on a.id = coalesce(d.attempt_id, r.attempt_id)
  where i.refund_id = r.id and a.method = any (${voucherKinds as readonly string[]}::text[]))`

/** Approved transfers that are not paid yet, without those that a card may have got. */
export async function findTransfers(db: DbOrTrx, batchNo: number | undefined): Promise<ReadRefund[]> {
  const which =
    batchNo === undefined
      ? sql`r.state in ('approved', 'processing')`
      : sql`r.batch_no = ${batchNo} and r.state in ('processing', 'refunded')`
  const { rows } = await sql<Row>`
    select ${columns} from ${from} where r.way = 'bank' and r.bank_account is not null and (r.state = 'refunded' or not r.perhaps_twice and not ${withVoucher}) and ${which} order by r.created_at, r.refund_no`.execute(
    db,
  )
  return rows.map(fromRow)
}

/** A payment that the desk gives back, as one of several of its refund. */
export type DeskPartRow = { attemptId: string; method: DeskMethod; reference: string | null; amount: number }

/** The payments among these that the desk has taken, as it gives them back: in the order in which it took them. */
export const deskPartsOf = (parts: readonly RefundPart[]): DeskPartRow[] =>
  parts
    .toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0))
    .flatMap(({ attemptId, method, reference, amount }) => {
      const taken = deskMethods.find((one) => one === method)
      return attemptId === null || taken === undefined ? [] : [{ attemptId, method: taken, reference, amount }]
    })

export type DeskRefundRow = {
  refundNo: string
  orderNo: string
  name: string
  mobile: string
  amount: number
  /** `voucher`: of any kind. */
  paidBy: (typeof paidAtDesk)[number]
  parts: DeskPartRow[]
  createdAt: Date
}

const deskRefundsAtMost = 100

/** SQL of what the desk took and has to pay out: refunds without an account that holds, by how it was paid. */
export const waitingAtDesk = sql`
  select r.id, r.refund_no, r.order_id, case when a.method = any (${voucherKinds as readonly string[]}::text[]) then 'voucher' else a.method end as method, sum(d.amount)::integer as amount, r.created_at
  from refunds r join refund_items i on i.refund_id = r.id join refunds_due d on d.id = i.due_id and d.done_at is null
  join payment_attempts a on a.id = coalesce(d.attempt_id, r.attempt_id)
  where (r.way = 'voucher' and r.state = any (${payableAtDesk.voucher}::text[]) or r.way = 'bank' and r.state = any (${payableAtDesk.bank}::text[]) or r.way = 'card' and r.state = any (${payableAtDesk.card}::text[]))
    and (r.bank_account is null or r.state <> 'approved') and a.method = any (${deskMethods as readonly string[]}::text[])
  group by 1, 2, 3, 4, r.created_at`

/** What the desk has to pay out, oldest first. */
export async function findDeskRefunds(db: DbOrTrx): Promise<DeskRefundRow[]> {
  const { rows } = await sql<Omit<DeskRefundRow, 'parts'> & { id: string }>`
    select r.id, r.refund_no as "refundNo", o.order_no as "orderNo", m.name, m.mobile, r.amount, r.method as "paidBy", r.created_at as "createdAt"
    from (${waitingAtDesk}) as r join orders o on o.id = r.order_id join members m on m.id = o.member_id
    order by r.created_at, r.refund_no, r.method limit ${deskRefundsAtMost}`.execute(db)
  const open = await readOpenPartsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, ...row }) => ({
    ...row,
    parts: deskPartsOf(open.get(id) ?? []).filter(({ method }) => deskWayOf(method) === row.paidBy),
  }))
}
