import type { Trx } from '#db/connect.ts'
import type { LeavingMember, Merging } from '#modules/accounts/deps.ts'
import { releaseFiles } from '#modules/files/keep-files.ts'
import { sql } from 'kysely'

/** Erases bank accounts and reasons; amounts and dates stay. An account cannot be closed while a refund is owed. */
export async function forgetInRefunds(trx: Trx, { id }: LeavingMember, now: Date): Promise<void> {
  const { rows } = await sql<{ fileId: string }>`
    with mine as (select r.id, r.passbook_file_id from refunds r join orders o on o.id = r.order_id where o.member_id = ${id}),
      notes as (update refund_steps s set note = '' from mine where s.refund_id = mine.id),
      cleared as (
        update refunds r set bank_code = null, bank_account = null, account_name = null, passbook_file_id = null, reason = ''
        from mine where r.id = mine.id
      )
    select passbook_file_id as "fileId" from mine where passbook_file_id is not null`.execute(trx)
  const files = rows.map(({ fileId }) => fileId)
  await releaseFiles(trx, files, now)
}

/** Refunds belong to orders, and follow with them; here only who acted is written. A signature of both rows of one person is one. */
export async function mergeInRefunds(trx: Trx, { from, into }: Merging): Promise<void> {
  await trx.updateTable('refund_steps').set({ by: into }).where('by', '=', from).execute()
  await trx.updateTable('transfer_batches').set({ taken_by: into }).where('taken_by', '=', from).execute()
  await sql`
    insert into refund_signatures (refund_id, deed, by, at) select refund_id, deed, ${into}, at from refund_signatures where by = ${from}
    on conflict do nothing`.execute(trx)
  await trx.deleteFrom('refund_signatures').where('by', '=', from).execute()
}
