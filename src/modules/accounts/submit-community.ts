import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Db } from '#db/connect.ts'
import { keepFiles, releaseFiles } from '#modules/files/keep-files.ts'
import { isNumberTaken, replaceDocuments, submitCommunityRow } from './review-store.ts'
import type { CommunityBody } from './wire.ts'

export type CommunityRefusal =
  | { code: 'community_approved' }
  | { code: 'registration_no_taken'; path: 'registrationNo' }
  | { code: 'no_such_file'; path: 'documentIds' }

/** A member applies to be a community, adds documents, or applies again after a refusal. */
export async function submitCommunity(db: Db, memberId: string, form: CommunityBody, now: Date): Promise<Result<void, CommunityRefusal>> {
  return inTransaction<void, CommunityRefusal>(db, async (trx) => {
    const open = await submitCommunityRow(
      trx,
      { memberId, name: form.communityName, registrationNo: form.registrationNo, representative: form.representative },
      now,
    )
    if (!open) return refuse({ code: 'community_approved' })
    if (await isNumberTaken(trx, memberId)) return refuse({ code: 'registration_no_taken', path: 'registrationNo' })
    const kept = await keepFiles(trx, form.documentIds, memberId, now)
    if (!kept.ok) return refuse({ code: 'no_such_file', path: 'documentIds' })
    await releaseFiles(trx, await replaceDocuments(trx, memberId, form.documentIds), now)
    return ok(undefined)
  })
}
