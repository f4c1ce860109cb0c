import type { DbOrTrx } from '#db/connect.ts'
import type { StaffRole } from '#http/session.ts'
import type { Locale } from '#i18n/locale.ts'
import { sql } from 'kysely'
import { isOpen } from './admission-store.ts'

export type DigestReader = { id: string; name: string; email: string; locale: Locale; roles: StaffRole[] }

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
