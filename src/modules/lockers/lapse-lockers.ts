import type { Trx } from '#db/connect.ts'
import { findReservedBy, lapseOrders } from './store.ts'
import { tellOfLocker, type LockerDeps } from './tell-of-locker.ts'

/**
 * Called with expired orders, in the transaction that expires them: ends their terms and queues the mails. The lockers
 * count as free at the deadline, without this.
 */
export const lapseLockers =
  (deps: LockerDeps) =>
  async (trx: Trx, expired: { orderId: string; kind: string }[], now: Date): Promise<void> => {
    const ids = expired.filter(({ kind }) => kind === 'locker').map(({ orderId }) => orderId)
    if (ids.length === 0) return
    await lapseOrders(trx, ids, now)
    for (const { orderId, memberId, number } of await findReservedBy(trx, ids))
      await tellOfLocker(trx, deps, { kind: 'lapsed', memberId, cause: orderId, number }, now)
  }
