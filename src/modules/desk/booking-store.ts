import type { DbOrTrx } from '#db/connect.ts'
import type { OrderState } from '#modules/orders/rules.ts'
import { sql } from 'kysely'
import { itemMoments, orderMoments, type Moment } from './history-store.ts'

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
    select i.id, d.id as "orderId", d.order_no as "orderNo", d.kind, d.state, d.member_id as "memberId", m.name, m.mobile, d.contact_name as "contactName",
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
