import type { Day } from '#lib/zone.ts'

/**
 * A violation is one point against a member for not coming, not paying in time, cancelling too late, or given by staff with a
 * reason. Points expire.
 * Enough points at one time suspend the member from booking, and are used up by that. Each point can be appealed once;
 * an accepted appeal removes it, and lifts a suspension that has too few points left.
 */
export const pointKinds = ['no-show', 'expired', 'late-cancel', 'staff'] as const
export type PointKind = (typeof pointKinds)[number]
/** Why a point was removed. */
export const pointRemovals = ['appeal', 'paid-after-all', 'came-after-all', 'withdrawn'] as const
export type PointRemoval = (typeof pointRemovals)[number]
export type PointStatus = 'counts' | 'used' | 'expired' | 'removed'
export type AppealState = 'open' | 'accepted' | 'rejected'

/** Cause of a point that the service gives by itself. An order gives at most one point of a kind on a day, however many courts it had. */
export type PointCause = { kind: Exclude<PointKind, 'staff'>; memberId: string; orderId: string; day: Day | null }

export const causeOf = ({ kind, orderId, day }: PointCause): string => (day === null ? `${kind}:${orderId}` : `${kind}:${orderId}:${day}`)

/** Days of late-cancelled items: one point each, however many items. */
export const daysWithPoint = (lateItems: { day: Day }[]): Day[] => [...new Set(lateItems.map(({ day }) => day))]

type Point = { expiresAt: Date; removedAt: Date | null; suspensionId: string | null }

export function pointStatus({ expiresAt, removedAt, suspensionId }: Point, now: Date): PointStatus {
  if (removedAt) return 'removed'
  if (expiresAt <= now) return 'expired'
  return suspensionId === null ? 'counts' : 'used'
}

/** An appeal is possible once, while the point counts or carries a suspension. */
export const mayAppeal = (point: Point & { appeal: unknown }, now: Date): boolean =>
  point.appeal === null && (pointStatus(point, now) === 'counts' || pointStatus(point, now) === 'used')

/** Names the last point or suspension of a page: microseconds of its moment, and its id. */
export const pointCursorPattern = /^\d{1,16}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const maxAppealText = 1000
