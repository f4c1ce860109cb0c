import type { Day } from '#lib/zone.ts'

/**
 * A violation is one point against a member: they did not come, did not pay in time, or cancelled too late. A point goes
 * away by itself after a while. Enough points at one time suspend from booking, and are used up by it. A member may
 * appeal against each point once; an accepted appeal takes it away, and a suspension that has too few left is lifted.
 */
export type PointKind = 'no-show' | 'expired' | 'late-cancel'
export type PointStatus = 'counts' | 'used' | 'expired' | 'removed'
export type AppealState = 'open' | 'accepted' | 'rejected'

/** What a point is given for. One order gives at most one on a day for each kind, however many courts it had. */
export type PointCause = { kind: PointKind; memberId: string; orderId: string; day: Day | null }

export const causeOf = ({ kind, orderId, day }: PointCause): string => (day === null ? `${kind}:${orderId}` : `${kind}:${orderId}:${day}`)

/** Days of one order for which items are given back too late: one point each, however many items. */
export const daysWithPoint = (lateItems: { day: Day }[]): Day[] => [...new Set(lateItems.map(({ day }) => day))]

type Point = { expiresAt: Date; removedAt: Date | null; suspensionId: string | null }

export function pointStatus({ expiresAt, removedAt, suspensionId }: Point, now: Date): PointStatus {
  if (removedAt) return 'removed'
  if (expiresAt <= now) return 'expired'
  return suspensionId === null ? 'counts' : 'used'
}

/** Once, and only while it matters. */
export const mayAppeal = (point: Point & { appeal: unknown }, now: Date): boolean =>
  point.appeal === null && (pointStatus(point, now) === 'counts' || pointStatus(point, now) === 'used')

export const maxAppealText = 1000
