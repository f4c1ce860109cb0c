import { sqlWords } from '#db/words.ts'
import type { Words } from '#modules/venues/rules.ts'
import { sql } from 'kysely'
import type { momentKinds } from './board-rules.ts'
import type { DbOrTrx } from '#db/connect.ts'
import type { OrderState } from '#modules/orders/rules.ts'

export type SpotRow = { courtId: number; start: string; end: string }

/** Something that happened to an order or to one of its bookings, as rows of orders and their items say it. */
export type Moment = {
  at: string
  what: (typeof momentKinds)[number]
  /** Name of the staff who did it. */
  by: string | null
  reason: string
  /** The reason that its member was told, in their language. */
  why: Words | null
  from: SpotRow | null
  to: SpotRow | null
}

/** Columns of a Moment: what happened to the order `d`. */
export const orderMoments = sql`
  select d.created_at as at, 'placed' as what, (select name from members where id = d.placed_by) as by, '' as reason, null::json as why, null::json as "from", null::json as "to"
  union all select d.confirmed_at, 'confirmed', null, '', null, null, null where d.confirmed_at is not null
  union all select d.closed_at, 'closed', null, '', null, null, null where d.closed_at is not null
  union all select d.merged_at, 'merged', g.actor_name, coalesce(g.note, ''), null, null, null
    from (select d.merged_at) as x left join audit_log g on g.action = 'person.merged' and g.at = d.merged_at and g.subject_kind = 'member'
      and g.subject_id = d.member_id::text and g.member_id <> d.member_id
    where d.merged_at is not null`

/** The same for the item `i`. */
export const itemMoments = sql`
  select i.checked_in_at as at, 'checked-in' as what, (select name from members where id = i.checked_in_by) as by, '' as reason,
    null::json as why, null::json as "from", null::json as "to" where i.checked_in_at is not null
  union all select i.missed_at, 'missed', null, '', null, null, null where i.missed_at is not null
  union all select v.at, case when v.to_during is null then 'parked' else 'moved' end, b.name, v.reason, null,
    json_build_object('courtId', v.from_court_id, 'start', lower(v.from_during), 'end', upper(v.from_during)),
    case when v.to_during is not null then json_build_object('courtId', v.to_court_id, 'start', lower(v.to_during), 'end', upper(v.to_during)) end
    from item_moves v join members b on b.id = v.by where v.item_id = i.id
  union all select i.removed_at, 'removed', (select name from members where id = i.removed_by), '',
    ${sqlWords('i.removed_reason')}, null, null where i.removed_at is not null
  union all select x.settled_at, 'removed', b.name, '', ${sqlWords('c.reason')}, null, null
    from closure_items x join closures c on c.id = x.closure_id join members b on b.id = c.created_by where x.order_id = i.order_id and x.holder_id = i.id and x.state = 'cancelled'
  union all select f.created_at, 'offered', b.name, '', ${sqlWords('c.reason')},
    json_build_object('courtId', x.court_id, 'start', lower(x.during), 'end', upper(x.during)), json_build_object('courtId', f.court_id, 'start', lower(f.during), 'end', upper(f.during))
    from closure_items x join closure_offers f on f.closure_id = x.closure_id and f.item_id = x.holder_id join closures c on c.id = x.closure_id join members b on b.id = c.created_by
    where x.order_id = i.order_id and x.holder_id = i.id and f.moves > 0
  -- Who has opened the floor again, the audit log says: facilities that closed together are opened one by one too.
  union all select f.answered_at, 'returned', (select g.actor_name from audit_log g
      where g.at = f.answered_at and g.subject_kind = 'closure' and g.action in ('closure.lifted', 'closure.withdrawn') limit 1), '', null,
    json_build_object('courtId', f.court_id, 'start', lower(f.during), 'end', upper(f.during)), json_build_object('courtId', x.court_id, 'start', lower(x.during), 'end', upper(x.during))
    from closure_items x join closure_offers f on f.closure_id = x.closure_id and f.item_id = x.holder_id
    where x.order_id = i.order_id and x.holder_id = i.id and x.state = 'kept' and f.moves > 0 and f.state = 'withdrawn'`

export type ReadBooking = {
  id: string
  orderId: string
  orderNo: string
  isOfSeason: boolean
  state: OrderState
  memberId: string
  name: string
  mobile: string
  contactName: string
  contactPhone: string
  remark: string
  courtId: number
  start: Date
  end: Date
  price: number
  lightFee: number
  deposit: number
  identityTw: string
  identityEn: string
  moves: number
  parkedAt: Date | null
  parkedBy: string | null
  itemState: 'active' | 'cancelled'
  checkedInAt: Date | null
  missedAt: Date | null
  payBefore: Date | null
  payAtDesk: boolean
  /** Of the whole order. */
  amount: number
  paid: number
  owed: number
  supplements: { orderNo: string; amount: number; paid: boolean }[]
  history: Moment[]
}

/** A booking with its person, its money and its history: one statement. */
export async function findBooking(db: DbOrTrx, id: string): Promise<ReadBooking | undefined> {
  const { rows } = await sql<ReadBooking>`
    select i.id, d.id as "orderId", d.order_no as "orderNo", d.preorder_no is not null as "isOfSeason", d.state, d.member_id as "memberId", m.name, m.mobile, d.contact_name as "contactName",
      d.contact_phone as "contactPhone", d.remark, i.court_id as "courtId", lower(i.during) as start, upper(i.during) as "end", i.price, i.light_fee as "lightFee",
      i.deposit, n.name_tw as "identityTw", n.name_en as "identityEn", i.moves, i.parked_at as "parkedAt", p.name as "parkedBy",
      i.state as "itemState", i.checked_in_at as "checkedInAt", i.missed_at as "missedAt", d.pay_before as "payBefore", d.pay_at_desk as "payAtDesk", d.amount,
      (select coalesce(sum(l.amount), 0)::integer from ledger l where l.order_id = d.id) as paid,
      (select coalesce(sum(r.amount), 0)::integer from refunds_due r where r.order_id = d.id and r.done_at is null) as owed,
      (select coalesce(json_agg(json_build_object('orderNo', s.order_no, 'amount', s.amount, 'paid', s.state = 'confirmed') order by s.created_at), '[]')
        from orders s where s.supplement_of = i.id and s.state in ('awaiting-payment', 'confirmed')) as supplements,
      (select json_agg(json_build_object('at', h.at, 'what', h.what, 'by', h.by, 'reason', h.reason, 'from', h."from", 'to', h."to") order by h.at)
        from (${orderMoments} union all ${itemMoments}) as h) as history
    from order_items i join orders d on d.id = i.order_id join members m on m.id = d.member_id join identities n on n.id = i.identity_id
    left join members p on p.id = i.parked_by
    where i.id = ${id}`.execute(db)
  return rows[0]
}
