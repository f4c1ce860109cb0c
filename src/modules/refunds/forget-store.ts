import type { Trx } from '#db/connect.ts'
import type { LeavingMember } from '#modules/accounts/deps.ts'
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
