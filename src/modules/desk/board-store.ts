import type { DbOrTrx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import type { Occupied } from '#modules/availability/rules.ts'
import type { OrderState } from '#modules/orders/rules.ts'
import { sql } from 'kysely'

/** A holder of floor: a booking, a club's date that is not approved yet, a closure, or what is held for those who wait. Moments as ISO texts. */
export type HolderRow = {
  id: string
  kind: Occupied['kind']
  spaces: number[]
  courtId: number | null
  start: string
  end: string
  holdUntil: string | null
  name: string | null
  booking: BookingRow | null
  club: { preOrderNo: string; title: string } | null
  closure: { tw: string; en: string } | null
}
export type BookingRow = {
  orderNo: string
  kind: 'venue' | 'preorder'
  state: OrderState
  checkedInAt: string | null
  missedAt: string | null
  moves: number
  remark: string
  contactName: string
  light: boolean
  free: boolean
  /** Unpaid supplements. */
  toPay: number
}
export type ParkedRow = {
  id: string
  orderNo: string
  name: string
  courtId: number
  start: string
  end: string
  minutes: number
  moves: number
  parkedAt: string
  parkedBy: string
}
export type BoardRow = { version: number; holders: HolderRow[] | null; parked: ParkedRow[] | null }

/** Unpaid supplements of an item `i`. */
export const unpaidSupplements = sql`(select coalesce(sum(s.amount), 0)::integer from orders s where s.supplement_of = i.id and s.state = 'awaiting-payment')`

const bookingOf = sql`
  case when d.id is not null then json_build_object('orderNo', d.order_no, 'kind', d.kind, 'state', d.state, 'checkedInAt', i.checked_in_at, 'missedAt', i.missed_at,
    'moves', i.moves, 'remark', d.remark, 'contactName', d.contact_name, 'light', i.light_fee > 0,
    'free', i.price + i.light_fee + i.deposit = 0, 'toPay', ${unpaidSupplements}) end`

/** Parked bookings of orders that are still good, the longest parked first. */
export const parkedItems = (now: Date) => sql`
  select i.id, d.order_no as "orderNo", m.name, i.court_id as "courtId", lower(i.during) as start, upper(i.during) as "end", i.minutes, i.moves,
    i.parked_at as "parkedAt", b.name as "parkedBy"
  from order_items i join orders d on d.id = i.order_id join members m on m.id = d.member_id join members b on b.id = i.parked_by
  where i.parked_at is not null and i.state = 'active'
    and (d.state in ('confirmed', 'checked-in') or (d.state = 'awaiting-payment' and d.pay_before > ${now}))
  order by i.parked_at, i.id`

/** Everything that holds these spaces within a period, what is parked, and the catalogue's version: one statement. */
export async function readBoard(db: DbOrTrx, spaceIds: number[], within: Period, now: Date): Promise<BoardRow> {
  const { rows } = await sql<BoardRow>`
    with held as materialized (
      select o.holder_id, o.kind, o.during, o.member_id, o.hold_until, array_agg(o.space_id order by o.space_id) as spaces
      from held_spaces o
      where o.space_id = any (${spaceIds}::integer[]) and o.during && tstzrange(${within.start}, ${within.end}) and o.held_until > ${now}
      group by o.holder_id, o.kind, o.during, o.member_id, o.hold_until
    )
    select (select (value #>> '{}')::integer from settings where key = 'catalogue_version') as version,
      (select json_agg(json_build_object('id', h.holder_id, 'kind', h.kind, 'spaces', h.spaces, 'courtId', coalesce(i.court_id, p.court_id, b.court_id),
          'start', lower(h.during), 'end', upper(h.during), 'holdUntil', h.hold_until, 'name', m.name, 'booking', ${bookingOf},
          'club', case when p.id is not null then json_build_object('preOrderNo', q.order_no, 'title', q.title) end,
          'closure', case when b.id is not null then json_build_object('tw', b.reason_tw, 'en', b.reason_en) end) order by lower(h.during), h.holder_id)
        from held h
        left join order_items i on h.kind = 'order' and i.id = h.holder_id
        left join orders d on d.id = i.order_id
        left join preorder_dates p on h.kind = 'preorder' and p.id = h.holder_id
        left join preorders q on q.id = p.preorder_id
        left join blocks b on h.kind in ('block', 'closure') and b.id = h.holder_id
        left join members m on m.id = h.member_id) as holders,
      (select json_agg(parked) from (${parkedItems(now)}) as parked) as parked`.execute(db)
  return rows[0]!
}
