import type { Trx } from '#db/connect.ts'
import { noteLocker } from './event-store.ts'
import { findReservedBy, lapseOrders } from './store.ts'

/**
 * Called with expired orders of lockers, in the transaction that expires them: ends their terms and writes their events. The lockers
 * count as free at the deadline, without this.
 */
export async function lapseLockers(trx: Trx, expired: readonly { orderId: string }[], now: Date): Promise<void> {
  const ids = expired.map(({ orderId }) => orderId)
  if (ids.length === 0) return
  await lapseOrders(trx, ids, now)
  for (const { memberId, number } of await findReservedBy(trx, ids)) await noteLocker(trx, memberId, { kind: 'lapsed', number }, now)
}
