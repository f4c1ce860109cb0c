import type { Trx } from '#db/connect.ts'
import { sql } from 'kysely'

/** Mails and texts to somebody who leaves are deleted, but for the last one, which goes once it had time to be sent. */
export async function forgetMessages(
  trx: Trx,
  { email, mobile }: { email: string; mobile: string },
  goodbye: { cause: string; until: Date },
): Promise<void> {
  const theirs = sql<boolean>`lower(recipient) in (lower(${email}), ${mobile})`
  await trx.deleteFrom('messages').where(theirs).where('cause', '<>', goodbye.cause).execute()
  await trx.updateTable('messages').set({ delete_after: goodbye.until }).where('cause', '=', goodbye.cause).execute()
}
