import type { DbOrTrx } from '#db/connect.ts'
import type { MoneyWay } from '#modules/payments/rules.ts'
import { sql } from 'kysely'

export type OrderPayment = {
  way: MoneyWay
  kind: 'payment' | 'refund'
  amount: number
  at: Date
  given: number | null
  /** The terminal's reference. */
  reference: string | null
  /** The provider's number of an online payment. */
  tradeNo: string | null
  till: string | null
  /** Who took it at the desk. */
  by: string | null
}

/** Every movement of an order's money. The audit log names who took a card at the terminal, in the transaction of the payment. */
export async function readPayments(db: DbOrTrx, orderId: string): Promise<OrderPayment[]> {
  const { rows } = await sql<OrderPayment>`
    select l.way, l.kind, l.amount, l.at, r.given, case when l.way = 'terminal' and l.kind = 'payment' then a.gateway_trade_no end as reference,
      case when l.way in ('card', 'transfer') and l.kind = 'payment' then a.gateway_trade_no end as "tradeNo", t.name as till,
      coalesce(b.name, (select g.actor_name from audit_log g join orders o on o.order_no = g.subject_id
        where l.way = 'terminal' and l.kind = 'payment' and o.id = l.order_id and g.subject_kind = 'order'
          and g.action in ('order.paid_at_desk', 'order.placed') and g.at = l.at limit 1)) as by
    from ledger l
    left join payment_attempts a on a.id = l.attempt_id
    left join tills t on t.id = l.till_id
    left join till_rows r on r.till_id = l.till_id and l.kind = 'payment' and l.way = 'cash' and r.kind = 'sale' and r.idempotency_key = a.trade_no
    left join members b on b.id = r.by
    where l.order_id = ${orderId} order by l.id`.execute(db)
  return rows
}
