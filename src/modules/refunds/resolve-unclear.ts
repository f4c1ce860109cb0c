import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { isOneself } from '#modules/accounts/store.ts'
import { readLimits } from '#modules/settings/store.ts'
import { noteRefund } from './event-store.ts'
import { readTriedPart } from './part-store.ts'
import { isUpToPeople, mayBecomeTransfer, mayCallArrived, needsSignatures } from './rules.ts'
import { payBackTried } from './settle-refund.ts'
import { addSignature, sendToCardAgain } from './sign-refund.ts'
import { insertStep, lockRefund, writeWay, type RefundRow } from './store.ts'
import { clearPerhapsTwice } from './try-store.ts'

/**
 * What somebody found at the provider: the money arrived; it did not, and goes to the card again; or it did not, and goes to a
 * bank account that the member names.
 */
export type Outcome = 'arrived' | 'again' | 'transfer'
export type ResolveRefusal = { code: 'not_found' } | { code: 'refund_not_unclear' } | { code: 'own_refund' } | { code: 'signed_by_you' }
/** `waitsForSecond`: above the centre's amount a colleague has to agree before money is sent again. */
export type Resolved = { waitsForSecond: boolean }

export async function resolveUnclear(
  db: Db,
  { refundNo, outcome, note, by }: { refundNo: string; outcome: Outcome; note: string; by: string },
  audit: Audit,
  now: Date,
): Promise<Result<Resolved, ResolveRefusal>> {
  return inTransaction<Resolved, ResolveRefusal>(db, async (trx) => {
    const refund = await lockRefund(trx, { refundNo })
    if (!refund) return refuse({ code: 'not_found' })
    const isOpen = isOpenFor(refund, outcome)
    if (!isOpen) return refuse({ code: 'refund_not_unclear' })
    if (await isOneself(trx, refund.memberId, by)) return refuse({ code: 'own_refund' })
    const entry = { subject: { kind: 'refund', id: refundNo }, before: { state: refund.state }, note }
    if (outcome === 'arrived') {
      const amount = refund.perhapsTwice
        ? await endTwice(trx, refund, { by, note }, now)
        : await payBackTried(trx, refund, { by, note }, now)
      await audit(trx, { ...entry, action: 'refund.paid', after: { state: 'refunded', amount } })
      return ok({ waitsForSecond: false })
    }
    if (outcome === 'transfer') {
      await becomeTransfer(trx, refund, { by, note }, now)
      await audit(trx, { ...entry, action: 'refund.rerouted', after: { state: 'approved', amount: refund.amount, way: 'transfer' } })
      return ok({ waitsForSecond: false })
    }
    const { transfers } = await readLimits(trx)
    if (needsSignatures(refund.amount, transfers.secondPersonAbove)) {
      const { isNew, isComplete } = await addSignature(trx, refund, 'again', by, now)
      if (!isNew) return refuse({ code: 'signed_by_you' })
      await audit(trx, { ...entry, action: 'refund.signed', after: { amount: refund.amount, way: 'card' } })
      if (!isComplete) return ok({ waitsForSecond: true })
    }
    await sendToCardAgain(trx, refund, by, now, note)
    await audit(trx, { ...entry, action: 'refund.retried', after: { state: 'approved', amount: refund.amount } })
    return ok({ waitsForSecond: false })
  })
}

const isOpenFor = (refund: RefundRow, outcome: Outcome): boolean => {
  if (outcome === 'arrived') return mayCallArrived(refund)
  return outcome === 'transfer' ? mayBecomeTransfer(refund) : refund.way === 'card' && isUpToPeople(refund)
}

/** Books what the card got, unless it is booked; more than that is got back outside of the service. Answers how much was booked. */
async function endTwice(trx: Trx, refund: RefundRow, settled: { by: string; note: string }, now: Date): Promise<number> {
  await clearPerhapsTwice(trx, refund.id, now)
  if (!(await readTriedPart(trx, refund))) return 0
  if (refund.state === 'processing') return payBackTried(trx, refund, settled, now)
  // From failed, requested or rejected: as if the card had been tried just now.
  await writeWay(trx, refund, { way: 'card', state: 'approved', account: null }, now)
  return payBackTried(trx, { ...refund, way: 'card', state: 'approved', passbookFileId: null }, settled, now)
}

/** The member is asked for an account; the desk may enter one that it is shown. */
async function becomeTransfer(trx: Trx, refund: RefundRow, { by, note }: { by: string; note: string }, now: Date): Promise<void> {
  await writeWay(trx, refund, { way: 'bank', state: 'approved', account: null }, now)
  await insertStep(trx, refund.id, 'approved', now, note, by)
  await noteRefund(trx, refund, 'account-needed', now)
}
