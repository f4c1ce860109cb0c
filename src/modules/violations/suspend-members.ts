import type { Trx } from '#db/connect.ts'
import { insertSuspensions, liftSuspension } from '#modules/accounts/suspension-store.ts'
import { assignPoints, findEnoughPoints, hasTooFewPoints, releasePoints } from './store.ts'

/** Suspends those of the members who have enough points that count. The caller holds the locks of their points. */
export async function suspendWhoHasEnough(
  trx: Trx,
  memberIds: string[],
  { pointsToSuspend, suspendDays }: { pointsToSuspend: number; suspendDays: number },
  now: Date,
): Promise<void> {
  const enough = await findEnoughPoints(trx, memberIds, pointsToSuspend, now)
  if (enough.length === 0) return
  const pointsOf = new Map(enough.map(({ memberId, points }) => [memberId, points]))
  const made = await insertSuspensions(trx, [...pointsOf.keys()], { points: pointsToSuspend, days: suspendDays }, now)
  for (const { id, memberId } of made) await assignPoints(trx, pointsOf.get(memberId)!, id)
}

/** Lifts a suspension that has too few points left. The caller holds the lock of the member's points. */
export async function liftIfTooFew(trx: Trx, suspensionId: string, by: string | null, now: Date): Promise<boolean> {
  if (!(await hasTooFewPoints(trx, suspensionId)) || !(await liftSuspension(trx, suspensionId, by, now))) return false
  await releasePoints(trx, suspensionId)
  return true
}
