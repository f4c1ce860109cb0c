import type { Locale } from '#i18n/locale.ts'
import { haveCommon } from '#lib/have-common.ts'
import type { z } from 'zod'
import { whyNotForClub, type ClubRole } from './club-calls.ts'
import type { staffRole } from './wire.ts'

export type StaffRole = z.infer<typeof staffRole>

// Sets of roles, one of which each call for staff and each kind of file names.

/** Decides who runs the centre: invitations, roles, suspensions. */
export const adminRoles = ['admin'] as const satisfies StaffRole[]
/** Decides what costs members money, points or a booking. */
export const managerRoles = ['admin', 'manager'] as const satisfies StaffRole[]
/** Serves members: everybody above, and the front desk. */
export const deskRoles = [...managerRoles, 'desk'] as const satisfies StaffRole[]
/** Publishes news, documents and highlights. */
export const editorRoles = [...managerRoles, 'editor'] as const satisfies StaffRole[]
/** Pays refunds out, and sees bank accounts. */
export const financeRoles = ['admin', 'finance'] as const satisfies StaffRole[]
/** Decides about refunds, or pays them. */
export const managerOrFinanceRoles = [...managerRoles, 'finance'] as const satisfies StaffRole[]
/** Reads refunds, to answer questions about them. */
export const deskOrFinanceRoles = [...deskRoles, 'finance'] as const satisfies StaffRole[]

/** The caller, from the rows of session and member at this moment. */
export type Session = {
  id: string
  /** Whose bookings, money and points the call is about: the club that somebody acts for, or themselves. */
  memberId: string
  /** Who has logged in. Account, address and name are theirs, and they are named as who did it. */
  personId: string
  /** Null: it is about themselves. A club that logs in by its own row acts for itself. */
  clubRole: ClubRole | null
  account: string
  email: string
  name: string
  /** Empty unless it is a community account that staff have approved. */
  communityName: string
  /** Empty for members who are not staff, while suspended, and while acting for a club. Rights are those of all roles together. */
  roles: readonly StaffRole[]
  /** A second factor was shown in this session, or what `staffProof` says; or `isExemptByDemo`. Without it roles give no rights: see `staffRolesOf`. */
  isProvenTwice: boolean
  /** What staff prove themselves by: a second factor, or a login by the issuer of staff, which takes its place. */
  staffProof: 'second_factor' | 'staff_issuer'
  /** A member who has an authenticator app, and has not shown it here yet: nothing but that is open. */
  owesSecondStep: boolean
  /** The demo's own accounts, whose secret is published, go without a second factor; they are shut out while the demo is off. */
  isExemptByDemo: boolean
  /** The identity that prices depend on: one that needs proof only once it is approved. */
  identityId: number
  locale: Locale
}

/** Who may make a call. Every call must say it; there is no default. */
export type Access = 'public' | 'member' | 'community' | readonly StaffRole[]

/** The roles whose rights this session has: none before the second factor. For calls that are open to others than staff too. */
export const staffRolesOf = (session: Session | undefined): readonly StaffRole[] => (session?.isProvenTwice ? session.roles : [])

/** Calls that a session may make while its member still has to show a second factor. */
const beforeSecondStep: ReadonlySet<string> = new Set([
  'GET /api/AccountMember',
  'POST /api/AccountMember/Logout',
  'GET /api/AccountMember/SecondFactor',
  'POST /api/AccountMember/SecondFactor/PasskeyOptions',
  'POST /api/AccountMember/SecondFactor/Passkey',
  'POST /api/AccountMember/SecondFactor/Code',
  'POST /api/AccountMember/SecondFactor/RecoveryCode',
])

/** What is open to visitors takes such a session for a visitor's. */
export const asVisitor = (access: Access, session: Session | undefined): Session | undefined =>
  access === 'public' && session?.owesSecondStep ? undefined : session

export const isManager = ({ roles }: Pick<Session, 'roles'>): boolean => haveCommon<StaffRole>(managerRoles, roles)

/** `call`: method and path. Of somebody who acts for a club their role decides too. */
export function whyNotAllowed(access: Access, session: Session | undefined, call: string): { status: 401 | 403; code: string } | undefined {
  if (access === 'public') return undefined
  if (!session) return { status: 401, code: 'not_logged_in' }
  if (session.owesSecondStep && !beforeSecondStep.has(call)) return { status: 403, code: 'second_step_required' }
  if (access === 'community' && session.communityName === '') return { status: 403, code: 'community_only' }
  if (access === 'member' || access === 'community') {
    const code = session.clubRole && whyNotForClub(call, session.clubRole, session.personId === session.memberId)
    return code ? { status: 403, code } : undefined
  }
  if (!haveCommon(access, session.roles)) return { status: 403, code: 'staff_only' }
  return session.isProvenTwice ? undefined : { status: 403, code: `${session.staffProof}_required` }
}
