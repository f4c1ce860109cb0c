import type { Db, Trx } from '#db/connect.ts'
import { sql } from 'kysely'

/** Deletes the messages of a member who closes the account, except the last one, which is deleted after it had time to be sent. */
export async function forgetMessages(
  trx: Trx,
  { email, mobile }: { email: string; mobile: string },
  goodbye: { cause: string; until: Date },
): Promise<void> {
  const theirs = sql<boolean>`lower(recipient) in (lower(${email}), ${mobile})`
  await trx.deleteFrom('messages').where(theirs).where('cause', '<>', goodbye.cause).execute()
  await trx.updateTable('messages').set({ delete_after: goodbye.until }).where('cause', '=', goodbye.cause).execute()
}

const isOver = sql`state in ('sent', 'failed', 'unsure')`

/** Deletes messages whose `delete_after` has passed. */
export async function deleteDueMessages(db: Db, now: Date, most: number): Promise<number> {
  const gone = await sql`
    delete from messages where id in (select id from messages where delete_after < ${now} and ${isOver} limit ${most})`.execute(db)
  return Number(gone.numAffectedRows)
}

export async function deleteOldMessages(db: Db, before: Date, most: number): Promise<number> {
  const gone = await sql`
    delete from messages where id in (select id from messages where created_at < ${before} and ${isOver} order by created_at limit ${most})`.execute(
    db,
  )
  return Number(gone.numAffectedRows)
}

/** Events about a double that have to be told yet are told to the kept member. */
export async function mergeInOutbox(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`update outbox set subject_id = ${into} where subject_id = ${from} and told_at is null`.execute(trx)
}
