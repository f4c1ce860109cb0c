import type { Trx } from '#db/connect.ts'
import { sql } from 'kysely'

/** Events about a double that have to be told yet are told to the kept member. */
export async function mergeInOutbox(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`update outbox set subject_id = ${into} where subject_id = ${from} and told_at is null`.execute(trx)
}
