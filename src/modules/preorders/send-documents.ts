import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { lockMember } from '#modules/accounts/lock-store.ts'
import { movePreOrder } from './date-store.ts'
import { lockPreOrder } from './draft-store.ts'
import { keepDocuments, type DocumentsRefusal } from './keep-documents.ts'
import { isOpenToChange, preOrderMoves, type ShownState } from './rules.ts'
import type { DocumentRef } from './store.ts'

export type SendDocumentsRefusal = { code: 'not_found' } | { code: 'cannot_edit' } | DocumentsRefusal
type Sending = { memberId: string; orderNo: string; documents: DocumentRef[] }

/** Adds documents that staff asked for, also after the window; staff then review again. */
export async function sendDocuments(
  db: Db,
  { memberId, orderNo, documents }: Sending,
  now: Date,
): Promise<Result<{ state: ShownState }, SendDocumentsRefusal>> {
  return inTransaction<{ state: ShownState }, SendDocumentsRefusal>(db, async (trx) => {
    await lockMember(trx, memberId)
    const found = await lockPreOrder(trx, { orderNo, memberId })
    if (!found) return refuse({ code: 'not_found' })
    if (!isOpenToChange(found.state)) return refuse({ code: 'cannot_edit' })
    const kept = await keepDocuments(trx, found, documents, now)
    if (!kept.ok) return kept
    // The review starts again only when no requested kind is missing.
    const complete = found.missingKinds.every((kind) => documents.some((one) => one.kind === kind))
    if (complete) await movePreOrder(trx, found.id, preOrderMoves.sendDocuments, now)
    return ok({ state: complete ? 'submitted' : found.state })
  })
}
