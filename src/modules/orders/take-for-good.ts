import type { Trx } from '#db/connect.ts'
import { freeSpaces, keepSpaces, retakeSpaces } from '#modules/availability/store.ts'
import type { LockedOrder } from './order-store.ts'

/** Makes the floor of a paid booking permanent: what it still holds, or what is free again. False when any of it is gone. */
export async function takeForGood(trx: Trx, order: LockedOrder, now: Date): Promise<boolean> {
  // A parked item has no spaces: it waits for staff, and stays paid for.
  const items = order.items.filter(({ parked }) => !parked)
  // The hold of a period that the desk sells after its start goes on until it ends.
  const isHeld = order.payBefore !== null && order.payBefore > now
  if (order.items.length === 0 || (!isHeld && items.some(({ period }) => period.start <= now))) return false
  const ids = items.map(({ id }) => id)
  const expected = items.reduce((sum, { spaces }) => sum + spaces, 0)
  // Makes held rows permanent first, so that a concurrent order cannot clear them as lapsed.
  if ((await keepSpaces(trx, ids)) === expected) return true
  const isTaken = await retakeSpaces(trx, items, order.memberId, now)
  if (!isTaken) await freeSpaces(trx, ids, now)
  return isTaken
}
