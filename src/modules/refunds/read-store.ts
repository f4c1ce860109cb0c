import type { DbOrTrx } from '#db/connect.ts'
import { sql, type RawBuilder } from 'kysely'
import type { RefundCause, RefundState, RefundWay } from './rules.ts'

export type ReadRefundItem = {
  itemId: string | null
  courtId: number | null
  start: Date | null
  end: Date | null
  paid: number
  percent: number
  amount: number
}
export type HappenedStep = { state: RefundState; at: Date; note: string }

export type ReadRefund = {
  id: string
  refundNo: string
  orderNo: string
  /** Title of an order without periods, such as a locker's term. */
  titleTw: string | null
  titleEn: string | null
  attemptId: string | null
  memberId: string
  memberName: string
  /** Empty for a guest. */
  memberAccount: string
  cause: RefundCause
  state: RefundState
  way: RefundWay
  amount: number
  reason: string
  /** Payment method of the attempt. */
  method: string | null
  bankCode: string | null
  bankAccount: string | null
  accountName: string | null
  passbookFileId: string | null
  batchNo: number | null
  unclear: boolean
  failure: string | null
  createdAt: Date
  changedAt: Date
  items: ReadRefundItem[]
  steps: HappenedStep[]
}

type Row = Omit<ReadRefund, 'items' | 'steps'> & {
  items: (Omit<ReadRefundItem, 'start' | 'end'> & { start: string | null; end: string | null })[]
  steps: (Omit<HappenedStep, 'at'> & { at: string })[]
}

const columns = sql`
  r.id, r.refund_no as "refundNo", o.order_no as "orderNo", o.title_tw as "titleTw", o.title_en as "titleEn", r.attempt_id as "attemptId", o.member_id as "memberId", m.name as "memberName", coalesce(m.account, '') as "memberAccount", r.cause, r.state, r.way, r.amount, r.reason,
  a.method, r.bank_code as "bankCode", r.bank_account as "bankAccount", r.account_name as "accountName", r.passbook_file_id as "passbookFileId", r.batch_no as "batchNo",
  r.unclear, r.failure, r.created_at as "createdAt", r.changed_at as "changedAt",
  (select coalesce(json_agg(json_build_object(
    'itemId', l.item_id, 'courtId', i.court_id, 'start', lower(i.during), 'end', upper(i.during), 'paid', l.paid, 'percent', l.percent, 'amount', l.amount
  ) order by lower(i.during), i.court_id, l.id), '[]') from refund_items l left join order_items i on i.id = l.item_id where l.refund_id = r.id) as items,
  (select coalesce(json_agg(json_build_object('state', s.state, 'at', s.at, 'note', s.note) order by s.id), '[]') from refund_steps s where s.refund_id = r.id) as steps`
const from = sql`refunds r join orders o on o.id = r.order_id join members m on m.id = o.member_id left join payment_attempts a on a.id = r.attempt_id`

const dateOf = (text: string | null) => (text === null ? null : new Date(text))
const fromRow = ({ items, steps, ...refund }: Row): ReadRefund => ({
  ...refund,
  items: items.map((item) => ({ ...item, start: dateOf(item.start), end: dateOf(item.end) })),
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
    ...(orderNo === undefined ? [] : [sql`o.order_no = ${orderNo}`]),
    ...(state === undefined ? [] : [sql`r.state = ${state}`]),
    ...(way === undefined ? [] : [sql`r.way = ${way}`]),
    ...(unclear === undefined ? [] : [sql`r.unclear = ${unclear}`]),
  ]
}

/** Approved transfers that are not paid yet. */
export async function findTransfers(db: DbOrTrx, batchNo: number | undefined): Promise<ReadRefund[]> {
  const which =
    batchNo === undefined
      ? sql`r.state in ('approved', 'processing')`
      : sql`r.batch_no = ${batchNo} and r.state in ('processing', 'refunded')`
  const { rows } = await sql<Row>`
    select ${columns} from ${from} where r.way = 'bank' and r.bank_account is not null and ${which} order by r.created_at, r.refund_no`.execute(
    db,
  )
  return rows.map(fromRow)
}

export type DeskRefundRow = {
  refundNo: string
  orderNo: string
  name: string
  mobile: string
  amount: number
  paidBy: 'cash' | 'terminal'
  createdAt: Date
}

const deskRefundsAtMost = 100

/** Approved refunds of what was paid at the desk for which no bank account is named yet, oldest first. */
export async function findDeskRefunds(db: DbOrTrx): Promise<DeskRefundRow[]> {
  const { rows } = await sql<DeskRefundRow>`
    select r.refund_no as "refundNo", o.order_no as "orderNo", m.name, m.mobile, r.amount, a.method as "paidBy", r.created_at as "createdAt"
    from refunds r join orders o on o.id = r.order_id join members m on m.id = o.member_id join payment_attempts a on a.id = r.attempt_id
    where r.state = 'approved' and r.way = 'bank' and r.bank_account is null and a.method in ('cash', 'terminal')
    order by r.created_at, r.refund_no limit ${deskRefundsAtMost}`.execute(db)
  return rows
}
