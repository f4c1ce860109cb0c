import type { Trx } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { keepFiles, releaseFiles } from '#modules/files/keep-files.ts'
import { replaceDocuments } from './draft-store.ts'
import type { DocumentRef } from './store.ts'

export type DocumentsUnknown = { code: 'documents_unknown'; path: 'documents' }

/** Attaches exactly these files to the pre-order. Refused when a file is not the community's own; the caller then rolls back. */
export async function keepDocuments(
  trx: Trx,
  { id, memberId }: { id: string; memberId: string },
  documents: DocumentRef[],
  now: Date,
): Promise<Result<void, DocumentsUnknown>> {
  const once = [...new Map(documents.map((one) => [one.fileId, one])).values()]
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
