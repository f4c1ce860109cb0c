import type { Locale } from '#i18n/locale.ts'
import type { z } from 'zod'
import type { staffRole } from './wire.ts'

export type StaffRole = z.infer<typeof staffRole>

// The sets of roles: each call for staff, and each kind of file, names one of them.

/** Who decides what costs people something. */
export const inCharge = ['admin', 'manager'] as const satisfies StaffRole[]
/** Who meets members. */
export const atDesk = [...inCharge, 'desk'] as const satisfies StaffRole[]
/** Who writes for everybody. */
export const editors = [...inCharge, 'editor'] as const satisfies StaffRole[]
/** Who pays money out, and sees bank accounts. */
export const payers = ['admin', 'finance'] as const satisfies StaffRole[]
/** Who decides about money that goes back, or pays it. */
export const inChargeOrPayers = [...inCharge, 'finance'] as const satisfies StaffRole[]
/** Who answers questions about money that goes back. */
export const atDeskOrPayers = [...atDesk, 'finance'] as const satisfies StaffRole[]

/** Who is calling, as the session row and the member row say at this moment. */
export type Session = {
  id: string
  memberId: string
  account: string
  email: string
  name: string
  /** Not empty: a community account that staff have approved. */
  communityName: string
  role: StaffRole | null
  /** What prices count by: an identity that needs proof counts once it is approved. */
  identityId: number
  locale: Locale
}

/** Who may make a call. Private is the default: a call that everybody may make says so. */
export type Access = 'public' | 'member' | 'community' | readonly StaffRole[]

export function whyNotAllowed(access: Access, session: Session | undefined): { status: 401 | 403; code: string } | undefined {
  if (access === 'public') return undefined
  if (!session) return { status: 401, code: 'not_logged_in' }
  if (access === 'member') return undefined
  if (access === 'community') return session.communityName === '' ? { status: 403, code: 'community_only' } : undefined
  return session.role !== null && access.includes(session.role) ? undefined : { status: 403, code: 'staff_only' }
}
