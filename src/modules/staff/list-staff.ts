import type { Db } from '#db/connect.ts'
import { listSessions, type ListedSession } from '#modules/accounts/session-store.ts'
import { isLastAdmin, listStaff, type StaffMember } from '#modules/accounts/staff-store.ts'
import { listInvitations, type ListedInvitation } from './store.ts'

export type ListedStaff = StaffMember & { lastSeenAt: Date | null; sessions: ListedSession[]; isLastAdmin: boolean }

/** Everybody who runs the centre, with their sessions, and the invitations that nobody has used yet. */
export async function readStaff(db: Db, now: Date): Promise<{ staff: ListedStaff[]; invitations: ListedInvitation[] }> {
  const all = await listStaff(db)
  const staff: ListedStaff[] = []
  for (const one of all) staff.push({ ...one, sessions: await listSessions(db, one.id, now), isLastAdmin: isLastAdmin(all, one.id) })
  return { staff, invitations: await listInvitations(db) }
}
