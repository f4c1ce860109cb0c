import type { Trx } from '#db/connect.ts'
import { noteLocker } from './event-store.ts'
import { findReservedBy, lapseOrders } from './store.ts'

/**
 * Called with expired orders, in the transaction that expires them: ends their terms and writes their events. The lockers
 * count as free at the deadline, without this.
 */
export async function lapseLockers(trx: Trx, expired: { orderId: string; kind: string }[], now: Date): Promise<void> {
  const ids = expired.filter(({ kind }) => kind === 'locker').map(({ orderId }) => orderId)
  if (ids.length === 0) return
  await lapseOrders(trx, ids, now)
  for (const { memberId, number } of await findReservedBy(trx, ids)) await noteLocker(trx, memberId, { kind: 'lapsed', number }, now)
}
