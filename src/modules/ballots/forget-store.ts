import type { Trx } from '#db/connect.ts'
import type { LeavingMember } from '#modules/accounts/deps.ts'
import { sql } from 'kysely'

/** Deletes entries that are not fixed yet. Of others the wishes stay, which are published without a name; the rest is emptied. */
export async function forgetInBallots(trx: Trx, { id }: LeavingMember): Promise<void> {
  await trx.deleteFrom('ballot_entries').where('member_id', '=', id).where('number', 'is', null).execute()
  await trx
    .updateTable('ballot_entries')
    .set({ title: '', purpose: '', contact_name: '', contact_phone: '' })
    .where('member_id', '=', id)
    .execute()
  await sql`update ballot_objections set note = '' where entry_id in (select e.id from ballot_entries e where e.member_id = ${id})`.execute(
    trx,
  )
}
