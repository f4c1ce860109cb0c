import type { Trx } from '#db/connect.ts'
import type { LeavingMember, Merging } from '#modules/accounts/deps.ts'
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

/**
 * Gives a double's entries to the kept member; answers the dates that are offered to it, which hold the floor. Where both have
 * entered a round, the kept member's own entry counts: the other one is deleted, or stays behind once it has its number.
 */
export async function mergeInBallots(trx: Trx, { from, into }: Merging): Promise<string[]> {
  await sql`
    delete from ballot_entries e where e.member_id = ${from} and e.number is null
      and exists (select from ballot_entries o where o.round_id = e.round_id and o.member_id = ${into})`.execute(trx)
  await sql`
    update ballot_entries e set member_id = ${into} where e.member_id = ${from}
      and not exists (select from ballot_entries o where o.round_id = e.round_id and o.member_id = ${into})`.execute(trx)
  const { rows } = await sql<{ id: string }>`
    select d.id from ballot_offer_dates d join ballot_substitutes s on s.id = d.substitute_id join ballot_entries e on e.id = s.entry_id
    where e.member_id = ${into}`.execute(trx)
  return rows.map(({ id }) => id)
}
