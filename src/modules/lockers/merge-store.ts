import type { Trx } from '#db/connect.ts'
import type { Merging } from '#modules/accounts/deps.ts'
import { sql } from 'kysely'

/** Gives a double's rentals to the kept member. Terms are locked before rentals, as `lockRental` does. */
export async function mergeInLockers(trx: Trx, { from, into }: Merging): Promise<void> {
  const rentals = sql`select id from locker_rentals where member_id = ${from}`
  await sql`select from locker_terms where rental_id in (${rentals}) order by id for update`.execute(trx)
  await sql`select from locker_rentals where member_id = ${from} order by id for update`.execute(trx)
  await trx.updateTable('locker_rentals').set({ member_id: into }).where('member_id', '=', from).execute()
  // Of rentals that the double returned by itself.
  await trx.updateTable('locker_rentals').set({ closed_by: into }).where('closed_by', '=', from).where('member_id', '=', into).execute()
}
