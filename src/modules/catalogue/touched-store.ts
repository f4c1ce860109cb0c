import { sqlWords } from '#db/words.ts'
import type { DbOrTrx } from '#db/connect.ts'
import { backOfItem } from '#modules/orders/refund-due-store.ts'
import { sql } from 'kysely'
import type { BookedPeriod } from './find-touched.ts'

export type AheadBooking = {
  /** `offer`: other floor that a closure holds for a booking until its member answers; `holderId` is the offer. */
  kind: 'order' | 'preorder' | 'offer'
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
  /** What goes back for it. */
  paid: number
}

/**
 * Bookings, dates of pre-orders and floor that closures hold for bookings, of these facilities, that have not begun, in order of time, in
 * one statement. A booking that awaits its member's answer stands on the floor that is held for it, not on its own.
 */
export async function readBookingsAhead(db: DbOrTrx, facilities: string[], now: Date): Promise<AheadBooking[]> {
  const { rows } = await sql<AheadBooking>`
    with courts_of as (
      select c.id, c.code, ${sqlWords('c.name')} as name, f.code as facility
      from courts c join facilities f on f.id = c.facility_id where f.code = any(${facilities}::text[])
    )
    select 'order' as kind, i.id as "holderId", o.id as "orderId", o.order_no as "orderNo",
      case when o.state = 'awaiting-payment' and o.pay_before <= ${now} then 'expired' else o.state end as state, c.facility, c.code as court, c.name as "courtName",
      lower(i.during) as start, upper(i.during) as "end", m.name as who,
      ${backOfItem} as paid
    from order_items i join orders o on o.id = i.order_id join courts_of c on c.id = i.court_id join members m on m.id = o.member_id
    where i.state = 'active' and i.missed_at is null and lower(i.during) > ${now} and i.day >= (${now}::timestamptz at time zone 'Asia/Taipei')::date
      and o.state in ('awaiting-payment', 'confirmed', 'checked-in', 'expired')
      and not (i.parked_at is not null and exists (select from closure_offers f where f.item_id = i.id and f.state = 'open' and f.moves = i.moves and f.hold_until > ${now}))
    union all
    select 'offer', f.id, o.id, o.order_no, o.state, c.facility, c.code, c.name, lower(f.during), upper(f.during), m.name, ${backOfItem}
    from closure_offers f join order_items i on i.id = f.item_id join orders o on o.id = i.order_id join courts_of c on c.id = f.court_id join members m on m.id = f.member_id
    where f.state = 'open' and f.hold_until > ${now} and lower(f.during) > ${now} and i.state = 'active' and o.state in ('confirmed', 'checked-in')
    union all
    select 'preorder', d.id, null, p.order_no, 'preorder', c.facility, c.code, c.name, lower(d.during), upper(d.during), m.name, 0
    from preorder_dates d join preorders p on p.id = d.preorder_id join courts_of c on c.id = d.court_id join members m on m.id = d.member_id
    where d.state = 'held' and lower(d.during) > ${now} and exists (select from occupancy o where o.holder_id = d.id and o.kind = 'preorder')
    order by start, court, "holderId"`.execute(db)
  return rows
}

/** Where bookings of these facilities will be once their top-ups are paid, in time or late. */
export async function readMovesAhead(db: DbOrTrx, facilities: string[], now: Date): Promise<(BookedPeriod & { topUpId: string })[]> {
  const { rows } = await sql<BookedPeriod & { topUpId: string }>`
    select s.id as "topUpId", f.code as facility, c.code as court, lower(p.to_during) as start, upper(p.to_during) as "end"
    from pending_moves p join orders s on s.id = p.order_id join courts c on c.id = p.to_court_id join facilities f on f.id = c.facility_id
    where s.state in ('awaiting-payment', 'expired') and f.code = any(${facilities}::text[]) and lower(p.to_during) > ${now}`.execute(db)
  return rows
}
