import type { DbOrTrx, Trx } from '#db/connect.ts'
import { sql } from 'kysely'
import { stateNow, type OrderState } from './rules.ts'
import { inEach } from '#i18n/words.ts'
import type { PayWay } from '#modules/payments/way-rules.ts'
import type { PayableOrder } from '#modules/payments/payable-orders.ts'
import type { PlainLine } from './line-rules.ts'
import { plainLines } from './line-store.ts'
import { titleOf } from './line-texts.ts'

/** A supplement is an order for what a move to a dearer period costs besides: it belongs to one item and has none itself. */
type Supplement = { id: string; itemId: string; state: OrderState; amount: number }

/** Supplements of items, locked by id: unpaid ones first, then the paid ones, each the newest first. */
export async function lockSupplements(trx: Trx, itemIds: string[]): Promise<Supplement[]> {
  const { rows } = await sql<Supplement & { at: Date }>`
    select s.id, s.supplement_of as "itemId", s.state, s.amount, s.created_at as at from orders s
    where s.supplement_of = any (${itemIds}::uuid[]) and s.state in ('awaiting-payment', 'confirmed') order by s.id for update`.execute(trx)
  const isPaid = ({ state }: Supplement) => Number(state === 'confirmed')
  return rows.toSorted((one, other) => isPaid(one) - isPaid(other) || other.at.getTime() - one.at.getTime())
}

export async function writeAmount(db: DbOrTrx, orderId: string, amount: number): Promise<void> {
  await db.updateTable('orders').set({ amount }).where('id', '=', orderId).execute()
}

/** A paid order costs less: one of its items was moved to a cheaper period. */
export async function lowerAmount(db: DbOrTrx, orderId: string, by: number): Promise<void> {
  await sql`update orders set amount = amount - ${by} where id = ${orderId}`.execute(db)
}

/** Locks the supplements of an order's items, by id: none of them is paid while the caller decides what goes back. */
export async function lockSupplementsOf(trx: Trx, orderId: string): Promise<void> {
  await sql`
    select from orders where supplement_of in (select id from order_items where order_id = ${orderId}) order by id for update`.execute(trx)
}

/** The item that a supplement is for: false when it was cancelled. */
export async function isItemActive(db: DbOrTrx, supplementId: string): Promise<boolean> {
  const { rows } = await sql<{ active: boolean }>`
    select i.state = 'active' as active from orders s join order_items i on i.id = s.supplement_of where s.id = ${supplementId}`.execute(db)
  return rows[0]?.active ?? false
}

/** Paid for the order and for the supplements of these items, minus what is owed back or was sent back. */
export async function readFreeMoney(db: DbOrTrx, orderId: string, itemIds: string[] = []): Promise<number> {
  const { rows } = await sql<{ free: number }>`
    with these as (select ${orderId}::uuid as id union all select id from orders where supplement_of = any (${itemIds}::uuid[]))
    select ((select coalesce(sum(l.amount), 0) from ledger l join these t on t.id = l.order_id where l.kind = 'payment')
      - (select coalesce(sum(d.amount), 0) from refunds_due d join these t on t.id = d.order_id))::integer as free`.execute(db)
  return rows[0]!.free
}

/** `byNumber`: kinds whose orders can be paid by a bank or store number although they have no periods. */
export async function findPayable(
  db: DbOrTrx,
  by: { id: string } | { orderNo: string },
  byNumber: string[],
  now: Date,
): Promise<PayableOrder | undefined> {
  const wanted = 'id' in by ? sql`o.id = ${by.id}` : sql`o.order_no = ${by.orderNo}`
  const { rows } = await sql<Omit<PayableOrder, 'title'> & { lines: PlainLine[] }>`
    select o.id, o.order_no as "orderNo", ${plainLines(sql`o.id`)} as lines, o.member_id as "memberId", o.state, o.amount, o.pay_before as "payBefore", o.created_at as "placedAt",
      coalesce((select min(i.day) from order_items i where i.order_id = o.id and i.state = 'active'), case when o.kind = any (${byNumber}::text[]) then (o.pay_before at time zone 'Asia/Taipei')::date end) as "firstDay",
      (select coalesce(sum(r.amount), 0)::integer from refunds_due r where r.order_id = o.id and r.done_at is null) as "refundDue"
    from orders o where ${wanted}`.execute(db)
  if (!rows[0]) return undefined
  const { lines, ...order } = rows[0]
  const title = lines.length === 0 ? null : inEach((locale) => titleOf(lines, locale)!)
  return { ...order, title, state: stateNow(order.state, order.payBefore, now) }
}

/** The way by which a member has paid last, or has got a number to pay by. */
export async function findLastWay(db: DbOrTrx, memberId: string): Promise<PayWay | undefined> {
  const row = await db
    .selectFrom('payment_attempts as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .select('a.way')
    .where('o.member_id', '=', memberId)
    .where('a.state', 'in', ['paid', 'number-issued'])
    .where('a.way', 'is not', null)
    .orderBy('a.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.way as PayWay | undefined
}

/** The deadline of an unpaid order whose bookings were moved. */
export async function writePayBefore(db: DbOrTrx, id: string, until: Date): Promise<void> {
  await db
    .updateTable('orders')
    .set({ pay_before: until, warned_at: null })
    .where('id', '=', id)
    .where('state', '=', 'awaiting-payment')
    .execute()
}

/** The deadline is only ever moved later. */
export async function prolongPayBefore(db: DbOrTrx, id: string, until: Date): Promise<void> {
  await db
    .updateTable('orders')
    .set({ pay_before: until })
    .where('id', '=', id)
    .where('state', '=', 'awaiting-payment')
    .where('pay_before', '<', until)
    .execute()
}

/** Facilities whose boards show this order: those of its items; of a supplement those of its item, of a top-up also where it was and goes. */
export async function readFacilityIds(db: DbOrTrx, id: string): Promise<number[]> {
  const { rows } = await sql<{ facilityId: number }>`
    select distinct c.facility_id as "facilityId" from order_items i join courts c on c.id = i.court_id
    where i.order_id = ${id} or i.id = (select supplement_of from orders where id = ${id})
    union select c.facility_id from pending_moves p join courts c on c.id = p.to_court_id or c.id in (select v.from_court_id from item_moves v where v.item_id = p.item_id)
    where p.order_id = ${id}`.execute(db)
  return rows.map(({ facilityId }) => facilityId)
}
