import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { readLimits } from '#modules/settings/store.ts'
import { lockerOrder } from './locker-order.ts'
import { payBefore, type Term } from './rules.ts'
import { findLocker, insertRental, type Ordered } from './store.ts'
import { tellOfLocker, type LockerDeps } from './tell-of-locker.ts'

export type RentRefusal =
  | { code: 'no_such_locker' }
  | { code: 'locker_taken' }
  | { code: 'one_locker_each' }
  | { code: 'idempotency_key_reused' }
  | { code: 'no_such_member' }

export type RentRequest = { memberId: string; lockerId: number; term: Term; idempotencyKey: string }

/** Reserves a locker until the payment deadline; one statement decides who gets it. */
export async function rentLocker(deps: LockerDeps & { db: Db }, request: RentRequest, now: Date): Promise<Result<Ordered, RentRefusal>> {
  return inTransaction<Ordered, RentRefusal>(deps.db, async (trx) => {
    const locker = await findLocker(trx, request.lockerId)
    if (!locker) return refuse({ code: 'no_such_locker' })
    const { payDays } = (await readLimits(trx)).lockers
    const order = lockerOrder(request, { locker, deposit: locker.deposit, target: request.lockerId }, now)
    const placed = await insertRental(trx, order, request.lockerId, payBefore(payDays, null, now), now)
    if ('refused' in placed) return refuse({ code: placed.refused === 'key_reused' ? 'idempotency_key_reused' : placed.refused })
    if (!placed.again)
      await tellOfLocker(
        trx,
        deps,
        { kind: 'reserved', memberId: request.memberId, cause: placed.orderNo, number: locker.number, ...placed },
        now,
      )
    return ok(placed)
  })
}
