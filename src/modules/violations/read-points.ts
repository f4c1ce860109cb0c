import type { Db } from '#db/connect.ts'
import { readLimits, readNeverSuspended } from '#modules/settings/store.ts'
import type { Limits } from '#modules/settings/rules.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { Court, Facility } from '#modules/venues/rules.ts'
import { findPoints, findSuspension, type ReadPoint, type Suspension } from './read-store.ts'
import { mayAppeal, pointStatus, type PointStatus } from './rules.ts'
import { findPoint, findPointList, readAppeal, readEvidence as readOrderOf, readOrderMessages } from './office-store.ts'

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

export type ShownPoint = Omit<ReadPoint, 'items'> & {
  status: PointStatus
  mayAppeal: boolean
  items: { start: Date; end: Date; court: Court; facility: Facility }[]
}
type MemberPoints = {
  points: ShownPoint[]
  counting: number
  suspension: Suspension | undefined
  neverSuspended: boolean
  limits: Limits['violations']
}

/** A member's points, when each expires, and which can be appealed. */
export async function readPoints(
  { db, catalogues }: { db: Db; catalogues: Catalogues },
  memberId: string,
  now: Date,
): Promise<MemberPoints> {
  const { courtOf } = await catalogues.current()
  const points = (await findPoints(db, memberId)).map((point) => ({
    ...point,
    status: pointStatus(point, now),
    mayAppeal: mayAppeal(point, now),
    items: point.items.flatMap(({ courtId, start, end }) => {
      const found = courtOf.get(courtId)
      return found ? [{ ...found, start: new Date(start), end: new Date(end) }] : []
    }),
  }))
  return {
    points,
    counting: points.filter(({ status }) => status === 'counts').length,
    suspension: await findSuspension(db, memberId, now),
    neverSuspended: (await readNeverSuspended(db)).includes(memberId),
    limits: (await readLimits(db)).violations,
  }
}
