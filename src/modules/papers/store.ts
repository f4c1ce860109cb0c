import { sql } from 'kysely'
import type { DbOrTrx } from '#db/connect.ts'
import type { Method, MoneyWay } from '#modules/payments/rules.ts'
import type { PayWay } from '#modules/payments/way-rules.ts'

/** Money of an order that came in, or, negative, went back. */
export type MoneyMove = {
  kind: 'payment' | 'refund'
  amount: number
  at: Date
  way: MoneyWay
  /** As the payer chose it, and as the provider named it. */
  payWay: PayWay | null
  method: Method | null
}

/** Money of an order and of the top-ups of its bookings, in the order in which it moved. */
export async function readMoney(db: DbOrTrx, orderNo: string): Promise<MoneyMove[]> {
  const { rows } = await sql<MoneyMove>`
    select l.kind, l.amount, l.at, l.way, a.way as "payWay", a.method
    from ledger l left join payment_attempts a on a.id = l.attempt_id
    where l.order_id in (
      select o.id from orders o where o.order_no = ${orderNo}
      union all select s.id from orders o join order_items i on i.order_id = o.id join orders s on s.supplement_of = i.id where o.order_no = ${orderNo})
    order by l.at, l.id`.execute(db)
  return rows
}

export type Buyer = { memberId: string; /** Of the club, where it is one. */ name: string }

export async function findBuyer(db: DbOrTrx, orderNo: string): Promise<Buyer | undefined> {
  const { rows } = await sql<Buyer>`
    select m.id as "memberId", coalesce(nullif(c.name, ''), m.name) as name
    from orders o join members m on m.id = o.member_id left join communities c on c.member_id = m.id and c.state = 'approved' where o.order_no = ${orderNo}`.execute(
    db,
  )
  return rows[0]
}
