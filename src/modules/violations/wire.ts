import { z } from 'zod'
import { listOf, moment, pagedQuery } from '#http/wire.ts'
import { decisionOf, someProse } from '#http/wire-text.ts'
import { maxAppealText, pointRemovals } from './rules.ts'

export const PointKindWire = z.enum(['no-show', 'expired', 'late-cancel', 'staff'])

const AppealShown = z.object({
  status: z.enum(['open', 'accepted', 'rejected']),
  text: z.string(),
  fileId: z.uuid().nullable(),
  sentAt: moment,
  decidedAt: moment.nullable(),
  reason: z.string(),
})

const Point = z.object({
  id: z.uuid(),
  kind: PointKindWire,
  /** counts: towards a suspension; used: by a suspension; expired, removed: no longer counts. */
  status: z.enum(['counts', 'used', 'expired', 'removed']),
  removal: z.enum(pointRemovals).nullable(),
  orderNo: z.string(),
  /** Why staff gave it; empty for other kinds. */
  reason: z.string(),
  items: z.array(z.object({ venue1stName: z.string(), venue2ndName: z.string(), start: moment, end: moment })),
  at: moment,
  /** When the point expires. */
  expiresAt: moment,
  mayAppeal: z.boolean(),
  appeal: AppealShown.nullable(),
})

export const ViolationListAnswer = z.object({
  points: z.array(Point),
  /** Points that count now, and points that suspend. */
  counting: z.int(),
  pointsToSuspend: z.int(),
  pointDays: z.int(),
  suspendDays: z.int(),
  /** What gives a point; 0 hours: cancelling late does not. */
  lateCancelHours: z.int(),
  forNoShow: z.boolean(),
  forExpired: z.boolean(),
  /** `reason`: of a suspension that staff gave; empty for one that points led to. */
  suspension: z.object({ from: moment, until: moment, reason: z.string() }).nullable(),
  /** A shared account: gets points and is never suspended. */
  neverSuspended: z.boolean(),
  serverTime: moment,
})
export type ViolationListAnswer = z.infer<typeof ViolationListAnswer>

export const AppealBody = z.object({ id: z.uuid(), text: someProse(maxAppealText), fileId: z.uuid().nullish() })

export const DecideBody = decisionOf('accept', 'reject').safeExtend({ id: z.uuid() })
export const DecidedAnswer = z.object({ suspensionLifted: z.boolean() })

export const AppealListQuery = z.object({
  ...pagedQuery,
})
export const AppealListAnswer = listOf(
  z.object({
    appealId: z.uuid(),
    memberName: z.string(),
    account: z.string(),
    kind: PointKindWire,
    orderNo: z.string(),
    at: moment,
    text: z.string(),
    fileId: z.uuid().nullable(),
    sentAt: moment,
    suspendedUntil: moment.nullable(),
  }),
)
