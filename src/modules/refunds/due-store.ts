import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'
import type { RefundCause } from './rules.ts'

export type OpenDue = {
  id: string
  orderId: string
  attemptId: string | null
  reason: RefundCause
  amount: number
  itemId: string | null
  paid: number
}

/** Orders with dues that have no refund yet, oldest first. */
export async function findOrdersWithOpenDues(db: DbOrTrx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ orderId: string }>`
    select d.order_id as "orderId" from refunds_due d
    where d.done_at is null and not exists (select from refund_items i where i.due_id = d.id)
    group by d.order_id order by min(d.created_at) limit ${limit}`.execute(db)
  return rows.map(({ orderId }) => orderId)
}

export async function readOpenDues(db: DbOrTrx, orderId: string): Promise<OpenDue[]> {
  const { rows } = await sql<OpenDue>`
    select d.id, d.order_id as "orderId", d.attempt_id as "attemptId", d.reason, d.amount, d.item_id as "itemId",
      greatest(d.amount, coalesce(i.price + i.light_fee + i.deposit, 0)) as paid
    from refunds_due d left join order_items i on i.id = d.item_id
    where d.order_id = ${orderId} and d.done_at is null and not exists (select from refund_items r where r.due_id = d.id)
    order by d.created_at, d.id`.execute(db)
  return rows
}
