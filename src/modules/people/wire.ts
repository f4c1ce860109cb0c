import { z } from 'zod'
import { clubRole, day, moment } from '#http/wire.ts'
import { someProse } from '#http/wire-text.ts'
import { UploadedFile } from '#modules/files/wire.ts'
import { mobilePattern } from '#modules/accounts/rules.ts'
import { orderNoPattern } from '#modules/orders/rules.ts'
import { OrderStateWire } from '#modules/orders/wire.ts'
import { PointKindWire } from '#modules/violations/wire.ts'
import { maxNote, maxSuspendDays } from './merge-rules.ts'

const ReviewStateWire = z.enum(['under-review', 'approved', 'refused'])
const IdentityStateWire = z.enum(['none-needed', 'needs-proof', 'under-review', 'approved', 'refused'])

export const PersonSearchQuery = z.object({ q: z.string().trim().min(1).max(80) })
const FoundPerson = z.object({
  id: z.uuid(),
  name: z.string(),
  account: z.string(),
  email: z.string(),
  mobile: z.string(),
  /** Without an account: books at the desk or by telephone. */
  isGuest: z.boolean(),
  /** The order by whose number the person was found. */
  orderNo: z.string().nullable(),
})
export const PersonSearchAnswer = z.object({ items: z.array(FoundPerson) })
export type PersonSearchAnswer = z.infer<typeof PersonSearchAnswer>

export const PersonParams = z.object({ id: z.uuid() })

export const PersonCardAnswer = z.object({
  id: z.uuid(),
  name: z.string(),
  account: z.string(),
  email: z.string(),
  mobile: z.string(),
  /** Whether a code or staff have confirmed the mobile. */
  isMobileProven: z.boolean(),
  isGuest: z.boolean(),
  /** Empty for everybody but staff. */
  roles: z.array(z.string()),
  emergencyName: z.string(),
  emergencyPhone: z.string(),
  identity: z.object({
    id: z.int(),
    name: z.string(),
    state: IdentityStateWire,
    reason: z.string().nullable(),
    validUntil: day.nullable(),
  }),
  /** Identities that this person may have: those of communities only for an approved one. */
  identities: z.array(z.object({ id: z.int(), name: z.string(), needsProof: z.boolean(), proofMonths: z.int().nullable() })),
  proofs: z.array(
    z.object({
      id: z.uuid(),
      identity: z.string(),
      state: ReviewStateWire,
      reason: z.string().nullable(),
      submittedAt: moment,
      /** Name of whoever decided; null while nobody has. */
      reviewedBy: z.string().nullable(),
      validUntil: day.nullable(),
      /** Null: seen at the desk. */
      file: UploadedFile.nullable(),
    }),
  ),
  community: z
    .object({ name: z.string(), registrationNo: z.string(), representative: z.string(), state: ReviewStateWire, sharesNumber: z.boolean() })
    .nullable(),
  /** Who acts for this club, the owner first; null: it is no approved club. */
  clubPeople: z.array(z.object({ id: z.uuid(), name: z.string(), role: clubRole, isOwnLogin: z.boolean() })).nullable(),
  orders: z.array(
    z.object({
      orderNo: z.string(),
      kind: z.string(),
      status: OrderStateWire,
      amount: z.int(),
      createdAt: moment,
      start: moment.nullable(),
      /** The first court; of an order without one, what it is for. */
      place: z.string(),
      items: z.int(),
    }),
  ),
  /** What this person has paid, what went back, and what is still to go back. */
  money: z.object({ paid: z.int(), givenBack: z.int(), owed: z.int() }),
  points: z.array(
    z.object({
      id: z.uuid(),
      kind: PointKindWire,
      status: z.enum(['counts', 'used', 'expired', 'removed']),
      orderNo: z.string(),
      /** Of a point that staff gave. */
      reason: z.string(),
      at: moment,
      expiresAt: moment,
    }),
  ),
  /** Points that count now, points that suspend, and for how long. */
  counting: z.int(),
  pointsToSuspend: z.int(),
  suspendDays: z.int(),
  /** The current suspension, or the next. `reason`: of one that staff gave. */
  suspension: z.object({ id: z.uuid(), from: moment, until: moment, hasBegun: z.boolean(), reason: z.string() }).nullable(),
  /** A shared account: gets points and is never suspended. */
  neverSuspended: z.boolean(),
  lockers: z.array(z.object({ number: z.string(), state: z.string(), endsAt: moment.nullable() })),
  sessions: z.array(z.object({ id: z.uuid(), device: z.string(), lastSeenAt: moment })),
  /** How this person logs in: never whose account it is elsewhere. `links`: issuers. */
  logins: z.object({
    hasSecret: z.boolean(),
    passkeys: z.int(),
    hasAuthenticator: z.boolean(),
    links: z.array(z.object({ id: z.uuid(), title: z.string(), linkedAt: moment, lastUsedAt: moment.nullable() })),
  }),
  messages: z.array(
    z.object({ id: z.uuid(), channel: z.enum(['mail', 'sms']), subject: z.string().nullable(), state: z.string(), createdAt: moment }),
  ),
  /** Doubles of this person that were merged, newest first; `by` is empty where registering did it. */
  merges: z.array(z.object({ at: moment, by: z.string(), reason: z.string(), wasGuest: z.boolean(), orders: z.int() })),
  notes: z.array(z.object({ id: z.uuid(), text: z.string(), byName: z.string(), at: moment })),
})
export type PersonCardAnswer = z.infer<typeof PersonCardAnswer>

/** `noteId`: chosen by the caller; the same request again writes no second note. */
export const NoteBody = z.object({ id: z.uuid(), noteId: z.uuid(), text: someProse(maxNote) })
export const PersonBody = z.object({ id: z.uuid() })
/** `mobile`: as it was shown; refused when it has changed since. */
export const ConfirmMobileBody = z.object({ id: z.uuid(), mobile: z.string().regex(mobilePattern) })
export const UnlinkBody = z.object({ id: z.uuid(), linkId: z.uuid(), reason: someProse(500) })
export const RemoveAuthenticatorBody = z.object({ id: z.uuid(), reason: someProse(500) })
export const NoteRemoveBody = z.object({ noteId: z.uuid() })
export const GivePointBody = z.object({ id: z.uuid(), orderNo: z.string().regex(orderNoPattern), reason: someProse(500) })
export const SuspendBody = z.object({ id: z.uuid(), days: z.int().min(1).max(maxSuspendDays), reason: someProse(500) })
export const LiftBody = z.object({ suspensionId: z.uuid(), reason: someProse(500) })
export const IdentityBody = z.object({ id: z.uuid(), identityId: z.int().min(1).max(32_767) })
export const WithdrawBody = z.object({ pointId: z.uuid(), reason: someProse(500) })
