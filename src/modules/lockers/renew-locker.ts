import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { readLimits } from '#modules/settings/store.ts'
import { noteLocker } from './event-store.ts'
import { lockerOrder } from './locker-order.ts'
import { findRental } from './read-store.ts'
import { payBefore, whyNotRenew, type RenewRefusal, type Term } from './rules.ts'
import { findAnswered, insertRenewal, lapseOf, lockRental, type Ordered } from './store.ts'

export type RenewRequest = { memberId: string; rentalId: string; term: Term; idempotencyKey: string }
export type RenewalRefusal =
  | RenewRefusal
  | { code: 'no_such_term' }
  | { code: 'not_found' }
  | { code: 'idempotency_key_reused' }
  | { code: 'no_such_member' }

/** Orders one more term after the current one. Nothing changes until it is paid. */
export async function renewLocker({ db }: { db: Db }, request: RenewRequest, now: Date): Promise<Result<Ordered, RenewalRefusal>> {
  return inTransaction<Ordered, RenewalRefusal>(db, async (trx) => {
    const known = await findRental(trx, request.rentalId, now)
    if (!known) return refuse({ code: 'not_found' })
    const order = lockerOrder(request, { locker: known, deposit: null, target: request.rentalId }, now)
    const before = await findAnswered(trx, order, now)
    if (before && 'refused' in before) return refuse({ code: before.refused === 'key_reused' ? 'idempotency_key_reused' : before.refused })
    if (before) return ok(before)
    const rental = await lockRental(trx, request.rentalId, request.memberId)
    if (!rental) return refuse({ code: 'not_found' })
    await lapseOf(trx, rental, now)
    const waitingOrderNo = (await findRental(trx, rental.id, now))!.waiting?.orderNo ?? null
    const { renewDays, payDays } = (await readLimits(trx)).lockers
    const why = whyNotRenew({ ...rental, waitingOrderNo }, renewDays, now)
    if (why) return refuse(why)
    const placed = await insertRenewal(trx, order, rental.id, payBefore(payDays, rental.endsAt, now), now)
    if ('refused' in placed) return refuse({ code: placed.refused })
    await noteLocker(
      trx,
      request.memberId,
      { kind: 'renewing', number: rental.number, orderNo: placed.orderNo, amount: placed.amount, payBefore: placed.payBefore },
      now,
    )
    return ok(placed)
  })
}
