import type { Day } from '#lib/zone.ts'

/**
 * Staff are members with one role or several, and with the rights of all of them. Somebody becomes staff by an invitation: a link with a random key that works once and for
 * a while. The first admin comes by the setup link, which the service prints at its start while there is no admin.
 * Pure, and safe in the browser.
 */
export const staffRoles = ['admin', 'manager', 'desk', 'finance', 'editor'] as const
type StaffRole = (typeof staffRoles)[number]

export const isStaffRole = (text: string): text is StaffRole => (staffRoles as readonly string[]).includes(text)

type InvitationState = 'open' | 'used' | 'withdrawn' | 'expired'

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

/**
 * Topics of the console's live stream. A notice names a topic and nothing else; what has changed, the screen reads by the calls
 * that its viewer may make. Which topics there are, who may listen to them and which actions of staff announce them is said by the
 * table of the console's screens. Pure, and safe in the browser.
 */
export type ConsoleTopics = {
  isTopic(text: string): boolean
  /** Whether one of these roles may listen to a topic. */
  mayListen(roles: readonly (typeof staffRoles)[number][], topic: string): boolean
}

/** The topic of a facility's bookings of one day, or of those whose days are not known. */
export const dayTopic = (facilityId: number, day: Day | 'any') => `floor:${facilityId}:${day}` as const
