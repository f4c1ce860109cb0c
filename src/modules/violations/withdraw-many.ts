import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { dayOf } from '#lib/zone.ts'
import { isOneself, readOwnIds } from '#modules/accounts/store.ts'
import { findOwnerOfPoint, findOwnersOfPoints, lockPoints, notePoints } from './store.ts'
import { takePointAway } from './give-points.ts'
import { findOutagePoints, type ListedPoint } from './office-store.ts'
import type { PointKind } from './rules.ts'

const outagePointsAtMost = 1000

type Outage = { since: Date; until: Date; facility: string | undefined; kinds: readonly PointKind[] }
export type OutageRefusal = { code: 'too_many_points'; most: number }
/** `lifted`: the suspensions of these members end with it. `own`: points of whoever asks, which somebody else has to withdraw. */
type OutagePreview = { points: ListedPoint[]; lifted: ReadonlySet<string>; own: number }

/** What withdrawing the points of an outage would do: it is done, looked at, and rolled back. */
export async function previewOutage(db: Db, outage: Outage, by: string, now: Date): Promise<Result<OutagePreview, OutageRefusal>> {
  const found = await findOutagePoints(db, outage, outagePointsAtMost, now)
  if (found.length > outagePointsAtMost) return refuse({ code: 'too_many_points', most: outagePointsAtMost })
  const own = await readOwnIds(db, by)
  const points = found.filter(({ memberId }) => !own.has(memberId))
  const tried = await inTransaction<never, ReadonlySet<string>>(db, async (trx) => {
    const { lifted } = await takeAway(
      trx,
      points.map(({ id }) => id),
      by,
      now,
    )
    return refuse(lifted)
  })
  if (tried.ok) throw new Error('a preview was kept')
  return ok({ points, lifted: tried.refusal, own: found.length - points.length })
}

type WithdrawnMany = { points: number; members: number; lifted: number }

/**
 * Withdraws points together, in one transaction. Each member is told once, whatever number of points they had. Points that were
 * removed meanwhile, or by the same request before, are left: the same request again changes nothing.
 */
export async function withdrawMany(
  db: Db,
  { pointIds, reason, by }: { pointIds: string[]; reason: string; by: string },
  audit: Audit,
  now: Date,
): Promise<WithdrawnMany> {
  return db.transaction().execute(async (trx) => {
    const { byMember, lifted } = await takeAway(trx, pointIds, by, now)
    if (byMember.size === 0) return { points: 0, members: 0, lifted: 0 }
    await notePoints(
      trx,
      [...byMember].map(([memberId, violationIds]) => ({ memberId, kind: 'withdrawn-many', violationIds, lifted: lifted.has(memberId) })),
      now,
    )
    for (const [memberId, violationIds] of byMember)
      await audit(trx, {
        action: 'point.withdrawn',
        subject: { kind: 'member', id: memberId },
        after: { points: violationIds.length, suspensionLifted: lifted.has(memberId) },
        note: reason,
      })
    const done = { points: [...byMember.values()].flat().length, members: byMember.size, lifted: lifted.size }
    await audit(trx, {
      action: 'points.withdrawn',
      subject: { kind: 'points', id: dayOf(now) },
      after: { points: done.points, count: done.members, suspensionsLifted: done.lifted },
      note: reason,
    })
    return done
  })
}

/** Takes points away that are still there, but not one's own. Locks the points of all their members first, in one statement. */
async function takeAway(
  trx: Trx,
  pointIds: string[],
  by: string,
  now: Date,
): Promise<{ byMember: Map<string, string[]>; lifted: Set<string> }> {
  const owners = await findOwnersOfPoints(trx, pointIds)
  await lockPoints(
    trx,
    owners.map(({ memberId }) => memberId),
  )
  const own = await readOwnIds(trx, by)
  const byMember = new Map<string, string[]>()
  const lifted = new Set<string>()
  // Behind the locks: somebody may have removed one while this waited.
  for (const { id, memberId } of await findOwnersOfPoints(trx, pointIds)) {
    if (own.has(memberId)) continue
    const taken = await takePointAway(trx, id, { removal: 'withdrawn', by }, now)
    if (taken.lifted) lifted.add(memberId)
    byMember.set(memberId, [...(byMember.get(memberId) ?? []), id])
  }
  return { byMember, lifted }
}

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
