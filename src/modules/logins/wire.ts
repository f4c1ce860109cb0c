import { defaultLocale } from '#i18n/languages.ts'
import { consentForms } from '#modules/settings/rules.ts'
import { LoginWayAnswer } from '#modules/settings/wire.ts'
import { z } from 'zod'
import { id, moment } from '#http/wire.ts'
import { oneLine, someLine } from '#http/wire-text.ts'
import { accountName, email, knownSecret, locale, MemberAnswer, mobile } from '#modules/accounts/wire.ts'
import { smsCodePattern, whyNotSecretLength } from './rules.ts'

const smsCode = z.string().trim().regex(smsCodePattern, 'field_sms_code')
export const newSecret = z.string().superRefine((value, context) => {
  const why = whyNotSecretLength(value)
  if (why) context.addIssue({ code: 'custom', message: why })
})

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

export const WayParams = z.object({ way: z.string().regex(/^[a-z0-9-]{1,40}$/) })
/** `redirect` is where to go, `prefix` the language that the address began with. */
export const StartWayQuery = z.object({ redirect: z.string().max(1000).default(''), prefix: z.string().max(10).default('') })
/** As OAuth 2.0 names the fields (Form Post Response Mode). Issuers add their own. */
export const PostedReturnForm = z.looseObject({ state: z.string(), code: z.string().optional(), error: z.string().optional() })
export const VouchedAnswer = z.object({ title: z.string(), name: z.string(), email: z.string() }).nullable()
export type VouchedAnswer = z.infer<typeof VouchedAnswer>
export const LoginWaysAnswer = z.object({
  linked: z.array(z.object({ id: z.uuid(), title: z.string(), linkedAt: moment, lastUsedAt: moment.nullable() })),
  toLink: z.array(LoginWayAnswer),
})
export type LoginWaysAnswer = z.infer<typeof LoginWaysAnswer>
export const LinkAnswer = z.object({ address: z.string() })
export type LinkAnswer = z.infer<typeof LinkAnswer>

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
export const ValidateEmailAnswer = z.object({
  email: z.string(),
  session: LoginAnswer.optional(),
  /** Confirmed in another browser than registered: the issuer that was linked there is unlinked, and a secret has to be set by mail. */
  isWithoutLogin: z.boolean().optional(),
})
export type ValidateEmailAnswer = z.infer<typeof ValidateEmailAnswer>

export const RegisterBody = z.object({
  email,
  /** Absent: made from the address. */
  account: accountName.optional(),
  name: someLine(60),
  mobile,
  /** Required where texts are sent: see `canText` of B48. */
  smsCode: smsCode.optional(),
  /** Required, but for who comes by an issuer. */
  secret: newSecret.optional(),
  /** The issuer that this browser has come back from vouches for the person, who will log in by it. */
  byWay: z.boolean().default(false),
  memberIdentityId: id,
  proofFileId: z.uuid().optional(),
  privacyFileId: z.uuid({ error: 'field_privacy_file' }),
  /** How the privacy file was consented to: on the screen, or on a signed paper. */
  consentBy: z.enum(consentForms).default('paper'),
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
    /** The current secret: for a new address or mobile, of who has one. Who has none has logged in, or shown a passkey, in the last ten minutes. */
    secret: knownSecret,
    memberIdentityId: id,
    proofFileId: z.uuid(),
  })
  .partial()
export type UpdateMemberBody = z.output<typeof UpdateMemberBody>

/** `oldSecret`: of who has one. Who has none has logged in, or shown a passkey, in the last ten minutes. */
export const UpdateSecretBody = z.object({ oldSecret: knownSecret.optional(), newSecret })

export const SessionListAnswer = z.array(
  z.object({ id: z.uuid(), device: z.string(), address: z.string(), createdAt: moment, lastSeenAt: moment, current: z.boolean() }),
)
export type SessionListAnswer = z.infer<typeof SessionListAnswer>

/** Null: for oneself. */
export const ActBody = z.object({ clubId: z.uuid().nullable() })

/** `current`: the caller's own session goes on. */
export const EndAllQuery = z.object({ keep: z.enum(['none', 'current']).default('none') })
