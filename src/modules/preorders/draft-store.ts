import { allOf } from '#db/any-of.ts'
import type { DbOrTrx } from '#db/connect.ts'
import type { DocumentKind, Line, PreOrderState } from './rules.ts'
import type { DocumentRef } from './store.ts'

export type About = {
  title: string
  purpose: string
  contactName: string
  contactPhone: string
  headcount: number
  lines: Line[]
}

const columns = ({ title, purpose, contactName, contactPhone, headcount, lines }: About) => ({
  title,
  purpose,
  contact_name: contactName,
  contact_phone: contactPhone,
  headcount,
  lines: JSON.stringify(lines),
})

export async function insertDraft(
  db: DbOrTrx,
  draft: About & { id: string; orderNo: string; roundId: number; memberId: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto('preorders')
    .values({
      ...columns(draft),
      id: draft.id,
      order_no: draft.orderNo,
      round_id: draft.roundId,
      member_id: draft.memberId,
      state: 'draft',
      created_at: now,
      changed_at: now,
    })
    .execute()
}

export async function countDrafts(db: DbOrTrx, memberId: string): Promise<number> {
  const { count } = await db
    .selectFrom('preorders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('member_id', '=', memberId)
    .where('state', '=', 'draft')
    .executeTakeFirstOrThrow()
  return count
}

export async function updateAbout(db: DbOrTrx, id: string, about: About, now: Date): Promise<void> {
  await db
    .updateTable('preorders')
    .set({ ...columns(about), changed_at: now })
    .where('id', '=', id)
    .execute()
}

export async function deleteDraft(db: DbOrTrx, id: string): Promise<void> {
  await db.deleteFrom('preorders').where('id', '=', id).where('state', '=', 'draft').execute()
}

export type LockedPreOrder = {
  id: string
  orderNo: string
  memberId: string
  roundId: number
  state: PreOrderState
  orderId: string | null
  missingKinds: DocumentKind[]
  submittedAt: Date | null
}

/** Locks the pre-order until the end of the transaction. `memberId` undefined: for staff, anybody's. */
export async function lockPreOrder(
  db: DbOrTrx,
  { orderNo, memberId }: { orderNo: string; memberId: string | undefined },
): Promise<LockedPreOrder | undefined> {
  const row = await db
    .selectFrom('preorders')
    .select([
      'id',
      'order_no as orderNo',
      'member_id as memberId',
      'round_id as roundId',
      'state',
      'order_id as orderId',
      'missing_kinds as missingKinds',
      'submitted_at as submittedAt',
    ])
    .where('order_no', '=', orderNo)
    .$if(memberId !== undefined, (query) => query.where('member_id', '=', memberId!))
    .forUpdate()
    .executeTakeFirst()
  return row as LockedPreOrder | undefined
}

/** Replaces the documents; answers the files that no longer belong to it. */
export async function replaceDocuments(db: DbOrTrx, preOrderId: string, documents: DocumentRef[], now: Date): Promise<string[]> {
  const ids = documents.map(({ fileId }) => fileId)
  const gone = await db
    .deleteFrom('preorder_documents')
    .where('preorder_id', '=', preOrderId)
    .where('file_id', '<>', allOf(ids))
    .returning('file_id')
    .execute()
  if (documents.length > 0)
    await db
      .insertInto('preorder_documents')
      .values(documents.map(({ fileId, kind }) => ({ preorder_id: preOrderId, file_id: fileId, kind, added_at: now })))
      .onConflict((c) => c.columns(['preorder_id', 'file_id']).doUpdateSet((eb) => ({ kind: eb.ref('excluded.kind') })))
      .execute()
  return gone.map(({ file_id }) => file_id)
}
