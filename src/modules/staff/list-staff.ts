import * as m from '#i18n/generated/messages.js'
import type { StaffSearch } from '#modules/module.ts'
import type { Db } from '#db/connect.ts'
import { listSessionsOf, type ListedSession } from '#modules/logins/session-store.ts'
import { isLastAdmin } from '#modules/accounts/staff-store.ts'
import { listInvitations, listStaff, type ListedInvitation, type ListedStaffMember } from './store.ts'
import { adminRoles } from '#http/session.ts'
import { matchesWords } from '#lib/match-words.ts'

export type ListedStaff = ListedStaffMember & { sessions: ListedSession[]; isLastAdmin: boolean }

/** Everybody who runs the centre, with their sessions, and the invitations that nobody has used yet. */
export async function readStaff(db: Db, now: Date): Promise<{ staff: ListedStaff[]; invitations: ListedInvitation[] }> {
  const all = await listStaff(db)
  const ids = all.map(({ id }) => id)
  const [sessions, invitations] = await Promise.all([listSessionsOf(db, ids, now), listInvitations(db)])
  const staff = all.map((one) => ({
    ...one,
    sessions: sessions.filter(({ memberId }) => memberId === one.id),
    isLastAdmin: isLastAdmin(all, one.id),
  }))
  return { staff, invitations }
}

/** Who runs the centre, by name, account or address, for the console's search. Addresses are for admins only. */
export const colleagueSearch = (db: Db): StaffSearch => ({
  kind: 'staff',
  title: m.staff_kind_staff,
  icon: 'staff',
  roles: adminRoles,
  async find(query) {
    const staff = await listStaff(db)
    return staff
      .filter(({ name, account, email }) => matchesWords(query, [name, account, email]))
      .map(({ id, name, email }) => ({ key: id, name, detail: email, path: '/staff/settings/staff' }))
  },
})
