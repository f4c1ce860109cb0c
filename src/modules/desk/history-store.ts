import { sql } from 'kysely'

export type SpotRow = { courtId: number; start: string; end: string }

/** Something that happened to an order or to one of its bookings, as rows of orders and their items say it. */
export type Moment = {
  at: string
  what: 'placed' | 'confirmed' | 'checked-in' | 'missed' | 'moved' | 'parked' | 'closed'
  /** Name of the staff who did it. */
  by: string | null
  reason: string
  from: SpotRow | null
  to: SpotRow | null
}

/** Columns of a Moment: what happened to the order `d`. */
export const orderMoments = sql`
  select d.created_at as at, 'placed' as what, (select name from members where id = d.placed_by) as by, '' as reason, null::json as "from", null::json as "to"
  union all select d.confirmed_at, 'confirmed', null, '', null, null where d.confirmed_at is not null
  union all select d.closed_at, 'closed', null, '', null, null where d.closed_at is not null`

/** The same for the item `i`. */
export const itemMoments = sql`
  select i.checked_in_at as at, 'checked-in' as what, (select name from members where id = i.checked_in_by) as by, '' as reason,
    null::json as "from", null::json as "to" where i.checked_in_at is not null
  union all select i.missed_at, 'missed', null, '', null, null where i.missed_at is not null
  union all select v.at, case when v.to_during is null then 'parked' else 'moved' end, b.name, v.reason,
    json_build_object('courtId', v.from_court_id, 'start', lower(v.from_during), 'end', upper(v.from_during)),
    case when v.to_during is not null then json_build_object('courtId', v.to_court_id, 'start', lower(v.to_during), 'end', upper(v.to_during)) end
    from item_moves v join members b on b.id = v.by where v.item_id = i.id`
