import type { DbOrTrx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import type { Occupied } from '#modules/availability/rules.ts'
import type { OrderState } from '#modules/orders/rules.ts'
import { sql } from 'kysely'

/** A holder of floor: a booking, a club's date that is not approved yet, a closure, or what is held for those who wait. */
export type HolderRow = {
  id: string
  kind: Occupied['kind']
  spaces: number[]
  courtId: number | null
  start: Date
  end: Date
  holdUntil: Date | null
  name: string | null
  booking: BookingRow | null
  club: { preOrderNo: string; title: string } | null
  closure: { tw: string; en: string } | null
}
type BookingRow = {
  orderNo: string
  isOfSeason: boolean
  state: OrderState
  payAtDesk: boolean
  isCheckedIn: boolean
  isMissed: boolean
  moves: number
  wasMoved: boolean
  remark: string
  contactName: string
  light: boolean
  /** Unpaid supplements. */
  toPay: number
}
/** Moments as ISO texts. */
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
  offeredUntil: string | null
}
export type BoardRows = { version: number; holders: HolderRow[]; parked: ParkedRow[] }

/** Unpaid supplements of an item `i`. */
export const unpaidSupplements = sql`(select coalesce(sum(s.amount), 0)::integer from orders s where s.supplement_of = i.id and s.state = 'awaiting-payment')`

/** Parked bookings of orders that are still good, the longest parked first. */
export const parkedItems = (now: Date) => sql`
  select i.id, d.order_no as "orderNo", m.name, i.court_id as "courtId", lower(i.during) as start, upper(i.during) as "end", i.minutes, i.moves,
    i.parked_at as "parkedAt", b.name as "parkedBy",
    (select f.hold_until from closure_offers f where f.item_id = i.id and f.state = 'open') as "offeredUntil"
  from order_items i join orders d on d.id = i.order_id join members m on m.id = d.member_id join members b on b.id = i.parked_by
  where i.parked_at is not null and i.state = 'active'
    and (d.state in ('confirmed', 'checked-in') or (d.state = 'awaiting-payment' and d.pay_before > ${now}))
  order by i.parked_at, i.id`

type OneRow = Omit<HolderRow, 'id' | 'booking' | 'club' | 'closure'> & {
  version: number
  /** In one of the rows. */
  parked: ParkedRow[] | null
  /** Null in the only row of a board that nothing holds. */
  id: string | null
} & { [key in keyof BookingRow]: BookingRow[key] | null } & { preOrderNo: string | null; title: string; tw: string | null; en: string }

/**
 * Everything that holds these spaces within a period, what is parked, and the catalogue's version: one statement. A row for each
 * holder, which PostgreSQL writes in half the time of JSON.
 */
export async function readBoard(db: DbOrTrx, spaceIds: number[], within: Period, now: Date): Promise<BoardRows> {
  const { rows } = await sql<OneRow>`
    with held as materialized (
      select o.holder_id, o.kind, o.during, o.member_id, o.hold_until, array_agg(o.space_id order by o.space_id) as spaces
      from held_spaces o
      where o.space_id = any (${spaceIds}::integer[]) and o.during && tstzrange(${within.start}, ${within.end}) and o.held_until > ${now}
      group by o.holder_id, o.kind, o.during, o.member_id, o.hold_until
    ), unpaid as (
      select supplement_of, sum(amount)::integer as amount from orders
      where state = 'awaiting-payment' and supplement_of is not null
      group by supplement_of
    )
    select (select (value #>> '{}')::integer from settings where key = 'catalogue_version') as version,
      case when row_number() over () = 1 then (select json_agg(parked) from (${parkedItems(now)}) as parked) end as parked,
      h.holder_id as id, h.kind, h.spaces, coalesce(i.court_id, p.court_id, b.court_id) as "courtId", lower(h.during) as start, upper(h.during) as "end",
      h.hold_until as "holdUntil", m.name, d.order_no as "orderNo", d.preorder_no is not null as "isOfSeason", d.state, d.pay_at_desk as "payAtDesk", i.checked_in_at is not null as "isCheckedIn",
      i.missed_at is not null as "isMissed", i.moves, i.moves > 0 and coalesce((select (v.from_court_id, v.from_during) <> (i.court_id, i.during) from item_moves v where v.item_id = i.id order by v.at, v.id limit 1), false) as "wasMoved", d.remark, d.contact_name as "contactName", i.light_fee > 0 as light, coalesce(u.amount, 0) as "toPay",
      q.order_no as "preOrderNo", q.title, b.reason_tw as tw, b.reason_en as en
    from (select) as board
    left join held h on true
    left join order_items i on h.kind = 'order' and i.id = h.holder_id
    left join orders d on d.id = i.order_id
    left join unpaid u on u.supplement_of = i.id
    left join preorder_dates p on h.kind = 'preorder' and p.id = h.holder_id
    left join preorders q on q.id = p.preorder_id
    left join blocks b on h.kind in ('block', 'closure') and b.id = h.holder_id
    left join members m on m.id = h.member_id
    order by lower(h.during), h.holder_id`.execute(db)
  return {
    version: rows[0]!.version,
    holders: rows.flatMap((row) => (row.id === null ? [] : holderOf(row, row.id))),
    parked: rows.find(({ parked }) => parked)?.parked ?? [],
  }
}

function holderOf(row: OneRow, id: string): HolderRow {
  const { kind, spaces, courtId, start, end, holdUntil, name, preOrderNo, title, tw, en } = row
  const booking = row.orderNo === null ? null : (row as BookingRow)
  return {
    id,
    kind,
    spaces,
    courtId,
    start,
    end,
    holdUntil,
    name,
    booking,
    club: preOrderNo === null ? null : { preOrderNo, title },
    closure: tw === null ? null : { tw, en },
  }
}
