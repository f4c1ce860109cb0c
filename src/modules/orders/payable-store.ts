import type { DbOrTrx } from '#db/connect.ts'
import { inEach } from '#i18n/words.ts'
import type { PayableOrder } from '#modules/payments/payable-orders.ts'
import { sql } from 'kysely'
import type { PlainLine } from './line-rules.ts'
import { plainLines } from './line-store.ts'
import { titleOf } from './line-texts.ts'
import { stateNow } from './rules.ts'

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
