import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { ClubRole } from '#http/club-calls.ts'
import type { LeavingMember, Merging } from '#modules/accounts/deps.ts'
import { sql } from 'kysely'

export type InvitedRole = Exclude<ClubRole, 'owner'>
export type ClubInvitation = {
  id: string
  clubId: string
  email: string
  role: InvitedRole
  invitedBy: string | null
  expiresAt: Date
  acceptedAt: Date | null
  withdrawnAt: Date | null
}

const columns = [
  'id',
  'club_id as clubId',
  'email',
  'role',
  'invited_by as invitedBy',
  'expires_at as expiresAt',
  'accepted_at as acceptedAt',
  'withdrawn_at as withdrawnAt',
] as const

export async function insertClubInvitation(
  trx: Trx,
  {
    id,
    clubId,
    email,
    role,
    keyHash,
    invitedBy,
  }: { id: string; clubId: string; email: string; role: InvitedRole; keyHash: string; invitedBy: string },
  times: { createdAt: Date; expiresAt: Date },
): Promise<void> {
  const row = { id, club_id: clubId, email, role, key_hash: keyHash, invited_by: invitedBy }
  await trx
    .insertInto('club_invitations')
    .values({ ...row, created_at: times.createdAt, expires_at: times.expiresAt })
    .execute()
}

export async function findClubInvitation(db: DbOrTrx, keyHash: string): Promise<ClubInvitation | undefined> {
  const row = await db.selectFrom('club_invitations').select(columns).where('key_hash', '=', keyHash).executeTakeFirst()
  return row as ClubInvitation | undefined
}

/** Those that may still be accepted. */
export async function listOpenInvitations(db: DbOrTrx, clubId: string, now: Date): Promise<ClubInvitation[]> {
  const open = db.selectFrom('club_invitations').select(columns).where('club_id', '=', clubId)
  const rows = await open
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .execute()
  return rows as ClubInvitation[]
}

/** One, those to an address, or all of a club; answers how many were open. */
export async function withdrawInvitations(trx: Trx, clubId: string, which: { id?: string; email?: string }, now: Date): Promise<number> {
  let open = trx.updateTable('club_invitations').set({ withdrawn_at: now }).where('club_id', '=', clubId)
  if (which.id !== undefined) open = open.where('id', '=', which.id)
  if (which.email !== undefined) open = open.where(sql`lower(email)`, '=', which.email.toLowerCase())
  const done = await open.where('accepted_at', 'is', null).where('withdrawn_at', 'is', null).executeTakeFirst()
  return Number(done.numUpdatedRows)
}

/** False when somebody was faster: the guard is in the statement. */
export async function takeInvitation(trx: Trx, id: string, now: Date): Promise<boolean> {
  const taken = trx.updateTable('club_invitations').set({ accepted_at: now }).where('id', '=', id)
  const row = await taken
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteOldClubInvitations(db: DbOrTrx, before: Date, most: number): Promise<number> {
  const gone = await sql`
    delete from club_invitations where id in (select id from club_invitations where expires_at < ${before} limit ${most})`.execute(db)
  return Number(gone.numAffectedRows)
}

/** How long an invitation or an offer of the club may be accepted. */
export const openDays = 7

export type Handover = { fromId: string; toId: string; offeredAt: Date }

/** The offer that may still be accepted. */
export async function readHandover(db: DbOrTrx, clubId: string, now: Date): Promise<Handover | undefined> {
  return db
    .selectFrom('club_handovers')
    .select(['from_id as fromId', 'to_id as toId', 'offered_at as offeredAt'])
    .where('club_id', '=', clubId)
    .where('offered_at', '>', new Date(now.getTime() - openDays * 86_400_000))
    .executeTakeFirst()
}

/** A later offer takes the place of an earlier one. */
export async function writeHandover(trx: Trx, clubId: string, { fromId, toId }: Omit<Handover, 'offeredAt'>, now: Date): Promise<void> {
  const row = { from_id: fromId, to_id: toId, offered_at: now }
  await trx
    .insertInto('club_handovers')
    .values({ club_id: clubId, ...row })
    .onConflict((c) => c.column('club_id').doUpdateSet(row))
    .execute()
}

export async function deleteHandover(trx: Trx, clubId: string): Promise<void> {
  await trx.deleteFrom('club_handovers').where('club_id', '=', clubId).execute()
}

/** Invitations of a double and to its club are the kept member's. */
export async function mergeInvitations(trx: Trx, { from, into }: Merging): Promise<void> {
  await trx.updateTable('club_invitations').set({ club_id: into }).where('club_id', '=', from).execute()
  await trx.updateTable('club_invitations').set({ invited_by: into }).where('invited_by', '=', from).execute()
}

/** Those of a club that closes, and those that were mailed to who leaves. */
export async function forgetInvitations(trx: Trx, { id, email }: LeavingMember): Promise<void> {
  await sql`delete from club_invitations where club_id = ${id} or (${email} <> '' and lower(email) = lower(${email}))`.execute(trx)
}
