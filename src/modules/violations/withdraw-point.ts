import type { Trx } from '#db/connect.ts'
import { takePointAway } from './give-points.ts'
import { findOwnerOfPoint, lockPoints } from './store.ts'

/** Staff withdraw a point. Undefined when there is none, or it is removed already. */
export async function withdrawPoint(
  trx: Trx,
  id: string,
  by: string,
  now: Date,
): Promise<{ memberId: string; lifted: boolean } | undefined> {
  const memberId = await findOwnerOfPoint(trx, id)
  if (memberId === undefined) return undefined
  await lockPoints(trx, [memberId])
  // Behind the lock: somebody may have removed it while this waited.
  if ((await findOwnerOfPoint(trx, id)) === undefined) return undefined
  return { memberId, ...(await takePointAway(trx, id, { removal: 'withdrawn', by }, now)) }
}
