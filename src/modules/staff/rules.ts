/**
 * Staff are members with one role or several, and with the rights of all of them. Somebody becomes staff by an invitation: a link with a random key that works once and for
 * a while. The first admin comes by the setup link, which the service prints at its start while there is no admin.
 * Pure, and safe in the browser.
 */
export const staffRoles = ['admin', 'manager', 'desk', 'finance', 'editor'] as const
type StaffRole = (typeof staffRoles)[number]

export const isStaffRole = (text: string): text is StaffRole => (staffRoles as readonly string[]).includes(text)

export type InvitationState = 'open' | 'used' | 'withdrawn' | 'expired'

export function invitationState(
  { usedAt, withdrawnAt, expiresAt }: { usedAt: Date | null; withdrawnAt: Date | null; expiresAt: Date },
  now: Date,
): InvitationState {
  if (usedAt !== null) return 'used'
  if (withdrawnAt !== null) return 'withdrawn'
  return expiresAt > now ? 'open' : 'expired'
}

/** The shape of a link's key: anything else is not looked up. */
export const invitationKeyPattern = /^[\w-]{32}$/

/** l***@example.com: for the audit log, which keeps no addresses. */
export const maskEmail = (email: string): string => email.replace(/^(.).*(?=@)/s, '$1***')
