import type { Trx } from '#db/connect.ts'
import { findReservedBy, lapseOrders } from './store.ts'
import { tellOfLocker, type LockerDeps } from './tell-of-locker.ts'

/** Orders have run out; inside the transaction that says so. A locker was free again at that very second, without this. */
export const lapseLockers =
  (deps: LockerDeps) =>
  async (trx: Trx, expired: { orderId: string; kind: string }[], now: Date): Promise<void> => {
    const ids = expired.filter(({ kind }) => kind === 'locker').map(({ orderId }) => orderId)
    if (ids.length === 0) return
    await lapseOrders(trx, ids, now)
    for (const { orderId, memberId, number } of await findReservedBy(trx, ids))
      await tellOfLocker(trx, deps, { kind: 'lapsed', memberId, cause: orderId, number }, now)
  }
