import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { StaffRole } from '#http/session.ts'
import type { Locale } from '#i18n/locale.ts'
import { isOpen } from '#modules/accounts/admission-store.ts'
import { staffColumns, type StaffMember } from '#modules/accounts/staff-store.ts'
import { sql } from 'kysely'

export type Invitation = {
  id: string
  purpose: 'setup' | 'join'
  /** Null for the setup link. */
  email: string | null
  roles: StaffRole[]
  locale: Locale
  /** Made at the machine: its holder chooses password and second factor anew. */
  recovers: boolean
  invitedBy: string | null
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
  withdrawnAt: Date | null
}

const columns = [
  'id',
  'purpose',
  'email',
  'roles',
  'locale',
  'recovers',
  'invited_by as invitedBy',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'used_at as usedAt',
  'withdrawn_at as withdrawnAt',
] as const

/** Invitations are made and withdrawn one after the other: the one that is made last is the one that is open. */
export async function lockInvitations(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('staff_invitations'))`.execute(trx)
}

export async function insertInvitation(trx: Trx, one: Omit<Invitation, 'usedAt' | 'withdrawnAt'> & { keyHash: string }): Promise<void> {
  await trx
    .insertInto('staff_invitations')
    .values({
      id: one.id,
      purpose: one.purpose,
      key_hash: one.keyHash,
      email: one.email,
      roles: one.roles,
      locale: one.locale,
      recovers: one.recovers,
      invited_by: one.invitedBy,
      created_at: one.createdAt,
      expires_at: one.expiresAt,
    })
    .execute()
}

export async function findInvitation(db: DbOrTrx, by: { keyHash: string } | { id: string }): Promise<Invitation | undefined> {
  const row = await db
    .selectFrom('staff_invitations')
    .select(columns)
    .where((w) => ('id' in by ? w('id', '=', by.id) : w('key_hash', '=', by.keyHash)))
    .executeTakeFirst()
  return row as Invitation | undefined
}

/** Uses a link: it works once, because one statement only can set `used_at`. */
export async function useInvitation(trx: Trx, id: string, now: Date): Promise<boolean> {
  const used = await trx
    .updateTable('staff_invitations')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

export async function writeUser(trx: Trx, id: string, memberId: string): Promise<void> {
  await trx.updateTable('staff_invitations').set({ used_by: memberId }).where('id', '=', id).execute()
}

/** Voids what is open: the setup link, the invitation of an address, or one by its id. Returns how many there were. */
export async function withdrawOpen(trx: Trx, which: { setup: true } | { email: string } | { id: string }, now: Date): Promise<number> {
  const withdrawn = await trx
    .updateTable('staff_invitations')
    .set({ withdrawn_at: now })
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where((w) => {
      if ('setup' in which) return w('purpose', '=', 'setup')
      return 'id' in which ? w('id', '=', which.id) : w(sql`lower(email)`, '=', which.email.toLowerCase())
    })
    .executeTakeFirst()
  return Number(withdrawn.numUpdatedRows)
}

/** Voids all that this admin has sent and nobody has used yet. */
export async function withdrawOpenBy(trx: Trx, adminId: string, now: Date): Promise<{ id: string; email: string | null }[]> {
  return await trx
    .updateTable('staff_invitations')
    .set({ withdrawn_at: now })
    .where('invited_by', '=', adminId)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returning(['id', 'email'])
    .execute()
}

type NewKey = { keyHash: string; createdAt: Date; expiresAt: Date; invitedBy: string }

/** A new key and a new end for an invitation that is open or has expired; the key before it is void. It is of whoever sends it now. */
export async function renewKey(trx: Trx, id: string, made: NewKey): Promise<boolean> {
  const renewed = await trx
    .updateTable('staff_invitations')
    .set({ key_hash: made.keyHash, created_at: made.createdAt, expires_at: made.expiresAt, invited_by: made.invitedBy })
    .where('id', '=', id)
    .where('purpose', '=', 'join')
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return renewed.numUpdatedRows > 0n
}

export type ListedInvitation = Invitation & { inviter: string | null }

/** Invitations that were neither used nor withdrawn, newest first; expired ones can be sent again. */
export async function listInvitations(db: DbOrTrx): Promise<ListedInvitation[]> {
  const rows = await db
    .selectFrom('staff_invitations as i')
    .leftJoin('members as m', 'm.id', 'i.invited_by')
    .select([
      'i.id',
      'i.purpose',
      'i.email',
      'i.roles',
      'i.locale',
      'i.recovers',
      'i.invited_by as invitedBy',
      'i.created_at as createdAt',
      'i.expires_at as expiresAt',
      'i.used_at as usedAt',
      'i.withdrawn_at as withdrawnAt',
      'm.name as inviter',
    ])
    .where('i.purpose', '=', 'join')
    .where('i.used_at', 'is', null)
    .where('i.withdrawn_at', 'is', null)
    .orderBy('i.created_at', 'desc')
    .execute()
  return rows as ListedInvitation[]
}

/** An invitation is kept for a while after it ended, so that its link can say what became of it. */
export async function deleteOldInvitations(db: DbOrTrx, before: Date, most: number): Promise<number> {
  const old = db.selectFrom('staff_invitations').select('id').where('expires_at', '<', before).limit(most)
  return Number((await db.deleteFrom('staff_invitations').where('id', 'in', old).executeTakeFirst()).numDeletedRows)
}

/** Deletes what names a member who closes their account. */
export async function forgetInInvitations(trx: DbOrTrx, { email }: { email: string }): Promise<void> {
  await trx
    .deleteFrom('staff_invitations')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .execute()
}

export type ListedStaffMember = StaffMember & {
  /** Of any session, also of one that has ended. */
  lastSeenAt: Date | null
  passkeys: number
  hasAuthenticator: boolean
}

/** Everybody with a role, the suspended too; in the order of their first roles, admins first. */
export async function listStaff(db: DbOrTrx): Promise<ListedStaffMember[]> {
  const { rows } = await sql<ListedStaffMember>`
    select ${staffColumns},
      (select max(s.last_seen_at) from sessions s where s.member_id = m.id) as "lastSeenAt",
      (select count(*) from passkeys p where p.member_id = m.id)::integer as passkeys,
      exists (select from authenticators a where a.member_id = m.id and a.sealed_secret is not null) as "hasAuthenticator"
    from members m where m.roles <> '{}' and ${isOpen('m')}
    order by array_position(array['admin', 'manager', 'desk', 'finance', 'editor'], m.roles[1]), lower(m.name), m.id`.execute(db)
  return rows
}
