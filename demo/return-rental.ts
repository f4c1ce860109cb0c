import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '#db/connect.ts'
import { dayOf } from '#lib/zone.ts'
import { moveOrder } from '#modules/orders/move-store.ts'
import { refundNumber } from '#modules/refunds/rules.ts'
import { insertRefund, insertStep } from '#modules/refunds/store.ts'

type Rental = { rentalId: string; orderId: string; attemptId: string; memberId: string; deposit: number }

/** Returns a rental and refunds its deposit some minutes later. */
export async function returnRental(trx: Trx, { rentalId, orderId, attemptId, memberId, deposit }: Rental, returnedAt: Date): Promise<void> {
  const [dueId, refundId] = [randomUUID(), randomUUID()]
  const doneAt = new Date(returnedAt.getTime() + 4 * 60_000)
  await trx
    .updateTable('locker_rentals')
    .set({ state: 'returned', closed_at: returnedAt, closed_by: memberId })
    .where('id', '=', rentalId)
    .execute()
  await moveOrder(trx, orderId, 'complete', returnedAt)
  await sql`
    insert into refunds_due (id, order_id, attempt_id, amount, reason, cause, created_at, done_at)
    select ${dueId}, order_id, ${attemptId}, ${deposit}, 'deposit', 'deposit:' || id, ${returnedAt}, ${doneAt} from locker_terms where order_id = ${orderId}`.execute(
    trx,
  )
  await insertRefund(
    trx,
    {
      id: refundId,
      refundNo: refundNumber(dayOf(returnedAt), randomBytes(7)),
      orderId,
      attemptId,
      cause: 'deposit',
      state: 'refunded',
      way: 'card',
      amount: deposit,
      reason: '',
      account: null,
      items: [{ itemId: null, dueId, paid: deposit, percent: 100, amount: deposit }],
    },
    returnedAt,
  )
  await insertStep(trx, refundId, 'approved', returnedAt)
  await insertStep(trx, refundId, 'refunded', doneAt)
  await trx
    .insertInto('ledger')
    .values({
      order_id: orderId,
      attempt_id: attemptId,
      kind: 'refund',
      way: 'card',
      amount: -deposit,
      cause: `refund:${refundId}`,
      at: doneAt,
    })
    .execute()
}
