import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'

export type AheadBooking = {
  kind: 'order' | 'preorder'
  holderId: string
  orderId: string | null
  orderNo: string
  state: 'awaiting-payment' | 'confirmed' | 'checked-in' | 'expired' | 'preorder'
  facility: string
  court: string
  courtName: { tw: string; en: string }
  start: Date
  end: Date
  who: string
  /** What was paid for it. */
  paid: number
}

/** Bookings and dates of pre-orders of these facilities that have not begun, in order of time, in one statement. */
export async function readBookingsAhead(db: DbOrTrx, facilities: string[], now: Date): Promise<AheadBooking[]> {
  const { rows } = await sql<AheadBooking>`
    with courts_of as (
      select c.id, c.code, json_build_object('tw', c.name_tw, 'en', c.name_en) as name, f.code as facility
      from courts c join facilities f on f.id = c.facility_id where f.code = any(${facilities}::text[])
    )
    select 'order' as kind, i.id as "holderId", o.id as "orderId", o.order_no as "orderNo",
      case when o.state = 'awaiting-payment' and o.pay_before <= ${now} then 'expired' else o.state end as state, c.facility, c.code as court, c.name as "courtName",
      lower(i.during) as start, upper(i.during) as "end", m.name as who,
      case when o.state in ('confirmed', 'checked-in') and exists (select from payment_attempts a where a.order_id = o.id and a.state = 'paid') then i.price + i.light_fee + i.deposit else 0 end as paid
    from order_items i join orders o on o.id = i.order_id join courts_of c on c.id = i.court_id join members m on m.id = o.member_id
    where i.state = 'active' and i.missed_at is null and lower(i.during) > ${now} and i.day >= (${now}::timestamptz at time zone 'Asia/Taipei')::date
      and o.state in ('awaiting-payment', 'confirmed', 'checked-in', 'expired')
    union all
    select 'preorder', d.id, null, p.order_no, 'preorder', c.facility, c.code, c.name, lower(d.during), upper(d.during), m.name, 0
    from preorder_dates d join preorders p on p.id = d.preorder_id join courts_of c on c.id = d.court_id join members m on m.id = d.member_id
    where d.state = 'held' and lower(d.during) > ${now} and exists (select from occupancy o where o.holder_id = d.id and o.kind = 'preorder')
    order by start, court, "holderId"`.execute(db)
  return rows
}
