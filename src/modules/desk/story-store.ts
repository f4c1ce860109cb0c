import type { DbOrTrx } from '#db/connect.ts'
import type { Channel, MessageState } from '#modules/notifications/rules.ts'
import type { MoneyWay } from '#modules/payments/rules.ts'
import { readOpenPartsOf } from '#modules/refunds/part-store.ts'
import type { RefundCause, RefundPart, RefundState, RefundWay } from '#modules/refunds/rules.ts'
import { reasonOfRemoval } from '#modules/violations/office-store.ts'
import { sql } from 'kysely'
import { itemMoments, orderMoments, type Moment, type SpotRow } from './history-store.ts'

export type StoryOrder = {
  id: string
  memberId: string
  name: string
  mobile: string
  isMobileProven: boolean
  email: string | null
  isGuest: boolean
  /** The account is closed: nobody is left to be told. */
  isClosed: boolean
  /** Of a supplement: the order whose booking was moved. */
  supplementOf: string | null
  supplements: { itemId: string; orderNo: string; amount: number; paid: boolean }[]
}

/** Person and relations of an order. */
export async function findStoryOrder(db: DbOrTrx, orderNo: string): Promise<StoryOrder | undefined> {
  const { rows } = await sql<StoryOrder>`
    select d.id, m.id as "memberId", m.name, m.mobile, not m.mobile_unproven as "isMobileProven", m.email, m.is_guest as "isGuest", m.closed_at is not null as "isClosed",
      (select p.order_no from order_items i join orders p on p.id = i.order_id where i.id = d.supplement_of) as "supplementOf",
      (select coalesce(json_agg(json_build_object('itemId', i.id, 'orderNo', s.order_no, 'amount', s.amount, 'paid', s.state = 'confirmed') order by s.created_at), '[]')
        from order_items i join orders s on s.supplement_of = i.id where i.order_id = d.id and s.state in ('awaiting-payment', 'confirmed')) as supplements
    from orders d join members m on m.id = d.member_id where d.order_no = ${orderNo}`.execute(db)
  return rows[0]
}

/** `spot`: the booking that it happened to; null where the order as a whole is meant. */
export type OrderMoment = Moment & { spot: SpotRow | null }

/** What rows of the order and of its bookings say: placed, confirmed, moved, checked in, missed, closed. */
export async function readMoments(db: DbOrTrx, orderId: string): Promise<OrderMoment[]> {
  const { rows } = await sql<OrderMoment>`
    select h.*, null::json as spot from orders d cross join lateral (${orderMoments}) as h where d.id = ${orderId}
    union all
    select h.*, json_build_object('courtId', i.court_id, 'start', lower(i.during), 'end', upper(i.during))
    from order_items i cross join lateral (${itemMoments}) as h where i.order_id = ${orderId}`.execute(db)
  return rows
}

export type StoryAttempt = { at: Date; state: 'failed' | 'number-issued'; method: string | null; amount: number; failure: string | null }

/** Payments that did not come about, and numbers that were issued for paying at a bank or a store. */
export async function readAttempts(db: DbOrTrx, orderId: string): Promise<StoryAttempt[]> {
  const { rows } = await sql<StoryAttempt>`
    select coalesce(a.settled_at, a.created_at) as at, a.state, a.method, a.amount, a.failure from payment_attempts a
    where a.order_id = ${orderId} and a.state in ('failed', 'number-issued')`.execute(db)
  return rows
}

export type StorySupplement = { at: Date; orderNo: string; amount: number }

/** What moves to dearer periods cost besides. */
export async function readSupplements(db: DbOrTrx, orderId: string): Promise<StorySupplement[]> {
  const { rows } = await sql<StorySupplement>`
    select s.created_at as at, s.order_no as "orderNo", s.amount from order_items i join orders s on s.supplement_of = i.id
    where i.order_id = ${orderId}`.execute(db)
  return rows
}

export type StoryRefundStep = {
  at: Date
  state: RefundState
  note: string
  by: string | null
  refundNo: string
  amount: number
  cause: RefundCause
  reason: string
  /** How it was paid out, payment by payment; empty before it was. `reference`: of the slip or voucher that it went back with. */
  wentBack: { way: MoneyWay; amount: number; till: string | null; reference: string | null }[]
}

/** Steps of an order's refunds. Steps of one refund at one moment are one: it was asked for and approved at once. */
export async function readRefundSteps(db: DbOrTrx, orderId: string): Promise<StoryRefundStep[]> {
  const { rows } = await sql<StoryRefundStep>`
    select distinct on (r.id, s.at) s.at, s.state, s.note, b.name as by, r.refund_no as "refundNo", r.amount, r.cause, r.reason, coalesce(w."wentBack", '[]') as "wentBack"
    from refunds r join refund_steps s on s.refund_id = r.id
    left join members b on b.id = s.by
    left join lateral (
      select json_agg(json_build_object('way', l.way, 'amount', -l.amount, 'till', t.name, 'reference', l.reference) order by l.id) as "wentBack"
      from ledger l left join tills t on t.id = l.till_id
      where s.state = 'refunded' and (l.cause = 'refund:' || r.id or starts_with(l.cause, 'refund:' || r.id || ':'))) w on true
    where r.id = any (${refundsOf(orderId)}) order by r.id, s.at, s.id`.execute(db)
  return rows
}

/** SQL of the refunds of an order; of a supplement, the refund of its booking gives it back. */
const refundsOf = (orderId: string) => sql`array(
  select r.id from refunds r where r.order_id = ${orderId}
  union select i.refund_id from refunds_due d join refund_items i on i.due_id = d.id where d.order_id = ${orderId})`

export type StoryRefund = {
  id: string
  refundNo: string
  amount: number
  state: RefundState
  way: RefundWay
  hasAccount: boolean
}

/** Refunds of an order as they are now, oldest first. */
export async function readStoryRefunds(db: DbOrTrx, orderId: string): Promise<(StoryRefund & { parts: RefundPart[] })[]> {
  const { rows } = await sql<StoryRefund>`
    select r.id, r.refund_no as "refundNo", r.amount, r.state, r.way, r.bank_account is not null as "hasAccount"
    from refunds r where r.id = any (${refundsOf(orderId)}) order by r.created_at, r.refund_no`.execute(db)
  const parts = await readOpenPartsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((refund) => ({ ...refund, parts: parts.get(refund.id) ?? [] }))
}

export type StoryMessage = {
  id: string
  at: Date
  channel: Channel
  recipient: string
  subject: string | null
  state: MessageState
  error: string | null
  sentAt: Date | null
  /** Event that the letter is about; null for a payment link. */
  eventId: string | null
  topic: string
  kind: string
  by: string | null
}

/** Mails and texts about an order and its refunds with their fate; who sent one by hand, the audit log says. */
export async function readMessages(db: DbOrTrx, order: { id: string; orderNo: string; memberId: string }): Promise<StoryMessage[]> {
  const { id, orderNo, memberId } = order
  const { rows } = await sql<StoryMessage>`
    with events as (
      select e.id, e.topic, e.payload ->> 'kind' as kind from outbox e
      where e.subject_id = any (${refundsOf(id)} || array[${id}, ${memberId}]::uuid[])
        and (e.topic in ('order', 'refund') or e.payload ->> 'orderNo' = ${orderNo})
    ), written as (
      select m.*, e.id::text as event_id, e.topic, e.kind from events e join messages m on m.cause = 'outbox:' || e.id
      union all
      select m.*, e.id::text, e.topic, e.kind from events e
        join messages m on m.cause ~>=~ ('outbox:' || e.id || ':') and m.cause ~<~ ('outbox:' || e.id || ';')
      union all
      select m.*, null, 'pay-link', 'pay-link' from messages m where m.cause ~>=~ ${`pay-link:${orderNo}:`} and m.cause ~<~ ${`pay-link:${orderNo};`}
    )
    select w.id, w.created_at as at, w.channel, w.recipient, w.subject, w.state, w.last_error as error, w.sent_at as "sentAt",
      w.event_id as "eventId", w.topic, w.kind,
      (select g.actor_name from audit_log g where g.subject_kind = 'order' and g.subject_id = ${orderNo} and g.at = w.created_at
        and g.action in ('message.sent_again', 'pay_link.sent', 'order.placed') and w.cause !~ '^outbox:[0-9]+(:to:[^:]+)?$' limit 1) as by
    from written w order by w.created_at, w.id`.execute(db)
  return rows
}

export type StoryPoint = {
  at: Date
  what: 'point' | 'point-withdrawn' | 'appealed' | 'appeal-accepted' | 'appeal-rejected'
  by: string | null
  note: string
}

/** Penalty points of an order, the appeals against them, and what became of both. */
export async function readPointMoments(db: DbOrTrx, orderId: string): Promise<StoryPoint[]> {
  const { rows } = await sql<StoryPoint>`
    with points as (select v.*, a.sent_at, a.state as appeal, a.decided_at, a.decided_by, a.reason as decision
      from violations v left join appeals a on a.violation_id = v.id where v.order_id = ${orderId})
    select p.at, 'point' as what, (select name from members where id = p.given_by) as by, p.reason as note from points p
    union all select p.sent_at, 'appealed', null, '' from points p where p.sent_at is not null
    union all select p.decided_at, 'appeal-' || p.appeal, (select name from members where id = p.decided_by), p.decision from points p where p.decided_at is not null
    union all select p.removed_at, 'point-withdrawn', (select name from members where id = p.removed_by), ${reasonOfRemoval(sql`p`)}
      from points p where p.removed_at is not null and p.removal <> 'appeal'`.execute(db)
  return rows
}

export type StoryAction = {
  at: Date
  action: 'booking.cancelled' | 'order.lines_cancelled' | 'ticket.check_in_undone'
  by: string
  note: string
  before: { court?: { tw: string; en: string }; start?: string; end?: string } | null
  after: { refund?: number } | null
}

/** Actions of staff that leave no row but that of the audit log. */
export async function readActions(db: DbOrTrx, orderNo: string): Promise<StoryAction[]> {
  const { rows } = await sql<StoryAction>`
    select at, action, actor_name as by, note, before, after from audit_log
    where subject_kind = 'order' and subject_id = ${orderNo} and action in ('booking.cancelled', 'order.lines_cancelled', 'ticket.check_in_undone') order by at, id`.execute(
    db,
  )
  return rows
}
