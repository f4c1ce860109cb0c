import type { Db } from '#db/connect.ts'
import { readLimits } from '#modules/settings/store.ts'
import { findPoint, findPointList, readAppeal, readEvidence as readOrderOf, readOrderMessages } from './office-store.ts'
import { findSuspension } from './read-store.ts'

const othersAtMost = 50

/** A point with what speaks for and against it: the booking, who came, what the member was told and wrote, and their other points. */
export async function readEvidence(db: Db, pointId: string, now: Date) {
  const point = await findPoint(db, pointId)
  if (!point) return undefined
  const [{ order, items }, appeal, all, suspension, { violations: limits }] = await Promise.all([
    readOrderOf(db, pointId),
    readAppeal(db, pointId),
    findPointList(db, { person: point.memberId }, { after: undefined, limit: othersAtMost }, now),
    findSuspension(db, point.memberId, now),
    readLimits(db),
  ])
  const messages = await readOrderMessages(db, order.id)
  return { point, order, items, messages, appeal, others: all.filter(({ id }) => id !== pointId), suspension, limits }
}
export type Evidence = NonNullable<Awaited<ReturnType<typeof readEvidence>>>
