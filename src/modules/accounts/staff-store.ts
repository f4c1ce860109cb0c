import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { StaffRole } from '#http/session.ts'
import type { Locale } from '#i18n/locale.ts'
import { sql } from 'kysely'
import { isOpen } from './admission-store.ts'

/** A member with what their roles say. `suspendedAt`: the roles count for nothing since then. */
export type StaffMember = {
  id: string
  account: string
  email: string
  name: string
  locale: Locale
  /** In the order of listing; empty for a member who is not staff. */
  roles: StaffRole[]
  since: Date | null
  suspendedAt: Date | null
  /** False for an account that is closed, shut out or unconfirmed. */
  isOpen: boolean
  isDemo: boolean
  /** The roles come from an account of the demo, and end with the demo. */
  isByDemo: boolean
}

/** Of `m` (members), as a StaffMember. */
export const staffColumns = sql`m.id, m.account, m.email, m.name, m.locale, m.roles, m.staff_since as since, m.staff_suspended_at as "suspendedAt",
  ${isOpen('m')} and m.email_confirmed_at is not null as "isOpen", m.demo as "isDemo",
  m.staff_by_demo as "isByDemo"`

/**
 * Locks these members and all admins until the transaction ends, in the order of lock_members, and reads them. Whoever
 * takes a role away holds this lock, so that two admins cannot each leave in the belief that the other one stays.
 */
export async function lockStaff(trx: Trx, ids: string[]): Promise<StaffMember[]> {
  const { rows } = await sql<StaffMember>`
    select ${staffColumns} from members m
    where m.id = any(${ids}::uuid[]) or (m.roles <> '{}' and 'admin' = any(m.roles)) order by m.id for no key update`.execute(trx)
  return rows
}

export const isActiveAdmin = ({ roles, suspendedAt, isOpen: open }: StaffMember): boolean =>
  roles.includes('admin') && suspendedAt === null && open

/** Whether nobody would be left to run the centre without this member; `locked` is from lockStaff. */
export const isLastAdmin = (locked: StaffMember[], id: string): boolean =>
  locked.some((one) => one.id === id && isActiveAdmin(one)) && !locked.some((one) => one.id !== id && isActiveAdmin(one))

export async function hasAdmin(db: DbOrTrx): Promise<boolean> {
  const { rows } = await sql<StaffMember>`select ${staffColumns} from members m where m.roles <> '{}' and 'admin' = any(m.roles)`.execute(
    db,
  )
  return rows.some(isActiveAdmin)
}

export async function findStaffByEmail(db: DbOrTrx, email: string): Promise<StaffMember | undefined> {
  const { rows } = await sql<StaffMember>`
    select ${staffColumns} from members m
    where lower(m.email) = ${email.toLowerCase()} and m.email_confirmed_at is not null and ${isOpen('m')}`.execute(db)
  return rows[0]
}

/** Null: the member is staff no longer. */
export async function writeStaffRoles(
  trx: Trx,
  id: string,
  staff: { roles: readonly StaffRole[]; since: Date; suspendedAt: Date | null; isByDemo: boolean } | null,
): Promise<void> {
  await trx
    .updateTable('members')
    .set({
      roles: [...(staff?.roles ?? [])],
      staff_since: staff?.since ?? null,
      staff_suspended_at: staff?.suspendedAt ?? null,
      staff_by_demo: staff?.isByDemo ?? false,
    })
    .where('id', '=', id)
    .execute()
}

/** Whether roles that this member gives end with the demo. Null: somebody at the machine. */
export async function isOfDemo(db: DbOrTrx, memberId: string | null): Promise<boolean> {
  if (memberId === null) return false
  const row = await db.selectFrom('members').select(['demo', 'staff_by_demo']).where('id', '=', memberId).executeTakeFirst()
  return row !== undefined && (row.demo || row.staff_by_demo)
}

type DigestReader = { id: string; name: string; email: string; locale: Locale; roles: StaffRole[] }

/** Staff who want the mail of the morning; nobody who is suspended, closed or has not confirmed their address. */
export async function readDigestReaders(db: DbOrTrx): Promise<DigestReader[]> {
  const { rows } = await sql<DigestReader>`
    select m.id, m.name, m.email, m.locale, m.roles from members m
    where m.roles <> '{}' and m.gets_digest and m.staff_suspended_at is null and m.email_confirmed_at is not null and ${isOpen('m')}
    order by m.id`.execute(db)
  return rows
}

export async function getsDigest(db: DbOrTrx, memberId: string): Promise<boolean> {
  const { gets_digest } = await db.selectFrom('members').select('gets_digest').where('id', '=', memberId).executeTakeFirstOrThrow()
  return gets_digest
}

export async function setDigest(db: DbOrTrx, memberId: string, isOn: boolean): Promise<void> {
  await db.updateTable('members').set({ gets_digest: isOn }).where('id', '=', memberId).execute()
}
