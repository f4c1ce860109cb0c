import type { DbOrTrx } from '#db/connect.ts'
import type { Method, MoneyWay } from '#modules/payments/rules.ts'
import type { PayWay } from '#modules/payments/way-rules.ts'
import { sql } from 'kysely'
import { balanceOf, type Balance, type BalanceLine, type Worth } from './balance.ts'
import type { RefundDue } from './refund-due-store.ts'

type Row = {
  at: Date
  amount: number
  isOwn: boolean
  way: MoneyWay | null
  payWay: PayWay | null
  method: Method | null
  reason: RefundDue['reason'] | null
  underWay: number
}

export const readBalance = async (db: DbOrTrx, order: Worth & { orderNo: string }): Promise<Balance> =>
  balanceOf(await readBalanceLines(db, order.orderNo), order)

/** Payments for an order and the top-ups of its bookings, and what goes back, as it became due; what became due at once is one line. */
export async function readBalanceLines(db: DbOrTrx, orderNo: string): Promise<BalanceLine[]> {
  const { rows } = await sql<Row>`
    with own as (select id from orders where order_no = ${orderNo}),
      these as (select id from own union all select s.id from own join order_items i on i.order_id = own.id join orders s on s.supplement_of = i.id)
    select l.at, l.amount, l.order_id in (select id from own) as "isOwn", l.way, a.way as "payWay", a.method, null as reason, 0 as "underWay"
    from ledger l left join payment_attempts a on a.id = l.attempt_id where l.kind = 'payment' and l.order_id in (select id from these)
    union all
    select d.created_at, -sum(d.amount)::integer, true, null, null, null, d.reason, coalesce(sum(d.amount) filter (where d.done_at is null), 0)::integer
    from refunds_due d where d.order_id in (select id from these) group by d.created_at, d.reason
    order by at, amount desc`.execute(db)
  return rows.map(({ at, amount, isOwn, way, payWay, method, reason, underWay }) =>
    reason === null
      ? { kind: isOwn ? 'paid' : 'topped-up', at, amount, way: way!, payWay, method }
      : { kind: 'back', at, amount, reason, underWay },
  )
}
