import type { DbOrTrx } from '#db/connect.ts'
import type { DocumentKind } from './rules.ts'

export async function writeReview(
  db: DbOrTrx,
  id: string,
  { note, missingKinds, by }: { note: string; missingKinds: DocumentKind[]; by: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('preorders')
    .set({ review_note: note, missing_kinds: missingKinds, decided_at: now, decided_by: by })
    .where('id', '=', id)
    .execute()
}

export async function linkOrder(db: DbOrTrx, id: string, orderId: string): Promise<void> {
  await db.updateTable('preorders').set({ order_id: orderId }).where('id', '=', id).execute()
}

export async function readContactOf(db: DbOrTrx, id: string): Promise<{ contactName: string; contactPhone: string; remark: string }> {
  return db
    .selectFrom('preorders')
    .select(['contact_name as contactName', 'contact_phone as contactPhone', 'title as remark'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
