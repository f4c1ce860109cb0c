import type { Audit } from '#http/audit.ts'
import { ok } from '#lib/result.ts'
import { hasActed } from '#modules/audit/read-store.ts'
import { findFile } from '#modules/files/store.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Providers } from '#modules/payments/providers.ts'
import type { AskDeps } from './ask-refund.ts'
import { readTrade, readHistory } from './queue-store.ts'
import { readRefund } from './read-refund.ts'

/** A refund stays open on a screen that reads it again whenever something changes: within this time that is one look. */
const oneLookMinutes = 15

/** One refund with everything that is known of it. That `viewer` saw the bank account is written down before it is shown. */
export async function readRefundStory(
  { db, catalogues, providers }: Pick<AskDeps, 'db' | 'catalogues'> & { providers: Providers },
  { refundNo, viewer }: { refundNo: string; viewer: string },
  audit: Audit,
  now: Date,
) {
  const found = await readRefund({ db, catalogues }, refundNo)
  if (!found.ok) return found
  const refund = found.value
  if (refund.bankAccount !== null) {
    const look = { action: 'bank_account.viewed', subject: { kind: 'refund', id: refundNo } }
    const isSameLook = await hasActed(db, { memberId: viewer, ...look }, new Date(now.getTime() - oneLookMinutes * 60_000))
    if (!isSameLook) await audit(db, look)
  }
  const [history, trade, passbook, { transfers }] = await Promise.all([
    readHistory(db, refund.id),
    readTrade(db, refund.id),
    refund.passbookFileId === null ? undefined : findFile(db, refund.passbookFileId),
    readLimits(db),
  ])
  const taker = trade && { title: providers.known(trade.provider)?.title, isSet: providers.of(trade.provider) !== undefined }
  return ok({ refund, history, trade, taker, passbook, above: transfers.secondPersonAbove, viewer })
}
