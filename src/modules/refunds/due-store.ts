import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'
import type { RefundCause } from './rules.ts'

export type OpenDue = {
  id: string
  attemptId: string | null
  /** How the payment was made that it gives back. */
  method: string | null
  reason: RefundCause
  amount: number
  /** The item that goes back as a whole; null for a part of its price and for its supplements. */
  itemId: string | null
  paid: number
}

/** The order of a due's booking: of a supplement that was paid, the order of the item that it is for. */
const bookingOf = sql`coalesce((select i.order_id from orders s join order_items i on i.id = s.supplement_of where s.id = d.order_id), d.order_id)`

/** What came back, or is to, with their members' moves of these bookings to cheaper periods: what staff move counts for nothing in the terms. */
export async function readMovedBack(db: DbOrTrx, itemIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ itemId: string; amount: number }>`
    select d.item_id as "itemId", sum(d.amount)::integer as amount from refunds_due d
    where d.reason = 'moved' and d.item_id = any (${itemIds}::uuid[])
      and exists (select from item_moves v where v.item_id = d.item_id and v.kind = 'member' and v.settled_at = d.created_at)
    group by d.item_id`.execute(db)
  return new Map(rows.map(({ itemId, amount }) => [itemId, amount]))
}

/** Orders with dues that have no refund yet, oldest first. */
export async function findOrdersWithOpenDues(db: DbOrTrx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ orderId: string }>`
    select b.order_id as "orderId" from refunds_due d cross join lateral (select ${bookingOf} as order_id) as b
    where d.done_at is null and not exists (select from refund_items i where i.due_id = d.id)
    group by b.order_id order by min(d.created_at) limit ${limit}`.execute(db)
  return rows.map(({ orderId }) => orderId)
}

/**
 * Dues of an order and of the supplements of its items that have no refund yet; the order's own first. Of an item that several payments
 * paid for, the first due stands for the item; what the others give back, they have paid.
 */
export async function readOpenDues(db: DbOrTrx, orderId: string): Promise<OpenDue[]> {
  const { rows } = await sql<OpenDue>`
    select o.id, o.attempt_id as "attemptId", o.method, o.reason, o.amount, case when o.n = 1 then o.item_id end as "itemId",
      case when o.n = 1 then greatest(o.amount, o.price - (o.whole - o.amount)) else o.amount end as paid
    from (
    select d.id, d.attempt_id, a.method, d.reason, d.amount, w.item_id, d.order_id <> ${orderId} as is_other, d.created_at,
      coalesce(i.price + i.light_fee + i.deposit, 0) as price,
      case when w.item_id is null then 1 else row_number() over (partition by w.item_id order by d.cause, d.id) end as n,
      case when w.item_id is null then d.amount else (sum(d.amount) over (partition by w.item_id))::integer end as whole
    from refunds_due d left join payment_attempts a on a.id = d.attempt_id
    cross join lateral (select case when d.reason <> 'moved' and d.order_id = ${orderId} then d.item_id end as item_id) as w
    left join order_items i on i.id = w.item_id
    where d.order_id = any (array(select ${orderId}::uuid union all select s.id from order_items n join orders s on s.supplement_of = n.id where n.order_id = ${orderId}))
      and d.done_at is null and not exists (select from refund_items r where r.due_id = d.id)
    ) as o order by o.is_other, o.created_at, o.n, o.id`.execute(db)
  return rows
}
