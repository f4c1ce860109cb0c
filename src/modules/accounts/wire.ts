import { locales } from '#i18n/languages.ts'
import { z } from 'zod'
import { clubRole, listOf, moment, pagedQuery, staffRole } from '#http/wire.ts'
import { someLine } from '#http/wire-text.ts'
import { accountPattern, mobilePattern } from './rules.ts'

export const email = z.string().trim().max(254).pipe(z.email())
export const mobile = z.string().trim().regex(mobilePattern, 'field_mobile')
export const locale = z.enum(locales)
export const accountName = z.string().trim().regex(accountPattern, 'field_account')
/** A secret to compare: not checked by the rules for new secrets. */
export const knownSecret = z.string().min(1).max(1000)

export const IdParams = z.object({ id: z.uuid() })

const ReviewState = z.enum(['under-review', 'approved', 'refused'])
const FileRef = z.object({ id: z.uuid(), name: z.string(), size: z.int(), type: z.string() })

export const MemberAnswer = z.object({
  id: z.uuid(),
  email: z.string(),
  account: z.string(),
  name: z.string(),
  /** Not empty only for a community that staff have approved. */
  communityName: z.string(),
  /** Who has logged in. While they act for a club, `id`, `identity` and `community` are the club's, everything else is theirs. */
  personId: z.uuid(),
  /** Not null for a club: what the viewer may do for it. */
  clubRole: clubRole.nullable(),
  /** Calls that are for other roles of the club, such as `POST /api/Order/Refund`: a page does not offer them. */
  barredCalls: z.array(z.string()),
  /** The clubs for which the viewer may act, besides one whose own login this is. */
  clubs: z.array(z.object({ id: z.uuid(), name: z.string(), role: clubRole })),
  mobile: z.string(),
  /** Whether the account has a secret; without one it is logged in to otherwise. */
  hasSecret: z.boolean(),
  /** Whether a code or staff have confirmed the mobile. */
  isMobileProven: z.boolean(),
  locale,
  /** Empty for everybody but staff. */
  roles: z.array(staffRole),
  /** A second factor was shown in this session (or is not asked for: `isExemptByDemo`). Until then roles give no rights. */
  isProvenTwice: z.boolean(),
  /** A member with an authenticator app has not shown it in this session: until then nothing else is open, and this answer has no more than name and address. */
  owesSecondStep: z.boolean(),
  /** The demo's own accounts go without a second factor. */
  isExemptByDemo: z.boolean(),
  emergencyName: z.string(),
  emergencyPhone: z.string(),
  identity: z.object({
    id: z.int(),
    code: z.string(),
    name: z.string(),
    /** For communities: the state is that of the community's application. */
    forCommunity: z.boolean(),
    state: z.enum(['none-needed', 'needs-proof', 'under-review', 'approved', 'refused']),
    reason: z.string().nullable(),
    /** The latest proof for this identity. */
    proof: FileRef.nullable(),
    /** The last day on which an approved proof counts; null without an end. */
    validUntil: z.string().nullable(),
  }),
  community: z
    .object({
      name: z.string(),
      registrationNo: z.string(),
      representative: z.string(),
      state: ReviewState,
      reason: z.string().nullable(),
      documents: z.array(FileRef),
    })
    .nullable(),
})
export type MemberAnswer = z.infer<typeof MemberAnswer>

const CommunityFields = z.object({ communityName: someLine(80), registrationNo: someLine(40), representative: someLine(60) })

export const CommunityBody = CommunityFields.extend({ documentIds: z.array(z.uuid()).max(10).default([]) })
export type CommunityBody = z.output<typeof CommunityBody>

export const IdentityListAnswer = z.array(
  z.object({ id: z.int(), code: z.string(), name: z.string(), needsProof: z.boolean(), forCommunity: z.boolean() }),
)
export type IdentityListAnswer = z.infer<typeof IdentityListAnswer>

/** `secret`: of who has one. Who has none has logged in, or shown a passkey, in the last ten minutes. */
export const CloseBody = z.object({ secret: knownSecret.optional() })

/** What the module itself keeps; the others add their parts. */
export const ExportAnswer = z.object({
  exportedAt: moment,
  member: MemberAnswer,
  createdAt: moment,
  privacyConsentedAt: moment.nullable(),
  identityProofs: z.array(
    z.object({
      identity: z.string(),
      state: ReviewState,
      reason: z.string().nullable(),
      submittedAt: moment,
      reviewedAt: moment.nullable(),
      /** Null: the proof was seen at the desk. */
      fileId: z.uuid().nullable(),
    }),
  ),
  files: z.array(FileRef.extend({ createdAt: moment })),
  messages: z.array(
    z.object({ channel: z.enum(['mail', 'sms']), recipient: z.string(), subject: z.string().nullable(), createdAt: moment }),
  ),
})

export const ReviewListQuery = z.object({
  ...pagedQuery,
})
export const IdentityReviewListAnswer = listOf(
  z.object({
    proofId: z.uuid(),
    memberId: z.uuid(),
    name: z.string(),
    account: z.string(),
    identity: z.string(),
    fileId: z.uuid(),
    submittedAt: moment,
  }),
)
export const CommunityReviewListAnswer = listOf(
  z.object({
    memberId: z.uuid(),
    account: z.string(),
    name: z.string(),
    registrationNo: z.string(),
    representative: z.string(),
    documents: z.array(FileRef),
    submittedAt: moment,
  }),
)

/** A guest: a name and a mobile, and nothing to log in with. `locale`: the language of their texts; the caller’s where it is not said. */
export const GuestBody = z.object({ name: someLine(60), mobile, locale: locale.optional() })
export const GuestAnswer = z.object({ memberId: z.uuid(), isNew: z.boolean() })
