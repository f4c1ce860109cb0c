import type { Db } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { readLimits } from '#modules/settings/store.ts'
import { noteLocker } from './event-store.ts'
import { closeOrders } from './return-locker.ts'
import { clearableFrom } from './rules.ts'
import { closeRental, lockRental, readTerms } from './store.ts'

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
