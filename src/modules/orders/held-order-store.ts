import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'
import type { HeldOrder } from './order-held-dates.ts'

type NewHeldOrder = Omit<HeldOrder, 'dates' | 'payBefore'> & {
  id: string
  orderNo: string
  state: 'awaiting-payment' | 'confirmed'
  amount: number
  payBefore: Date | null
}
type Item = {
  id: string
  courtId: number
  sport: string
  start: Date
  end: Date
  day: string
  minutes: number
  price: number
  lightFee: number
}

/** Hours of a season do not count towards the member's weekly and daily limits. */
export async function insertHeldOrder(db: DbOrTrx, order: NewHeldOrder, items: Item[], now: Date): Promise<void> {
  await db
    .insertInto('orders')
    .values({
      id: order.id,
      order_no: order.orderNo,
      kind: 'preorder',
      preorder_no: order.preOrderNo,
      member_id: order.memberId,
      state: order.state,
      amount: order.amount,
      pay_before: order.payBefore,
      contact_name: order.contactName,
      contact_phone: order.contactPhone,
      remark: order.remark,
      idempotency_key: `preorder:${order.preOrderNo}`,
      request_hash: '',
      placed_by: order.placedBy,
      created_at: now,
      confirmed_at: order.state === 'confirmed' ? now : null,
    })
    .execute()
  await sql`
    insert into order_items (id, order_id, member_id, court_id, sport, during, day, minutes, counts_for_quota, identity_id, price, light_fee, deposit)
    select i.id, ${order.id}, ${order.memberId}, i."courtId", i.sport, tstzrange(i.start, i."end"), i.day, i.minutes, false, ${order.identityId}, i.price, i."lightFee", 0
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i (id uuid, "courtId" integer, sport text, start timestamptz, "end" timestamptz, day date, minutes integer, price integer,
      "lightFee" integer)`.execute(db)
}
