import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import { sql } from 'kysely'
import { generalPublic } from './admission-store.ts'

/** False when there is a guest of this name and mobile: the unique index decides, also between concurrent calls. */
export async function insertGuest(
  trx: Trx,
  guest: { id: string; name: string; mobile: string; locale: Locale },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into members (id, name, mobile, locale, identity_id, is_guest, created_at)
    values (${guest.id}, ${guest.name}, ${guest.mobile}, ${guest.locale}, ${generalPublic}, true, ${now})
    on conflict (mobile, lower(name)) where is_guest and closed_at is null do nothing returning id`.execute(trx)
  return rows.length > 0
}

export async function findGuest(db: DbOrTrx, { name, mobile }: { name: string; mobile: string }): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from members where is_guest and closed_at is null and mobile = ${mobile} and lower(name) = lower(${name})`.execute(db)
  return rows[0]?.id
}
