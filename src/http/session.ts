import type { Locale } from '#i18n/locale.ts'

export type StaffRole = 'admin' | 'manager' | 'desk' | 'finance' | 'editor'

/** Who decides what costs people something; who meets them; who writes for everybody. */
export const inCharge = ['admin', 'manager'] as const satisfies StaffRole[]
export const atDesk = [...inCharge, 'desk'] as const satisfies StaffRole[]
export const editors = [...inCharge, 'editor'] as const satisfies StaffRole[]

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
