import type { Trx } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { inTransaction } from '#db/transaction.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { keepPassbook, type AskDeps, type PassbookRefusal } from './ask-refund.ts'
import { readAccountNames } from '#modules/accounts/club-store.ts'
import { noteRefund } from './event-store.ts'
import { readOpenParts } from './part-store.ts'
import { isVoucher } from '#modules/tills/way-rules.ts'
import { goesBackByProvider } from '#modules/payments/rules.ts'
import { isWaiting, needsDecision, type ProvenAccount } from './rules.ts'
import { insertStep, lockRefund, writeWay, type RefundRow } from './store.ts'

/** `by`: who acts, for themselves or for the club `memberId`. */
type Who = { memberId: string; by: string }
type Common = { code: 'not_found' } | { code: 'refund_not_waiting' }
export type RetryRefusal = Common | { code: 'needs_bank_account' } | { code: 'too_many_requests'; retryAfterSeconds: number }
export type AccountRefusal = Common | PassbookRefusal

const retriesAtMost = { limit: 5, seconds: 3600 }

/** Sends a failed or rejected refund to the card again; by the member, or by staff for them. */
export async function retryRefund(
  { db }: Pick<AskDeps, 'db'>,
  { refundNo, memberId, by }: { refundNo: string; memberId?: string; by: string },
  now: Date,
  /** When staff do it. */
  audit?: Audit,
): Promise<Result<void, RetryRefusal>> {
  const wait = await takeTurn(db, { key: `refund-retry:${refundNo}`, ...retriesAtMost }, now)
  if (wait) return refuse({ code: 'too_many_requests', ...wait })
  return inTransaction<void, RetryRefusal>(db, async (trx) => {
    const refund = await lockRefund(trx, memberId === undefined ? { refundNo } : { refundNo, memberId })
    if (!refund) return refuse({ code: 'not_found' })
    if (!isWaiting(refund)) return refuse({ code: 'refund_not_waiting' })
    if (!(await hasCardPart(trx, refund))) return refuse({ code: 'needs_bank_account' })
    await changeWay(trx, refund, { way: 'card', state: 'approved', account: null, by }, now)
    await audit?.(trx, {
      action: 'refund.retried',
      subject: { kind: 'refund', id: refundNo },
      before: { state: refund.state },
      after: { state: 'approved', amount: refund.amount },
    })
    return ok(undefined)
  })
}

/** Sets the bank account of a refund: instead of the card, in place of a wrong account, or for a refund that nobody asked for. */
export async function setBankAccount(
  { db }: Pick<AskDeps, 'db'>,
  { memberId, by }: Who,
  refundNo: string,
  account: ProvenAccount,
  now: Date,
): Promise<Result<void, AccountRefusal>> {
  return inTransaction<void, AccountRefusal>(db, async (trx) => {
    const refund = await lockRefund(trx, { refundNo, memberId })
    if (!refund) return refuse({ code: 'not_found' })
    // A voucher becomes no money: it is given back at the desk.
    const parts = await readOpenParts(trx, refund.id)
    if (!isWaiting(refund) || parts.some(({ method }) => isVoucher(method))) return refuse({ code: 'refund_not_waiting' })
    const kept = await keepPassbook(trx, account.passbookFileId, memberId, now)
    if (!kept.ok) return kept
    const ownNames = await readAccountNames(trx, memberId)
    const isOpen = needsDecision(await hasCardPart(trx, refund), account.accountName, ownNames, refund.tries > 0)
    await changeWay(trx, refund, { way: 'bank', state: isOpen ? 'requested' : 'approved', account, by }, now)
    return ok(undefined)
  })
}

const hasCardPart = async (trx: Trx, { id }: RefundRow) => (await readOpenParts(trx, id)).some(({ method }) => goesBackByProvider(method))

async function changeWay(
  trx: Trx,
  refund: RefundRow,
  { by, ...to }: Parameters<typeof writeWay>[2] & { by: string },
  now: Date,
): Promise<void> {
  await writeWay(trx, refund, to, now)
  await insertStep(trx, refund.id, to.state, now, '', by)
  // Who was told that it is rejected hears that it goes on.
  if (refund.state === 'rejected') await noteRefund(trx, refund, 'requested', now)
}
