import { anyOf } from '#db/any-of.ts'
import type { DbOrTrx } from '#db/connect.ts'

export type RefundDue = {
  id: string
  orderId: string
  attemptId: string | null
  amount: number
  reason: 'venue-cancelled' | 'late-payment' | 'double-payment' | 'given-back' | 'deposit' | 'asked' | 'moved'
  cause: string
  itemId?: string
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

/** Marks dues as paid out. */
export async function closeRefundDues(db: DbOrTrx, ids: string[], now: Date): Promise<void> {
  await db.updateTable('refunds_due').set({ done_at: now }).where('id', '=', anyOf(ids)).where('done_at', 'is', null).execute()
}
