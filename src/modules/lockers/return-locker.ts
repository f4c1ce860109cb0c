import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { cancelUnpaid } from '#modules/orders/change-order.ts'
import { moveOrder } from '#modules/orders/move-store.ts'
import { lockOrder } from '#modules/orders/order-store.ts'
import { oweBack } from '#modules/orders/refund-due-store.ts'
import { lockMember } from '#modules/accounts/admission-store.ts'
import { noteLocker } from './event-store.ts'
import { clearableFrom, whatGoesBack, type GoesBack, type PaidTerm } from './rules.ts'
import { closeRental, lapseTerm, lockRental, lockTerm, readTerms } from './store.ts'
import type { Audit } from '#http/audit.ts'
import { readLimits } from '#modules/settings/store.ts'

export type ReturnRefusal = { code: 'not_found' } | { code: 'locker_not_active' }
type Returned = { amount: number }

/** Returns a locker; it is free at once. Owes back the deposit and terms that have not begun. */
export async function returnLocker(
  { db }: { db: Db },
  { memberId, rentalId }: { memberId: string; rentalId: string },
  now: Date,
): Promise<Result<Returned, ReturnRefusal>> {
  return inTransaction<Returned, ReturnRefusal>(db, async (trx) => {
    const returned = await returnLockerIn(trx, { memberId, rentalId, by: memberId }, now)
    return returned.ok ? ok({ amount: returned.value.amount }) : returned
  })
}

/** The same in the caller's transaction, which must be rolled back when it is refused. `by`: the member, or staff at the desk. */
export async function returnLockerIn(
  trx: Trx,
  { memberId, rentalId, by }: { memberId: string; rentalId: string; by: string },
  now: Date,
): Promise<Result<Returned & { back: GoesBack[] }, ReturnRefusal>> {
  await lockMember(trx, memberId)
  await giveUpWaiting(trx, memberId, rentalId, now)
  const rental = await lockRental(trx, rentalId, memberId)
  if (!rental) return refuse({ code: 'not_found' })
  if (rental.state !== 'active' || !(await closeRental(trx, rentalId, 'returned', by, now))) return refuse({ code: 'locker_not_active' })
  const { paid } = await readTerms(trx, rentalId)
  const back = whatGoesBack(paid, now)
  for (const one of back) await oweBack(trx, one, now)
  await closeOrders(trx, paid, now)
  const amount = back.reduce((sum, one) => sum + one.amount, 0)
  await noteLocker(trx, memberId, { kind: 'returned', number: rental.number, amount }, now)
  return ok({ amount, back })
}

/** Cancels unpaid renewals. Locks orders before terms, in the same order as a payment. */
async function giveUpWaiting(trx: Trx, memberId: string, rentalId: string, now: Date): Promise<void> {
  const { waiting } = await readTerms(trx, rentalId)
  for (const orderId of waiting) {
    const order = await lockOrder(trx, orderId)
    const term = order?.memberId === memberId ? await lockTerm(trx, orderId) : undefined
    // The unpaid first term is cancelled through its order instead.
    if (!order || !term || term.isFirst) continue
    await cancelUnpaid(trx, order, now)
    await lapseTerm(trx, term.id)
  }
}

/** Closes the orders of paid terms: completed when begun, otherwise cancelled as refunded. */
async function closeOrders(trx: Trx, paid: PaidTerm[], now: Date): Promise<void> {
  for (const { orderId, startsAt } of paid) await moveOrder(trx, orderId, startsAt > now ? 'giveBackAll' : 'complete', now)
}

export type ClearRefusal = { code: 'not_found' } | { code: 'locker_not_active' } | { code: 'clear_too_early'; from: Date }

/** Staff clear an overdue locker; the deposit is kept. */
export async function clearLocker(
  { db }: { db: Db },
  { rentalId, by }: { rentalId: string; by: string },
  audit: Audit,
  now: Date,
): Promise<Result<void, ClearRefusal>> {
  return inTransaction<void, ClearRefusal>(db, async (trx) => {
    const rental = await lockRental(trx, rentalId)
    if (!rental) return refuse({ code: 'not_found' })
    if (rental.state !== 'active' || rental.endsAt === null) return refuse({ code: 'locker_not_active' })
    const from = clearableFrom(rental.endsAt, (await readLimits(trx)).lockers.clearDays)
    if (from > now) return refuse({ code: 'clear_too_early', from })
    await closeRental(trx, rentalId, 'cleared', by, now)
    await closeOrders(trx, (await readTerms(trx, rentalId)).paid, now)
    await noteLocker(trx, rental.memberId, { kind: 'cleared', number: rental.number }, now)
    await audit(trx, {
      action: 'locker.cleared',
      subject: { kind: 'locker', id: rental.number },
      after: { member: rental.memberId, endedAt: rental.endsAt },
    })
    return ok(undefined)
  })
}
