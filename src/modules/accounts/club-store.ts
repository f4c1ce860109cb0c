import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { ClubRole } from '#http/club-calls.ts'
import type { Locale } from '#i18n/locale.ts'
import { sql } from 'kysely'
import { generalPublic } from './admission-store.ts'

/** Who acts for a club. A club that logs in by its own row is one of its people itself: `isOwnLogin`. */
export type ClubPerson = { id: string; name: string; email: string; locale: Locale; role: ClubRole; since: Date; isOwnLogin: boolean }

/** The owner first, then as they came. */
export async function readClubPeople(db: DbOrTrx, clubId: string): Promise<ClubPerson[]> {
  const { rows } = await sql<ClubPerson>`
    select m.id, m.name, coalesce(m.email, '') as email, m.locale, r.role, r.since, r.person_id = r.club_id as "isOwnLogin"
    from club_people r join members m on m.id = r.person_id where r.club_id = ${clubId}
    order by r.role <> 'owner', r.since, m.id`.execute(db)
  return rows
}

/** Undefined: there is no such club, or staff have not approved it. */
export async function readClubName(db: DbOrTrx, clubId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('communities')
    .select('name')
    .where('member_id', '=', clubId)
    .where('state', '=', 'approved')
    .executeTakeFirst()
  return row?.name
}

export async function addToClub(trx: Trx, row: { clubId: string; personId: string; role: ClubRole }, now: Date): Promise<void> {
  await trx.insertInto('club_people').values({ club_id: row.clubId, person_id: row.personId, role: row.role, since: now }).execute()
}

export async function setClubRole(
  trx: Trx,
  { clubId, personId, role }: { clubId: string; personId: string; role: ClubRole },
): Promise<void> {
  await trx.updateTable('club_people').set({ role }).where('club_id', '=', clubId).where('person_id', '=', personId).execute()
}

/** Sessions that act for the club by this role are the person's own at their next call. */
export async function removeFromClub(trx: Trx, { clubId, personId }: { clubId: string; personId: string }): Promise<void> {
  await trx.deleteFrom('club_people').where('club_id', '=', clubId).where('person_id', '=', personId).execute()
}

/**
 * Nothing is left of who used a club's own login: the row stands for the club alone. What they proved of themselves goes too, and the price
 * that it gave. Returns the files that nothing refers to any more.
 */
export async function eraseOwnLogin(trx: Trx, clubId: string): Promise<string[]> {
  const consent = await trx.selectFrom('members').select('privacy_file_id').where('id', '=', clubId).executeTakeFirstOrThrow()
  await sql`
    update members m set account = 'club-' || m.id, email = '', mobile = '', mobile_unproven = false, secret_hash = null, registering_hash = null,
      emergency_name = null, emergency_phone = null, name = (select c.name from communities c where c.member_id = m.id),
      privacy_file_id = null, privacy_consented_at = null,
      identity_id = case when (select i.for_community from identities i where i.id = m.identity_id) then m.identity_id else ${generalPublic} end
    where m.id = ${clubId}`.execute(trx)
  const proofs = await trx.deleteFrom('identity_proofs').where('member_id', '=', clubId).returning('file_id').execute()
  return [consent.privacy_file_id, ...proofs.map((proof) => proof.file_id)].filter((fileId) => fileId !== null)
}

/** Takes a club's own login out of the clubs in which it has a role like a person; answers which. Not out of one that it owns. */
export async function leaveOtherClubs(trx: Trx, clubId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from club_people where person_id = ${clubId} and club_id <> ${clubId} and role <> 'owner' returning club_id as id`.execute(trx)
  return rows.map(({ id }) => id)
}

/** What keeps a club's own login from being erased: roles of staff, or another club that it owns. */
export async function whatHoldsOwnLogin(db: DbOrTrx, clubId: string): Promise<{ isStaff: boolean; ownsAnother: boolean }> {
  const { rows } = await sql<{ isStaff: boolean; ownsAnother: boolean }>`
    select m.roles <> '{}' as "isStaff",
      exists (select from club_people r where r.person_id = m.id and r.club_id <> m.id and r.role = 'owner') as "ownsAnother"
    from members m where m.id = ${clubId}`.execute(db)
  return rows[0]!
}

/** The clubs for which somebody acts. */
export async function readClubsOf(db: DbOrTrx, personId: string): Promise<string[]> {
  const rows = await db.selectFrom('club_people').select('club_id').where('person_id', '=', personId).execute()
  return rows.map((row) => row.club_id)
}

/** Whether others than this member act for a club that they own, or that is theirs by its own login. */
export async function leavesClubBehind(db: DbOrTrx, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select from club_people mine join club_people other on other.club_id = mine.club_id and other.person_id <> mine.person_id
    where mine.person_id = ${personId} and (mine.role = 'owner' or mine.club_id = ${personId}) limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Names that a bank account of this party may be in: of a club those that staff have approved, never the name of somebody who acts for it;
 * otherwise the member's.
 */
export async function readAccountNames(db: DbOrTrx, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ names: string[] }>`
    select case when c.state = 'approved' then array[c.name, c.representative] else array[m.name] end as names
    from members m left join communities c on c.member_id = m.id where m.id = ${memberId}`.execute(db)
  return rows[0]?.names ?? []
}

/** Where letters to a member go: their address; of a club that a person owns that person's; empty for one with neither. */
export const letterAddress = (members = 'm') => {
  const [id, email] = [sql.ref(`${members}.id`), sql.ref(`${members}.email`)]
  return sql<string | null>`coalesce((select o.email from club_people r join members o on o.id = r.person_id
    where r.club_id = ${id} and r.role = 'owner' and r.person_id <> ${id}), ${email})`
}

/** Their mobile in the same way; nothing is said of whether it was proved. */
export const letterMobile = (members = 'm') => {
  const [id, mobile] = [sql.ref(`${members}.id`), sql.ref(`${members}.mobile`)]
  return sql<string>`coalesce((select nullif(o.mobile, '') from club_people r join members o on o.id = r.person_id
    where r.club_id = ${id} and r.role = 'owner' and r.person_id <> ${id}), ${mobile})`
}
