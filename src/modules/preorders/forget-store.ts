import type { Trx } from '#db/connect.ts'
import type { LeavingMember } from '#modules/accounts/deps.ts'
import { releaseFiles } from '#modules/files/keep-files.ts'

/** Courts, dates and sums stay; contact, texts and documents (a roster names every player) go. */
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
