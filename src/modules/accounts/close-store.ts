import type { DbOrTrx } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import { sql, type NotNull } from 'kysely'
import { generalPublic } from './admission-store.ts'
import type { LeavingMember } from './deps.ts'

export async function readLeaving(db: DbOrTrx, id: string): Promise<LeavingMember & { locale: Locale }> {
  const row = await db
    .selectFrom('members')
    .select(['id', 'name', 'email', 'mobile', 'account', 'locale'])
    .where('id', '=', id)
    .where('is_guest', '=', false)
    .$narrowType<{ email: NotNull; account: NotNull }>()
    .executeTakeFirstOrThrow()
  return { ...row, locale: row.locale as Locale }
}

/** Deletes a club. A number that it had first is from now on that of the next one that was approved with it. */
export async function deleteCommunity(db: DbOrTrx, memberId: string): Promise<void> {
  const gone = await db.deleteFrom('communities').where('member_id', '=', memberId).returning('number_key').executeTakeFirst()
  if (!gone) return
  await sql`
    update communities set shares_number = false where member_id = (
      select member_id from communities where number_key = ${gone.number_key} and shares_number order by coalesce(reviewed_at, submitted_at), member_id limit 1)
    and not exists (select from communities where number_key = ${gone.number_key} and state = 'approved' and not shares_number)`.execute(db)
}

/** Anonymises the member's row and deletes what is only about the person; returns the files that nothing refers to any more. */
export async function closeMemberRow(db: DbOrTrx, id: string, now: Date): Promise<string[]> {
  const consent = await db.selectFrom('members').select('privacy_file_id').where('id', '=', id).executeTakeFirstOrThrow()
  await db
    .updateTable('members')
    .set({
      closed_at: now,
      account: `closed-${id}`,
      email: '',
      name: '',
      mobile: '',
      secret_hash: '',
      registering_hash: null,
      emergency_name: null,
      emergency_phone: null,
      privacy_file_id: null,
      privacy_consented_at: null,
      // The identity may tell of poverty or a disability.
      identity_id: generalPublic,
      roles: [],
      staff_since: null,
      staff_suspended_at: null,
      staff_by_demo: false,
    })
    .where('id', '=', id)
    .execute()
  const documents = await db.deleteFrom('community_documents').where('member_id', '=', id).returning('file_id').execute()
  await deleteCommunity(db, id)
  await sql`delete from club_people where club_id = ${id} or person_id = ${id}`.execute(db)
  await db.deleteFrom('community_decisions').where('member_id', '=', id).execute()
  const proofs = await db.deleteFrom('identity_proofs').where('member_id', '=', id).returning('file_id').execute()
  await db.updateTable('suspensions').set({ reason: '' }).where('member_id', '=', id).execute()
  return [consent.privacy_file_id, ...[...documents, ...proofs].map((row) => row.file_id)].filter((fileId) => fileId !== null)
}
