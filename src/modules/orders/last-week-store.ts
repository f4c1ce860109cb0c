import type { DbOrTrx } from '#db/connect.ts'
import { dayOf } from '#lib/zone.ts'
import { sql, type RawBuilder } from 'kysely'
import type { BookedBefore } from './last-week-rules.ts'

const atMost = 10

/** What a member had booked and has not given back: courts and periods of then, the earliest first. */
async function readBooked(db: DbOrTrx, memberId: string, which: RawBuilder<unknown>): Promise<BookedBefore[]> {
  const { rows } = await sql<{ orderNo: string; courtId: number; start: Date; end: Date; total: number }>`
    select o.order_no as "orderNo", i.court_id as "courtId", lower(i.during) as start, upper(i.during) as "end", i.price + i.light_fee + i.deposit as total
    from order_items i join orders o on o.id = i.order_id
    where i.member_id = ${memberId} and i.state = 'active' and ${which}
      and o.preorder_no is null and o.state in ('confirmed', 'checked-in', 'completed', 'no-show')
    order by lower(i.during), i.court_id limit ${atMost}`.execute(db)
  return rows.map(({ orderNo, courtId, start, end, total }) => ({ orderNo, courtId, period: { start, end }, total }))
}

/** The bookings of the seven days before today. */
export const readBookedInWeekBefore = (db: DbOrTrx, memberId: string, now: Date): Promise<BookedBefore[]> =>
  readBooked(db, memberId, sql`i.day between ${dayOf(now)}::date - 7 and ${dayOf(now)}::date - 1`)

/** The bookings of an order that have begun. */
export const readBegunOfOrder = (db: DbOrTrx, memberId: string, orderNo: string, now: Date): Promise<BookedBefore[]> =>
  readBooked(db, memberId, sql`o.order_no = ${orderNo} and lower(i.during) <= ${now}`)
