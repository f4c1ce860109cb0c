import type { DbOrTrx } from '#db/connect.ts'
import type { OrderState } from '#modules/orders/rules.ts'
import { sql } from 'kysely'

type SpotRow = { courtId: number; start: string; end: string }
export type BookingMoment = {
  at: string
  what: 'placed' | 'confirmed' | 'checked-in' | 'missed' | 'moved' | 'parked' | 'closed'
  by: string | null
  reason: string
  from: SpotRow | null
  to: SpotRow | null
}
export type ReadBooking = {
  id: string
  orderId: string
  orderNo: string
  kind: 'venue' | 'preorder'
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
  payBefore: Date | null
  paid: number
  owed: number
  supplements: { orderNo: string; amount: number; paid: boolean }[]
  history: BookingMoment[]
}

const momentsOf = sql`
  select d.created_at as at, 'placed' as what, (select name from members where id = d.placed_by) as by, '' as reason, null::json as "from", null::json as "to"
  union all select d.confirmed_at, 'confirmed', null, '', null, null where d.confirmed_at is not null
  union all select i.checked_in_at, 'checked-in', (select name from members where id = i.checked_in_by), '', null, null where i.checked_in_at is not null
  union all select i.missed_at, 'missed', null, '', null, null where i.missed_at is not null
  union all select d.closed_at, 'closed', null, '', null, null where d.closed_at is not null
  union all select v.at, case when v.to_during is null then 'parked' else 'moved' end, b.name, v.reason,
    json_build_object('courtId', v.from_court_id, 'start', lower(v.from_during), 'end', upper(v.from_during)),
    case when v.to_during is not null then json_build_object('courtId', v.to_court_id, 'start', lower(v.to_during), 'end', upper(v.to_during)) end
    from item_moves v join members b on b.id = v.by where v.item_id = i.id`

/** A booking with its person, its money and its history: one statement. */
export async function findBooking(db: DbOrTrx, id: string): Promise<ReadBooking | undefined> {
  const { rows } = await sql<ReadBooking>`
    select i.id, d.id as "orderId", d.order_no as "orderNo", d.kind, d.state, d.member_id as "memberId", m.name, m.mobile, d.contact_name as "contactName",
      d.contact_phone as "contactPhone", d.remark, i.court_id as "courtId", lower(i.during) as start, upper(i.during) as "end", i.price, i.light_fee as "lightFee",
      i.deposit, n.name_tw as "identityTw", n.name_en as "identityEn", i.moves, i.parked_at as "parkedAt", p.name as "parkedBy", d.pay_before as "payBefore",
      (select coalesce(sum(l.amount), 0)::integer from ledger l where l.order_id = d.id) as paid,
      (select coalesce(sum(r.amount), 0)::integer from refunds_due r where r.order_id = d.id and r.done_at is null) as owed,
      (select coalesce(json_agg(json_build_object('orderNo', s.order_no, 'amount', s.amount, 'paid', s.state = 'confirmed') order by s.created_at), '[]')
        from orders s where s.supplement_of = i.id and s.state in ('awaiting-payment', 'confirmed')) as supplements,
      (select json_agg(json_build_object('at', h.at, 'what', h.what, 'by', h.by, 'reason', h.reason, 'from', h."from", 'to', h."to") order by h.at)
        from (${momentsOf}) as h) as history
    from order_items i join orders d on d.id = i.order_id join members m on m.id = d.member_id join identities n on n.id = i.identity_id
    left join members p on p.id = i.parked_by
    where i.id = ${id}`.execute(db)
  return rows[0]
}
