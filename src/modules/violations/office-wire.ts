import { z } from 'zod'
import { day, moment, toDate } from '#http/wire.ts'
import { oneLine, someProse } from '#http/wire-text.ts'
import { UploadedFile } from '#modules/files/wire.ts'
import { OrderStateWire } from '#modules/orders/wire.ts'
import { pointCursorPattern, pointKinds, pointRemovals } from './rules.ts'
import { PointKindWire } from './wire.ts'

const Person = z.object({ id: z.uuid(), name: z.string() })
const Status = z.enum(['counts', 'used', 'expired', 'removed'])
const AppealStateWire = z.enum(['open', 'accepted', 'rejected'])

const Listed = z.object({
  id: z.uuid(),
  person: Person,
  kind: PointKindWire,
  status: Status,
  orderNo: z.string(),
  reason: z.string(),
  at: moment,
  expiresAt: moment,
  removal: z.enum(pointRemovals).nullable(),
  removedAt: moment.nullable(),
  removedBy: z.string().nullable(),
  /** Of one that staff withdrew. */
  removedReason: z.string(),
  appeal: AppealStateWire.nullable(),
  appealedAt: moment.nullable(),
  /** Who decided the appeal. */
  decidedBy: z.string().nullable(),
})
export type ListedPointAnswer = z.infer<typeof Listed>

export const AppealQueueAnswer = z.object({ items: z.array(Listed), count: z.int(), serverTime: moment })
export type AppealQueueAnswer = z.infer<typeof AppealQueueAnswer>

export const PointParams = z.object({ id: z.uuid() })
export const EvidenceAnswer = z.object({
  point: Listed,
  order: z.object({
    status: OrderStateWire,
    createdAt: moment,
    payBefore: moment.nullable(),
    paidAt: moment.nullable(),
    closedAt: moment.nullable(),
  }),
  items: z.array(
    z.object({
      place: z.string(),
      start: moment,
      end: moment,
      cancelled: z.boolean(),
      checkedInAt: moment.nullable(),
      checkedInBy: z.string().nullable(),
      missedAt: moment.nullable(),
    }),
  ),
  messages: z.array(
    z.object({
      at: moment,
      channel: z.enum(['mail', 'sms']),
      subject: z.string().nullable(),
      state: z.string(),
      error: z.string().nullable(),
    }),
  ),
  appeal: z
    .object({
      id: z.uuid(),
      status: AppealStateWire,
      text: z.string(),
      file: UploadedFile.nullable(),
      sentAt: moment,
      decidedAt: moment.nullable(),
      decidedBy: z.string().nullable(),
      reason: z.string(),
    })
    .nullable(),
  /** The member's other points, newest first. */
  others: z.array(Listed),
  counting: z.int(),
  pointsToSuspend: z.int(),
  suspension: z.object({ id: z.uuid(), from: moment, until: moment, reason: z.string() }).nullable(),
  isOwn: z.boolean(),
})
export type EvidenceAnswer = z.infer<typeof EvidenceAnswer>

const after = z.string().regex(pointCursorPattern).optional()
export const PointListQuery = z.object({
  status: Status.optional(),
  kind: PointKindWire.optional(),
  appeal: AppealStateWire.optional(),
  facility: oneLine(40).optional(),
  /** Days on which the points were given, both included. */
  from: day.optional(),
  to: day.optional(),
  person: z.uuid().optional(),
  q: oneLine(80).optional(),
  after,
})
const Facilities = z.array(z.object({ code: z.string(), name: z.string() }))
export const PointListAnswer = z.object({ items: z.array(Listed), next: z.string().nullable(), facilities: Facilities })
export type PointListAnswer = z.infer<typeof PointListAnswer>

export const SuspensionListQuery = z.object({ state: z.enum(['open', 'all']).default('open'), q: oneLine(80).optional(), after })
export const SuspensionListAnswer = z.object({
  items: z.array(
    z.object({
      id: z.uuid(),
      person: Person,
      from: moment,
      until: moment,
      points: z.int(),
      reason: z.string(),
      givenBy: z.string().nullable(),
      liftedAt: moment.nullable(),
      liftedBy: z.string().nullable(),
      isOpen: z.boolean(),
    }),
  ),
  next: z.string().nullable(),
})
export type SuspensionListAnswer = z.infer<typeof SuspensionListAnswer>

export const OutageBody = z
  .object({ from: toDate, until: toDate, facility: oneLine(40).optional(), kinds: z.array(z.enum(pointKinds)).min(1).max(4) })
  .refine(({ from, until }) => from < until, { path: ['until'], message: 'field_until_after_from' })
export const OutageAnswer = z.object({
  points: z.array(Listed.extend({ lifts: z.boolean() })),
  members: z.int(),
  lifted: z.int(),
  own: z.int(),
})
export type OutageAnswer = z.infer<typeof OutageAnswer>

export const WithdrawManyBody = z.object({ pointIds: z.array(z.uuid()).min(1).max(1000), reason: someProse(500) })
export const WithdrawnManyAnswer = z.object({ points: z.int(), members: z.int(), lifted: z.int() })
export type WithdrawnManyAnswer = z.infer<typeof WithdrawnManyAnswer>
