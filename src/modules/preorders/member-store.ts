import type { Db, Trx } from '#db/connect.ts'
import type { LeavingMember, Merging } from '#modules/accounts/deps.ts'
import { releaseFiles } from '#modules/files/keep-files.ts'
import { sql } from 'kysely'

/** Erases contact, texts and documents (a roster names every player); courts, dates and amounts stay. */
export async function forgetInPreOrders(trx: Trx, { id }: LeavingMember, now: Date): Promise<void> {
  await trx
    .updateTable('preorders')
    .set({ title: '', purpose: '', contact_name: '', contact_phone: '', review_note: '' })
    .where('member_id', '=', id)
    .execute()
  const gone = await trx
    .deleteFrom('preorder_documents')
    .where('preorder_id', 'in', (s) => s.selectFrom('preorders').select('preorders.id').where('preorders.member_id', '=', id))
    .returning('file_id')
    .execute()
  const files = gone.map(({ file_id }) => file_id)
  await releaseFiles(trx, files, now)
}

/** Deletes documents of rejected pre-orders: they hold personal data without a use. */
export async function dropRejectedDocuments(db: Db, before: Date, most: number, now: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ fileId: string }>`
      delete from preorder_documents where (preorder_id, file_id) in (
        select d.preorder_id, d.file_id from preorder_documents d join preorders p on p.id = d.preorder_id
        where p.state = 'rejected' and p.decided_at < ${before} limit ${most})
      returning file_id as "fileId"`.execute(trx)
    const files = rows.map(({ fileId }) => fileId)
    await releaseFiles(trx, files, now)
    return rows.length
  })
}

/** Locks a double's pre-orders: before any of its orders (lock order). */
export async function lockPreOrdersOf(trx: Trx, { from }: Merging): Promise<void> {
  await sql`select from preorders where member_id = ${from} order by id for update`.execute(trx)
}

/** Gives a double's pre-orders to the kept member; answers their dates, which hold the floor. */
export async function mergeInPreOrders(trx: Trx, { from, into }: Merging): Promise<string[]> {
  await trx.updateTable('preorders').set({ member_id: into }).where('member_id', '=', from).execute()
  const dates = await trx.updateTable('preorder_dates').set({ member_id: into }).where('member_id', '=', from).returning('id').execute()
  return dates.map(({ id }) => id)
}
