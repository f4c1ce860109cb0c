import type { DbOrTrx } from '#db/connect.ts'
import { dayOf } from '#lib/zone.ts'
import { pricedIdentity } from '#modules/accounts/identity-store.ts'
import { findPeople } from '#modules/orders/person-search-store.ts'
import { readQuery } from '#modules/orders/line-rules.ts'
import { sql } from 'kysely'
import type { VoucherKind } from '#modules/tills/way-rules.ts'
import type { MoneyWay } from '#modules/payments/rules.ts'

export type CounterPerson = {
  memberId: string
  name: string
  mobile: string
  isMobileProven: boolean
  email: string | null
  isGuest: boolean
  /** The identity that the prices of this person follow today. */
  identityId: number
  identityTw: string
  identityEn: string
  suspendedUntil: Date | null
}

/** Guests, and members who have confirmed their address. */
const canBook = sql`m.closed_at is null and (m.is_guest or m.email_confirmed_at is not null)`

type FoundAtCounter = Pick<CounterPerson, 'memberId' | 'name' | 'mobile' | 'isGuest'>
const peopleAtMost = 8

/** Who can book, found as the console's search finds people: the counter must not add somebody whom another screen knows. */
export async function findWhoCanBook(db: DbOrTrx, words: string): Promise<FoundAtCounter[]> {
  const found = await findPeople(db, readQuery(words), canBook)
  const people = new Map(found.map(({ id, name, mobile, isGuest }) => [id, { memberId: id, name, mobile, isGuest }]))
  return [...people.values()].slice(0, peopleAtMost)
}

export async function findPerson(db: DbOrTrx, id: string, now: Date): Promise<CounterPerson | undefined> {
  const { rows } = await sql<CounterPerson>`
    select p.*, i.name_tw as "identityTw", i.name_en as "identityEn", suspended_until(p."memberId", ${now}) as "suspendedUntil"
    from (
      select m.id as "memberId", m.name, b.mobile, not b.mobile_unproven as "isMobileProven", m.email, m.is_guest as "isGuest", ${pricedIdentity(dayOf(now))} as "identityId"
      from priced_members m join members b on b.id = m.id
      where m.id = ${id} and ${canBook}
    ) as p join identities i on i.id = p."identityId"`.execute(db)
  return rows[0]
}

/** Whether somebody was checked in with this order. */
export async function isCheckedIn(db: DbOrTrx, orderNo: string): Promise<boolean> {
  const { rows } = await sql`
    select from orders o join order_items i on i.order_id = o.id where o.order_no = ${orderNo} and i.checked_in_at is not null limit 1`.execute(
    db,
  )
  return rows.length > 0
}

export type ReceiptOrder = { id: string; memberId: string; name: string; mobile: string; isGuest: boolean; payments: OrderPayment[] }

/** Who ordered, and every movement of money of the order. */
export async function findReceipt(db: DbOrTrx, orderNo: string): Promise<ReceiptOrder | undefined> {
  const { rows } = await sql<Omit<ReceiptOrder, 'payments'>>`
    select o.id, m.id as "memberId", m.name, m.mobile, m.is_guest as "isGuest"
    from orders o join members m on m.id = o.member_id where o.order_no = ${orderNo}`.execute(db)
  const order = rows[0]
  if (!order) return undefined
  return { ...order, payments: await readPayments(db, order.id) }
}

export type OrderPayment = {
  way: MoneyWay
  kind: 'payment' | 'refund'
  amount: number
  at: Date
  given: number | null
  /** Which kind of voucher it was paid by. */
  voucher: VoucherKind | null
  /** Of the terminal's slip, or of the voucher. */
  reference: string | null
  /** The provider's number of an online payment. */
  tradeNo: string | null
  till: string | null
  /** Who took it at the desk. */
  by: string | null
}

/** Every movement of an order's money. The audit log names who took a card at the terminal or a voucher, in the transaction of the payment. */
export async function readPayments(db: DbOrTrx, orderId: string): Promise<OrderPayment[]> {
  const { rows } = await sql<OrderPayment>`
    select l.way, l.kind, l.amount, l.at, r.given, case when l.way = 'voucher' then a.method end as voucher,
      case when l.way in ('terminal', 'voucher') and l.kind = 'payment' then a.gateway_trade_no end as reference,
      case when l.way in ('card', 'transfer') and l.kind = 'payment' then a.gateway_trade_no end as "tradeNo", t.name as till,
      coalesce(b.name, (select g.actor_name from audit_log g join orders o on o.order_no = g.subject_id
        where l.way in ('terminal', 'voucher') and l.kind = 'payment' and o.id = l.order_id and g.subject_kind = 'order'
          and g.action in ('order.paid_at_desk', 'order.placed') and g.at = l.at limit 1)) as by
    from ledger l
    left join payment_attempts a on a.id = l.attempt_id
    left join tills t on t.id = l.till_id
    left join till_rows r on r.till_id = l.till_id and l.kind = 'payment' and l.way = 'cash' and r.kind = 'sale' and r.idempotency_key = a.trade_no
    left join members b on b.id = r.by
    where l.order_id = ${orderId} order by l.id`.execute(db)
  return rows
}

const usedShown = 3

/** Orders that vouchers of this kind and number have paid for, the newest first. */
export async function findOrdersByVoucher(db: DbOrTrx, kind: VoucherKind, reference: string): Promise<string[]> {
  const { rows } = await sql<{ orderNo: string }>`
    select o.order_no as "orderNo" from payment_attempts a join orders o on o.id = a.order_id
    where a.provider = 'desk' and lower(a.gateway_trade_no) = lower(${reference}) and a.method = ${kind} and a.state = 'paid'
    group by o.id order by max(a.settled_at) desc limit ${usedShown}`.execute(db)
  return rows.map(({ orderNo }) => orderNo)
}
