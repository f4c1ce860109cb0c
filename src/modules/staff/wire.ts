import { defaultLocale } from '#i18n/languages.ts'
import { z } from 'zod'
import { moment, someRoles, staffRole } from '#http/wire.ts'
import { someLine } from '#http/wire-text.ts'
import { accountName, email, locale } from '#modules/accounts/wire.ts'
import { LoginAnswer, newSecret, SessionListAnswer } from '#modules/logins/wire.ts'
import { invitationKeyPattern } from './rules.ts'

/** A key of another shape is no link of ours: it is answered like an unknown one, not as a wrong field. */
const key = z
  .string()
  .max(200)
  .transform((text) => (invitationKeyPattern.test(text) ? text : ''))

export const KeyBody = z.object({ key })

export const JoinAnswer = z.object({
  email: z.string(),
  roles: z.array(staffRole),
  /** Null: the link was made at the machine. */
  invitedBy: z.string().nullable(),
  expiresAt: moment,
  /** What the holder of the link has to do. */
  by: z.enum(['new-account', 'log-in', 'new-secret']),
  /** Whether the caller is logged in as the member whom the invitation is for. */
  isLoggedIn: z.boolean(),
})
export type JoinAnswer = z.infer<typeof JoinAnswer>

export const AcceptBody = z.object({
  key,
  name: someLine(60).optional(),
  account: accountName.optional(),
  secret: newSecret.optional(),
  locale: locale.optional(),
})
/** `session`: given when the caller is logged in by accepting. */
export const AcceptAnswer = z.object({ session: LoginAnswer.optional() })
export type AcceptAnswer = z.infer<typeof AcceptAnswer>

export const StaffListAnswer = z.object({
  staff: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      email: z.string(),
      account: z.string(),
      roles: z.array(staffRole),
      since: moment.nullable(),
      suspendedAt: moment.nullable(),
      lastSeenAt: moment.nullable(),
      /** The second factors that the person has set up. */
      passkeys: z.int(),
      hasAuthenticator: z.boolean(),
      sessions: SessionListAnswer,
      isSelf: z.boolean(),
      /** The only admin who is left: cannot be changed, suspended or removed. */
      isLastAdmin: z.boolean(),
      /** An account of the demo, which goes without a second factor. */
      isDemo: z.boolean(),
    }),
  ),
  invitations: z.array(
    z.object({
      id: z.uuid(),
      email: z.string(),
      roles: z.array(staffRole),
      /** Null: made at the machine. */
      invitedBy: z.string().nullable(),
      createdAt: moment,
      expiresAt: moment,
      isExpired: z.boolean(),
    }),
  ),
  /** The issuer whose groups say roles; null: admins give them. */
  rolesBy: z.string().nullable(),
})
export type StaffListAnswer = z.infer<typeof StaffListAnswer>
export type ListedStaff = StaffListAnswer['staff'][number]
export type ListedInvitation = StaffListAnswer['invitations'][number]

/** `locale`: the language of the mail. */
export const InviteBody = z.object({ email, roles: someRoles, locale: locale.default(defaultLocale) })
export const InviteAnswer = z.object({ id: z.uuid() })
export const InvitationBody = z.object({ id: z.uuid() })
export const StaffMemberBody = z.object({ memberId: z.uuid() })
export const ChangeRolesBody = StaffMemberBody.extend({ from: someRoles, to: someRoles })
/** Without `sessionId`: all of them, but not the caller's own. */
export const EndStaffSessionsBody = StaffMemberBody.extend({ sessionId: z.uuid().optional() })
export const EndedAnswer = z.object({ ended: z.int() })

export const RoleListAnswer = z.object({
  /** Kinds of files that others have uploaded, and the roles that open them. */
  files: z.array(z.object({ use: z.string(), title: z.string(), roles: z.array(staffRole) })),
  calls: z.array(z.object({ call: z.string(), summary: z.string(), roles: z.array(staffRole) })),
})
export type RoleListAnswer = z.infer<typeof RoleListAnswer>
