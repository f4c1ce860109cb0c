import type { Trx } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { keepFiles, releaseFiles } from '#modules/files/keep-files.ts'
import { readLimits } from '#modules/settings/store.ts'
import { replaceDocuments } from './draft-store.ts'
import type { DocumentRef } from './store.ts'

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
