import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { isOneself } from '#modules/accounts/store.ts'
import { readLimits } from '#modules/settings/store.ts'
import { noteRefund } from './event-store.ts'
import { isUpToPeople, mayBecomeTransfer, mayJudgeLate, needsSignatures } from './rules.ts'
import { payBackLate, payBackTried, takeBackPaid } from './settle-refund.ts'
import { addSignature, sendToCardAgain } from './sign-refund.ts'
import { insertStep, lockRefund, writeWay, type RefundRow } from './store.ts'
import { clearLateAnswers, findLateAnswers } from './try-store.ts'

/**
 * What somebody found at the provider: the money arrived; it did not, and goes to the card again; it did not, and goes to a bank account
 * that the member names; or it did not although it is booked (`denied`).
 */
export type Outcome = 'arrived' | 'again' | 'transfer' | 'denied'
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
    if (!isOpenFor(refund, outcome)) return refuse({ code: 'refund_not_unclear' })
    if (await isOneself(trx, refund.memberId, by)) return refuse({ code: 'own_refund' })
    const entry = { subject: { kind: 'refund', id: refundNo }, before: { state: refund.state }, note }
    if (outcome === 'arrived' || outcome === 'denied') {
      const { booked, takenBack } = refund.perhapsTwice
        ? await judgeLate(trx, refund, { isDenied: outcome === 'denied', by, note }, now)
        : { booked: await payBackTried(trx, refund, { by, note }, now), takenBack: 0 }
      if (outcome === 'denied' && takenBack === 0) return refuse({ code: 'refund_not_unclear' })
      const action = takenBack > 0 ? 'refund.failed' : booked > 0 ? 'refund.paid' : 'refund.looked_up'
      const { state } = (await lockRefund(trx, { refundNo }))!
      await audit(trx, { ...entry, action, after: { state, ...(action !== 'refund.looked_up' && { amount: takenBack || booked }) } })
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

/** A late answer is looked into first, by itself: it may be about another payment of the refund than the latest attempt. */
const isOpenFor = (refund: RefundRow, outcome: Outcome): boolean => {
  if (refund.perhapsTwice) return (outcome === 'arrived' || outcome === 'denied') && mayJudgeLate(refund)
  if (outcome === 'denied') return false
  return outcome === 'transfer' ? mayBecomeTransfer(refund) : refund.way === 'card' && isUpToPeople(refund)
}

/**
 * Books the payments that went back by late answers, unless they are booked; more than that is got back outside of the service. Those
 * that did not go back stay booked, because somebody has seen them arrive; when that is denied, they are owed again.
 */
async function judgeLate(
  trx: Trx,
  { id }: RefundRow,
  { isDenied, ...settled }: { isDenied: boolean; by: string; note: string },
  now: Date,
): Promise<{ booked: number; takenBack: number }> {
  const sums = { booked: 0, takenBack: 0 }
  for (const { attemptId, outcome } of await findLateAnswers(trx, id)) {
    const refund = (await lockRefund(trx, { id }))!
    if (outcome === 'refunded') sums.booked += await payBackLate(trx, refund, attemptId, settled, now)
    else if (isDenied) sums.takenBack += await takeBackPaid(trx, refund, attemptId, settled, now)
  }
  await clearLateAnswers(trx, id, now)
  return sums
}

/** The member is asked for an account; the desk may enter one that it is shown. */
async function becomeTransfer(trx: Trx, refund: RefundRow, { by, note }: { by: string; note: string }, now: Date): Promise<void> {
  await writeWay(trx, refund, { way: 'bank', state: 'approved', account: null }, now)
  await insertStep(trx, refund.id, 'approved', now, note, by)
  await noteRefund(trx, refund, 'account-needed', now)
}
