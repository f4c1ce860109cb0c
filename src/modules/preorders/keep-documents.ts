import type { Db, Trx } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { keepFiles, releaseFiles } from '#modules/files/keep-files.ts'
import { readLimits } from '#modules/settings/store.ts'
import { lockPreOrder, replaceDocuments } from './draft-store.ts'
import type { DocumentRef } from './store.ts'
import { inTransaction } from '#db/transaction.ts'
import { lockMember } from '#modules/accounts/admission-store.ts'
import { movePreOrder } from './date-store.ts'
import { isOpenToChange, preOrderMoves, type ShownState } from './rules.ts'

export type DocumentsRefusal =
  | { code: 'documents_unknown'; path: 'documents' }
  | { code: 'documents_too_many'; path: 'documents'; allowed: number }

/** Attaches exactly these files to the pre-order. Refused when a file is not the community's own, has no known kind, or there are too many; the caller then rolls back. */
export async function keepDocuments(
  trx: Trx,
  { id, memberId }: { id: string; memberId: string },
  documents: DocumentRef[],
  now: Date,
): Promise<Result<void, DocumentsRefusal>> {
  const rules = (await readLimits(trx)).documents
  const once = [...new Map(documents.map((one) => [one.fileId, one])).values()]
  if (once.length > rules.atMost) return refuse({ code: 'documents_too_many', path: 'documents', allowed: rules.atMost })
  if (once.some(({ kind }) => !rules.kinds.some(({ code }) => code === kind)))
    return refuse({ code: 'documents_unknown', path: 'documents' })
  const kept = await keepFiles(
    trx,
    once.map(({ fileId }) => fileId),
    memberId,
    now,
  )
  if (!kept.ok) return refuse({ code: 'documents_unknown', path: 'documents' })
  await releaseFiles(trx, await replaceDocuments(trx, id, once, now), now)
  return ok(undefined)
}

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
