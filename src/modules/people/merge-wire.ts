import { z } from 'zod'
import { moment } from '#http/wire.ts'
import { oneLine, prose } from '#http/wire-text.ts'

const reasons = [
  'account_into_guest',
  'kept_unconfirmed',
  'merge_staff_refused',
  'club_has_people',
  'both_are_communities',
  'both_have_lockers',
  'both_under_review',
  'merge_needs_manager',
] as const

export const MergePreviewBody = z.object({ keptId: z.uuid(), doubleId: z.uuid() })
export const MergeBody = MergePreviewBody.extend({
  /** Of the preview that was seen: 409 when something has changed since. */
  revision: oneLine(100),
  reason: prose(500).default(''),
})

const Side = z.object({
  id: z.uuid(),
  name: z.string(),
  account: z.string(),
  email: z.string(),
  mobile: z.string(),
  isGuest: z.boolean(),
  isConfirmed: z.boolean(),
  identity: z.string(),
  community: z.string().nullable(),
  createdAt: moment,
  lastOrderAt: moment.nullable(),
})
export type MergeSideWire = z.infer<typeof Side>

const Follows = z.object({
  orders: z.int(),
  /** Bookings that are still to come. */
  coming: z.int(),
  paid: z.int(),
  givenBack: z.int(),
  /** Money that still has to go back. */
  owed: z.int(),
  preOrders: z.int(),
  /** Points that count. */
  points: z.int(),
  isSuspended: z.boolean(),
  lockers: z.int(),
  proofs: z.int(),
  reports: z.int(),
  ratings: z.int(),
  notes: z.int(),
  files: z.int(),
})

export const MergePreviewAnswer = z.object({
  kept: Side,
  double: Side,
  follows: Follows,
  /** What ends with the double. */
  ends: z.object({ sessions: z.int(), passkeys: z.int(), calendars: z.int() }),
  /** Points of both are enough for a suspension. */
  willSuspend: z.boolean(),
  /** Why the two cannot be merged by the caller; empty: they can. */
  refusals: z.array(z.enum(reasons)),
  revision: z.string(),
})
export type MergePreviewAnswer = z.infer<typeof MergePreviewAnswer>

export const MergeAnswer = z.object({ id: z.uuid() })

export const DoublesAnswer = z.object({
  items: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      account: z.string(),
      email: z.string(),
      mobile: z.string(),
      isGuest: z.boolean(),
      /** What both have in common. */
      because: z.array(z.enum(['mobile', 'email', 'name'])),
    }),
  ),
})
export type DoublesAnswer = z.infer<typeof DoublesAnswer>
