import * as m from '#i18n/generated/messages.js'
import { ok, type Result } from '#lib/result.ts'
import { readRefund } from '#modules/refunds/read-refund.ts'
import type { PapersDeps } from './deps.ts'
import type { Draft } from './print-paper.ts'
import { refundBlocks } from './refund-paper.ts'
import { findBuyer } from './store.ts'

/** The paper of a refund. With a member: only of theirs. */
export async function draftRefund(
  { db, catalogues }: Pick<PapersDeps, 'db' | 'catalogues'>,
  refundNo: string,
  memberId: string | undefined,
): Promise<Result<Draft, { code: 'not_found' }>> {
  const refund = await readRefund({ db, catalogues }, refundNo, memberId)
  if (!refund.ok) return refund
  const buyer = await findBuyer(db, refund.value.orderNo)
  return ok({
    title: (locale) => m.paper_refund({}, { locale }),
    number: refundNo,
    blocks: (speak) => refundBlocks(refund.value, buyer!.name, speak),
  })
}
