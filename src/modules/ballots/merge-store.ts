import type { Trx } from '#db/connect.ts'
import type { Merging } from '#modules/accounts/deps.ts'
import { sql } from 'kysely'

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
