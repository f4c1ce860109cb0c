import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { readLimits } from '#modules/settings/store.ts'
import { noteLocker } from './event-store.ts'
import { lockerOrder } from './locker-order.ts'
import { payBefore, type Term } from './rules.ts'
import { findLocker, insertRental, type Ordered } from './store.ts'

export type RentRefusal =
  | { code: 'no_such_locker' }
  | { code: 'no_such_term' }
  | { code: 'locker_taken' }
  | { code: 'one_locker_each' }
  | { code: 'idempotency_key_reused' }
  | { code: 'no_such_member' }

export type RentRequest = { memberId: string; lockerId: number; term: Term; idempotencyKey: string }

/** Reserves a locker until the payment deadline; one statement decides who gets it. */
export async function rentLocker({ db }: { db: Db }, request: RentRequest, now: Date): Promise<Result<Ordered, RentRefusal>> {
  return inTransaction<Ordered, RentRefusal>(db, async (trx) => {
    const locker = await findLocker(trx, request.lockerId)
    if (!locker) return refuse({ code: 'no_such_locker' })
    const { payDays } = (await readLimits(trx)).lockers
    const order = lockerOrder(request, { locker, deposit: locker.deposit, target: request.lockerId }, now)
    const placed = await insertRental(trx, order, request.lockerId, payBefore(payDays, null, now), now)
    if ('refused' in placed) return refuse({ code: placed.refused === 'key_reused' ? 'idempotency_key_reused' : placed.refused })
    if (!placed.again)
      await noteLocker(
        trx,
        request.memberId,
        { kind: 'reserved', number: locker.number, orderNo: placed.orderNo, amount: placed.amount, payBefore: placed.payBefore },
        now,
      )
    return ok(placed)
  })
}
