import { anyOf } from '#db/any-of.ts'
import type { DbOrTrx } from '#db/connect.ts'
import { sql } from 'kysely'

export type RefundDue = {
  id: string
  orderId: string
  attemptId: string | null
  amount: number
  reason: 'venue-cancelled' | 'late-payment' | 'double-payment' | 'given-back' | 'deposit' | 'asked' | 'moved'
  cause: string
  itemId?: string
}

/** SQL of what goes back for the item `i` when the centre cancels it: the sum that `readBack` has payment by payment. */
export const backOfItem = sql<number>`(select coalesce(sum(b.amount), 0)::integer from back_of_item(i.id) as b)`

/** What goes back for an item, to the payment that brought it. `orderId`: its order, or a supplement of the item. */
export type Back = { itemId: string; orderId: string; attemptId: string | null; method: string | null; amount: number }

/** What goes back for items that the centre is about to cancel, the oldest payment first. The caller has locked their supplements. */
export async function readBack(db: DbOrTrx, itemIds: string[]): Promise<Back[]> {
  const { rows } = await sql<Back>`
    select i.id as "itemId", b.order_id as "orderId", b.attempt_id as "attemptId", a.method, b.amount
    from unnest(${itemIds}::uuid[]) with ordinality as i (id, n), back_of_item(i.id) as b join orders o on o.id = b.order_id
    left join payment_attempts a on a.id = b.attempt_id
    order by o.created_at, o.id, i.n`.execute(db)
  return rows
}

/** Writes a due refund; `cause` is unique, so it is written once. */
export async function insertRefundDue(db: DbOrTrx, due: RefundDue, now: Date): Promise<void> {
  await db
    .insertInto('refunds_due')
    .values({
      id: due.id,
      order_id: due.orderId,
      attempt_id: due.attemptId,
      amount: due.amount,
      reason: due.reason,
      cause: due.cause,
      item_id: due.itemId ?? null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .execute()
}

/** What was marked as paid out did not go back. */
export async function reopenRefundDues(db: DbOrTrx, ids: string[]): Promise<void> {
  await db.updateTable('refunds_due').set({ done_at: null }).where('id', '=', anyOf(ids)).execute()
}

/** Marks dues as paid out. */
export async function closeRefundDues(db: DbOrTrx, ids: string[], now: Date): Promise<void> {
  await db.updateTable('refunds_due').set({ done_at: now }).where('id', '=', anyOf(ids)).where('done_at', 'is', null).execute()
}
