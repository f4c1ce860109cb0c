import { defaultLocale, locales } from '#i18n/languages.ts'
import { z } from 'zod'
import { id, listOf, moment, pagedQuery, staffRole } from '#http/wire.ts'
import { oneLine, someLine } from '#http/wire-text.ts'
import { accountPattern, mobilePattern, smsCodePattern, whyNotSecretLength } from './rules.ts'

export const email = z.string().trim().max(254).pipe(z.email())
const mobile = z.string().trim().regex(mobilePattern, 'field_mobile')
const smsCode = z.string().trim().regex(smsCodePattern, 'field_sms_code')
export const locale = z.enum(locales)
export const newSecret = z.string().superRefine((value, context) => {
  const why = whyNotSecretLength(value)
  if (why) context.addIssue({ code: 'custom', message: why })
})
export const accountName = z.string().trim().regex(accountPattern, 'field_account')
/** A secret to compare: not checked by the rules for new secrets. */
const knownSecret = z.string().min(1).max(1000)

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
  mobile: z.string(),
  /** Whether a code or staff have confirmed the mobile. */
  isMobileProven: z.boolean(),
  locale,
  /** Empty for everybody but staff. */
  roles: z.array(staffRole),
  /** A second factor was shown in this session (or is not asked for: `isExemptByDemo`). Until then roles give no rights. */
  isProvenTwice: z.boolean(),
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

export const LoginBody = z.object({ emailOrAccount: someLine(254), secret: knownSecret })
/** The plain form of the login page; `redirect` is where to go, `prefix` the language that the address began with. */
export const LoginFormBody = LoginBody.extend({
  redirect: z.string().optional(),
  prefix: z.string().optional(),
  /** In the demo: one of its accounts, instead of a name and a secret. */
  demo: z.string().optional(),
})
export const LoginAnswer = z.object({ token: z.string(), expiresAt: moment, user: MemberAnswer })
export type LoginAnswer = z.infer<typeof LoginAnswer>

export const ForgetBody = z.object({ email })
export const ResetBody = z.union([
  z.object({ token: z.string().min(1).max(2000), secret: newSecret }),
  z.object({ mobile, smsCode, secret: newSecret }),
])
export const MobileBody = z.object({ mobile })
export const TokenBody = z.object({ token: z.string().min(1).max(2000) })
export const UndoChangeBody = z.object({ ref: z.string().min(1).max(200) })
/** `resetToken` is that of /resetPKey/{token}. */
export const UndoChangeAnswer = z.object({ email: z.string(), resetToken: z.string() })
export type UndoChangeAnswer = z.infer<typeof UndoChangeAnswer>
/** `session`: given when the browser that registered is logged in at once. */
export const ValidateEmailAnswer = z.object({ email: z.string(), session: LoginAnswer.optional() })
export type ValidateEmailAnswer = z.infer<typeof ValidateEmailAnswer>

const CommunityFields = z.object({ communityName: someLine(80), registrationNo: someLine(40), representative: someLine(60) })

export const RegisterBody = z.object({
  email,
  /** Absent: made from the address. */
  account: accountName.optional(),
  name: someLine(60),
  mobile,
  /** Required where texts are sent: see `canText` of B48. */
  smsCode: smsCode.optional(),
  secret: newSecret,
  memberIdentityId: id,
  proofFileId: z.uuid().optional(),
  privacyFileId: z.uuid({ error: 'field_privacy_file' }),
  locale: locale.default(defaultLocale),
  /** Given when a community applies. Missing fields and documents can follow later. */
  communityName: oneLine(80).default(''),
  registrationNo: oneLine(40).default(''),
  representative: oneLine(60).default(''),
})
export type RegisterBody = z.output<typeof RegisterBody>
export const RegisterAnswer = z.object({ id: z.uuid() })

export const UpdateMemberBody = z
  .object({
    name: someLine(60),
    locale,
    emergencyName: oneLine(60),
    emergencyPhone: oneLine(30),
    /** A new address counts once the mail sent to it is answered. */
    email,
    mobile,
    smsCode,
    /** The current secret: required for a new address or mobile. */
    secret: knownSecret,
    memberIdentityId: id,
    proofFileId: z.uuid(),
  })
  .partial()
export type UpdateMemberBody = z.output<typeof UpdateMemberBody>

export const UpdateSecretBody = z.object({ oldSecret: knownSecret, newSecret })

export const CommunityBody = CommunityFields.extend({ documentIds: z.array(z.uuid()).max(10).default([]) })
export type CommunityBody = z.output<typeof CommunityBody>

export const IdentityListAnswer = z.array(
  z.object({ id: z.int(), code: z.string(), name: z.string(), needsProof: z.boolean(), forCommunity: z.boolean() }),
)
export type IdentityListAnswer = z.infer<typeof IdentityListAnswer>

export const SessionListAnswer = z.array(
  z.object({ id: z.uuid(), device: z.string(), address: z.string(), createdAt: moment, lastSeenAt: moment, current: z.boolean() }),
)
export type SessionListAnswer = z.infer<typeof SessionListAnswer>

/** `current`: the caller's own session goes on. */
export const EndAllQuery = z.object({ keep: z.enum(['none', 'current']).default('none') })

export const CloseBody = z.object({ secret: knownSecret })

/** What the module itself keeps; the others add their parts. */
export const ExportAnswer = z.object({
  exportedAt: moment,
  member: MemberAnswer,
  createdAt: moment,
  privacyConsentedAt: moment.nullable(),
  sessions: SessionListAnswer,
  passkeys: z.array(z.object({ name: z.string(), createdAt: moment, lastUsedAt: moment.nullable() })),
  /** Null: no authenticator app. */
  authenticatorSince: moment.nullable(),
  recoveryCodesLeft: z.int(),
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
