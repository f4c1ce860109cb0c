import type { DbOrTrx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import { backOfItem } from '#modules/orders/refund-due-store.ts'
import { sql } from 'kysely'

/** A booking in the way of a closure. `back`: what is paid back for it. */
export type Affected = Period & {
  holderId: string
  kind: 'order' | 'preorder'
  /** unpaid: an order that waits for its payment. held: a date of a pre-order, not paid yet. */
  state: 'unpaid' | 'paid' | 'held'
  orderId: string | null
  orderNo: string | null
  memberId: string
  name: string
  mobile: string
  isGuest: boolean
  isClub: boolean
  facilityId: number
  courtId: number | null
  /** The spaces on which it is in the way. */
  spaces: number[]
  back: number
  payBefore: Date | null
  isCheckedIn: boolean
}

/** Spaces at times, as parallel arrays for one statement. */
export type Floor = { spaces: number[]; periods: Period[] }

/**
 * Bookings on this floor that the centre may cancel, in order of time, in one statement. `holders`: only these. `inNoClosure`:
 * without those that a closure is about to cancel.
 */
export async function readAffected(
  db: DbOrTrx,
  { spaces, periods }: Floor,
  now: Date,
  { holders = null, inNoClosure = false }: { holders?: string[] | null; inNoClosure?: boolean } = {},
): Promise<Affected[]> {
  const [starts, ends] = [periods.map(({ start }) => start), periods.map(({ end }) => end)]
  const { rows } = await sql<Affected>`
    select o.holder_id as "holderId", o.kind, case when o.kind = 'preorder' then 'held' when d.state = 'awaiting-payment' then 'unpaid' else 'paid' end as state,
      d.id as "orderId", d.order_no as "orderNo", m.id as "memberId", m.name, m.mobile, m.is_guest as "isGuest", o.kind = 'preorder' or d.preorder_no is not null as "isClub",
      min(p.facility_id) as "facilityId", i.court_id as "courtId", array_agg(distinct o.space_id) as spaces, lower(o.during) as start, upper(o.during) as "end",
      ${backOfItem} as back, d.pay_before as "payBefore", i.checked_in_at is not null as "isCheckedIn"
    from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) as w (start, "end")
    join held_spaces o on o.space_id = any(${spaces}::integer[]) and o.during && tstzrange(w.start, w."end") and o.held_until > ${now}
    join spaces p on p.id = o.space_id
    left join order_items i on i.id = o.holder_id and o.kind = 'order'
    left join orders d on d.id = i.order_id
    join members m on m.id = coalesce(d.member_id, o.member_id)
    where (o.kind = 'preorder' or d.state in ('awaiting-payment', 'confirmed', 'checked-in') and i.missed_at is null)
      and (${holders}::uuid[] is null or o.holder_id = any(${holders}::uuid[]))
      and (${!inNoClosure} or not exists (select from closure_items x join closures c on c.id = x.closure_id
        where x.holder_id = o.holder_id and x.state = 'waiting' and c.state = 'running'))
    group by o.holder_id, o.kind, o.during, d.id, m.id, i.id
    order by lower(o.during), i.court_id, o.holder_id`.execute(db)
  return rows
}
