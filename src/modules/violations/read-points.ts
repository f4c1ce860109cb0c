import type { Db } from '#db/connect.ts'
import { readLimits, readNeverSuspended } from '#modules/settings/store.ts'
import type { Limits } from '#modules/settings/rules.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { Court, Facility } from '#modules/venues/rules.ts'
import { findPoints, findSuspension, type ReadPoint, type Suspension } from './read-store.ts'
import { mayAppeal, pointStatus, type PointStatus } from './rules.ts'

export type ShownPoint = Omit<ReadPoint, 'items'> & {
  status: PointStatus
  mayAppeal: boolean
  items: { start: Date; end: Date; court: Court; facility: Facility }[]
}
export type MemberPoints = {
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
