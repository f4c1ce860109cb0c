import type { DbOrTrx, Trx } from '#db/connect.ts'
import { sql } from 'kysely'
import { generalPublic } from './admission-store.ts'
import { closeMemberRow, deleteCommunity } from './close-store.ts'
import type { Merging } from './deps.ts'

/** Locks members by id; what they ask for waits until the transaction ends. */
export async function lockMembers(trx: Trx, ids: string[]): Promise<void> {
  await sql`select lock_members(${ids}::uuid[])`.execute(trx)
}

/**
 * Gives a double's proofs, community, identity and emergency contact to the kept member, whose own count where there are two.
 * Answers files of proofs that nobody has to review any more: of two that wait, the kept member's.
 */
export async function mergeInAccounts(trx: Trx, { from, into }: Merging): Promise<string[]> {
  const { rows } = await sql<{ fileId: string }>`
    delete from identity_proofs p where p.member_id = ${from} and p.state = 'under-review'
      and exists (select from identity_proofs k where k.member_id = ${into} and k.state = 'under-review')
    returning p.file_id as "fileId"`.execute(trx)
  await trx.updateTable('identity_proofs').set({ member_id: into }).where('member_id', '=', from).execute()
  await sql`
    insert into communities (member_id, name, registration_no, representative, state, reason, submitted_at, reviewed_at, reviewed_by, shares_number)
    select ${into}, name, registration_no, representative, state, reason, submitted_at, reviewed_at, reviewed_by, shares_number
    from communities where member_id = ${from} on conflict (member_id) do nothing`.execute(trx)
  await mergeRoles(trx, { from, into })
  await trx.updateTable('community_documents').set({ member_id: into }).where('member_id', '=', from).execute()
  await deleteCommunity(trx, from)
  await trx.updateTable('community_decisions').set({ member_id: into }).where('member_id', '=', from).execute()
  await sql`
    update members k set
      identity_id = case when k.identity_id = ${generalPublic} then d.identity_id else k.identity_id end,
      emergency_name = case when coalesce(k.emergency_phone, '') = '' then d.emergency_name else k.emergency_name end,
      emergency_phone = case when coalesce(k.emergency_phone, '') = '' then d.emergency_phone else k.emergency_phone end
    from members d where k.id = ${into} and d.id = ${from}`.execute(trx)
  return rows.map(({ fileId }) => fileId)
}

/** What a double did for clubs, the kept member does; of two roles in one club the owner's. Neither is a club with people of its own. */
async function mergeRoles(trx: Trx, { from, into }: Merging): Promise<void> {
  await sql`
    with gone as (delete from club_people where person_id = ${from} returning club_id, role, since)
    insert into club_people (club_id, person_id, role, since) select club_id, ${into}, role, since from gone where club_id <> ${from}
    on conflict (club_id, person_id) do update set role = excluded.role where excluded.role = 'owner'`.execute(trx)
}

/**
 * Closes the double: nothing is left to log in with, and no personal data. What was merged into it before is the kept member's
 * as well. Answers files that nothing refers to any more.
 */
export async function closeDouble(trx: Trx, { from, into }: Merging, now: Date): Promise<string[]> {
  const row = await trx.selectFrom('members').select('closed_at').where('id', '=', from).executeTakeFirstOrThrow()
  const files = await closeMemberRow(trx, from, row.closed_at ?? now)
  await trx.updateTable('members').set({ merged_into: into }).where('id', '=', from).execute()
  await trx.updateTable('members').set({ merged_into: into }).where('merged_into', '=', from).execute()
  return files
}

/** Into whom a member was merged; undefined for everybody else. */
export async function findMergedInto(db: DbOrTrx, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('members').select('merged_into').where('id', '=', id).executeTakeFirst()
  return row?.merged_into ?? undefined
}
