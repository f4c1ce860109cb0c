import type { DbOrTrx } from '#db/connect.ts'
import type { Slip } from '#modules/tills/rules.ts'
import { sql } from 'kysely'

/** Slips of the card terminal and vouchers, payments and refunds, that belong to this till, oldest first. */
export async function readSlipsOf(db: DbOrTrx, tillId: string): Promise<Slip[]> {
  const { rows } = await sql<Slip>`
    select l.id::integer, coalesce(case when l.way = 'voucher' then a.method end, l.way) as method, l.at, l.amount, o.order_no as "orderNo",
      case l.kind when 'payment' then a.gateway_trade_no
        else coalesce(l.reference, (select s.note from refund_steps s where s.refund_id = split_part(l.cause, ':', 2)::uuid and s.at = l.at and s.note <> '' order by s.id limit 1)) end as reference
    from ledger l join orders o on o.id = l.order_id left join payment_attempts a on a.id = l.attempt_id
    where l.till_id = ${tillId} and l.way in ('terminal', 'voucher') order by l.id`.execute(db)
  return rows
}
