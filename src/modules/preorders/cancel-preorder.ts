import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { freeSpaces } from '#modules/availability/store.ts'
import { releaseFiles } from '#modules/files/keep-files.ts'
import { cancelUnpaid } from '#modules/orders/change-order.ts'
import { lockOrder } from '#modules/orders/order-store.ts'
import { lockMember } from '#modules/accounts/admission-store.ts'
import { keptDates, movePreOrder } from './date-store.ts'
import type { PassOn } from './release-dates.ts'
import { deleteDraft, lockPreOrder, replaceDocuments, type LockedPreOrder } from './draft-store.ts'
import type { Rounds } from './rounds.ts'
import { preOrderMoves } from './rules.ts'

export type CancelRefusal = { code: 'not_found' } | { code: 'cannot_cancel' } | { code: 'too_many_requests'; retryAfterSeconds: number }

/** Rate limit: submitting and cancelling in a loop would send a mail each time. */
const cancelsAnHour = 20
export type Cancelled = { facilityIds: number[] }

/**
 * Cancels a pre-order and frees its dates at once. A draft is deleted. A submitted one can be cancelled until the window
 * ends, an approved one until it is paid; dates of a paid one are given back one by one.
 */
export async function cancelPreOrder(
  { db, rounds, passOn }: { db: Db; rounds: Rounds; passOn?: PassOn },
  { memberId, orderNo }: { memberId: string; orderNo: string },
  now: Date,
): Promise<Result<Cancelled, CancelRefusal>> {
  return inTransaction<Cancelled, CancelRefusal>(db, async (trx) => {
    await lockMember(trx, memberId)
    const found = await lockPreOrder(trx, { orderNo, memberId })
    if (!found) return refuse({ code: 'not_found' })
    if (found.state === 'draft') {
      await dropDraft(trx, found, now)
      return ok({ facilityIds: [] })
    }
    const limited = await takeTurn(trx, { key: `preorder-cancel:${memberId}`, limit: cancelsAnHour, seconds: 3600 }, now)
    if (limited) return refuse({ code: 'too_many_requests', ...limited })
    const dates = await keptDates(trx, found.id)
    const facilityIds = [...new Set(dates.map(({ facilityId }) => facilityId))]
    const ids = dates.map(({ id }) => id)
    if (found.state === 'approved') {
      const order = await lockOrder(trx, found.orderId!)
      await passOn?.(trx, ids, now)
      const given = order && (await cancelUnpaid(trx, order, now))
      return given?.ok ? ok({ facilityIds }) : refuse({ code: 'cannot_cancel' })
    }
    const round = await rounds.find(found.roundId, now)
    if (!round || now > round.end || !(await movePreOrder(trx, found.id, preOrderMoves.cancel, now)))
      return refuse({ code: 'cannot_cancel' })
    await passOn?.(trx, ids, now)
    await freeSpaces(trx, ids, now)
    return ok({ facilityIds })
  })
}

async function dropDraft(trx: Trx, { id }: LockedPreOrder, now: Date): Promise<void> {
  await releaseFiles(trx, await replaceDocuments(trx, id, [], now), now)
  await deleteDraft(trx, id)
}

/** Deletes a draft that exists only because a submission was refused. */
export async function discardDraft(db: Db, memberId: string, orderNo: string, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockMember(trx, memberId)
    const found = await lockPreOrder(trx, { orderNo, memberId })
    if (found?.state === 'draft') await dropDraft(trx, found, now)
  })
}
