import { z } from 'zod'
import { someProse } from '#http/wire-text.ts'
import { clubRole, moment } from '#http/wire.ts'
import { email, locale } from '#modules/accounts/wire.ts'

const invitedRole = clubRole.exclude(['owner'])
const key = z.string().regex(/^[\w-]{32}$/)

export const ClubPeopleAnswer = z.object({
  people: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      /** For the owner, and of oneself; else empty. */
      email: z.string(),
      role: clubRole,
      since: moment,
      isYou: z.boolean(),
      /** The club logs in by its own row, as it did before others acted for it. */
      isOwnLogin: z.boolean(),
    }),
  ),
  /** Those that may be accepted; for the owner only. */
  invitations: z.array(z.object({ id: z.uuid(), email: z.string(), role: invitedRole, expiresAt: moment })),
  /** To whom the owner has offered the club. */
  handover: z.object({ toId: z.uuid(), toName: z.string(), isToYou: z.boolean() }).nullable(),
})
export type ClubPeopleAnswer = z.infer<typeof ClubPeopleAnswer>

export const InviteBody = z.object({ email, role: invitedRole, locale: locale.optional() })
export const InvitationIdBody = z.object({ id: z.uuid() })
export const PersonBody = z.object({ personId: z.uuid() })
export const RoleBody = z.object({ personId: z.uuid(), role: invitedRole })
export const AnswerBody = z.object({ accept: z.boolean() })
export const KeyBody = z.object({ key })
export const ShownInvitationAnswer = z.object({
  club: z.string(),
  role: invitedRole,
  inviter: z.string(),
  email: z.string(),
  expiresAt: moment,
})
export type ShownInvitationAnswer = z.infer<typeof ShownInvitationAnswer>
export const AcceptAnswer = z.object({ clubId: z.uuid() })
export type AcceptAnswer = z.infer<typeof AcceptAnswer>
export const NameOwnerBody = z.object({ id: z.uuid(), email, reason: someProse(500) })
