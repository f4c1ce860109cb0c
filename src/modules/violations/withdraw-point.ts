import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { isOneself } from '#modules/accounts/store.ts'
import { notePoints } from './event-store.ts'
import { takePointAway } from './give-points.ts'
import { findOwnerOfPoint, lockPoints } from './store.ts'

export type WithdrawRefusal = { code: 'point_removed' } | { code: 'own_card' }

/** Staff withdraw a point with a reason; a suspension with too few points left is lifted. */
export async function withdrawPoint(
  db: Db,
  { pointId, reason, by }: { pointId: string; reason: string; by: string },
  audit: Audit,
  now: Date,
): Promise<Result<void, WithdrawRefusal>> {
  return inTransaction<void, WithdrawRefusal>(db, async (trx) => {
    const memberId = await findOwnerOfPoint(trx, pointId)
    if (memberId === undefined) return refuse({ code: 'point_removed' })
    if (await isOneself(trx, memberId, by)) return refuse({ code: 'own_card' })
    await lockPoints(trx, [memberId])
    // Behind the lock: somebody may have removed it while this waited.
    if ((await findOwnerOfPoint(trx, pointId)) === undefined) return refuse({ code: 'point_removed' })
    const { lifted } = await takePointAway(trx, pointId, { removal: 'withdrawn', by }, now)
    await notePoints(trx, [{ kind: 'withdrawn', violationId: pointId, lifted, memberId }], now)
    const subject = { kind: 'member', id: memberId }
    await audit(trx, { action: 'point.withdrawn', subject, after: { suspensionLifted: lifted }, note: reason })
    return ok(undefined)
  })
}
