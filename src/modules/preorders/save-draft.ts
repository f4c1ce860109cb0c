import { randomBytes, randomUUID } from 'node:crypto'
import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { lockMember } from '#modules/accounts/admission-store.ts'
import { countDrafts, insertDraft, lockPreOrder, updateAbout, type About } from './draft-store.ts'
import { keepDocuments, type DocumentsRefusal } from './keep-documents.ts'
import type { Rounds } from './rounds.ts'
import { preOrderNumber } from './rules.ts'
import type { DocumentRef } from './store.ts'

export type Draft = About & {
  memberId: string
  orderNo?: string | undefined
  roundId?: number | undefined
  documents: DocumentRef[]
}
/** Limit against a client that saves drafts in a loop. */
const draftsAtMost = 20

export type TooManyDrafts = { code: 'too_many_drafts'; allowed: number }
export type DraftRefusal = { code: 'not_found' } | { code: 'already_submitted' } | TooManyDrafts | DocumentsRefusal

/** Saves a draft as typed, at any time; a new one belongs to the round that was chosen, or to the current one. */
export async function saveDraft(
  { db, rounds }: { db: Db; rounds: Rounds },
  { orderNo, memberId, roundId, documents, ...about }: Draft,
  now: Date,
): Promise<Result<{ orderNo: string }, DraftRefusal>> {
  const round = await rounds.find(orderNo === undefined ? roundId : undefined, now)
  if (!round) return refuse({ code: 'not_found' })
  return inTransaction<{ orderNo: string }, DraftRefusal>(db, async (trx) => {
    await lockMember(trx, memberId)
    let draft = { id: randomUUID() as string, orderNo: orderNo ?? preOrderNumber(now, randomBytes(7)), memberId }
    if (orderNo === undefined) {
      if ((await countDrafts(trx, memberId)) >= draftsAtMost) return refuse({ code: 'too_many_drafts', allowed: draftsAtMost })
      await insertDraft(trx, { ...about, ...draft, roundId: round.id }, now)
    } else {
      const found = await lockPreOrder(trx, { orderNo, memberId })
      if (!found) return refuse({ code: 'not_found' })
      if (found.state !== 'draft') return refuse({ code: 'already_submitted' })
      await updateAbout(trx, found.id, about, now)
      draft = found
    }
    const kept = await keepDocuments(trx, draft, documents, now)
    return kept.ok ? ok({ orderNo: draft.orderNo }) : kept
  })
}
