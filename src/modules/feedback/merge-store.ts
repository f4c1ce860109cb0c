import type { Trx } from '#db/connect.ts'
import type { Merging } from '#modules/accounts/deps.ts'
import { sql } from 'kysely'

/** Gives a double's reports and ratings to the kept member. Of two ratings of the centre on one day the later one stays. */
export async function mergeInFeedback(trx: Trx, { from, into }: Merging): Promise<void> {
  await trx.updateTable('reports').set({ member_id: into }).where('member_id', '=', from).execute()
  await trx.updateTable('report_notes').set({ by_id: into }).where('by_id', '=', from).execute()
  await sql`
    delete from ratings r using ratings other
    where r.order_id is null and other.order_id is null and r.day = other.day and r.id <> other.id
      and (r.member_id, other.member_id) in ((${from}::uuid, ${into}::uuid), (${into}::uuid, ${from}::uuid))
      and (r.created_at, r.id) < (other.created_at, other.id)`.execute(trx)
  await trx.updateTable('ratings').set({ member_id: into }).where('member_id', '=', from).execute()
}
