import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { isOneself } from '#modules/accounts/store.ts'
import { readLimits } from '#modules/settings/store.ts'
import { needsSignatures, signaturesNeeded, type SignedDeed } from './rules.ts'
import { countSignatures, insertSignature } from './signature-store.ts'
import { insertStep, lockRefund, writeWay, type RefundRow } from './store.ts'

export type SignRefusal =
  | { code: 'not_found' }
  /** Below the amount, signed by two already, or not a refund that leaves. */
  | { code: 'nothing_to_sign' }
  | { code: 'signed_by_you' }
  | { code: 'own_refund' }

export type Signed = { isComplete: boolean; isSentAgain: boolean }

/** Whether a transfer is below the amount, or signed by two. Card refunds are signed when they are sent again. */
export async function isSigned(trx: Trx, refund: RefundRow): Promise<boolean> {
  if (refund.way !== 'bank') return true
  const { transfers } = await readLimits(trx)
  if (!needsSignatures(refund.amount, transfers.secondPersonAbove)) return true
  return ((await countSignatures(trx, [refund.id], 'transfer')).get(refund.id) ?? 0) >= signaturesNeeded
}

/** A member of staff agrees that a refund above the centre's amount leaves. Nobody signs twice, and nobody a refund of their own. */
export async function signRefund(
  db: Db,
  { refundNo, by }: { refundNo: string; by: string },
  audit: Audit,
  now: Date,
): Promise<Result<Signed, SignRefusal>> {
  return inTransaction<Signed, SignRefusal>(db, async (trx) => {
    const refund = await lockRefund(trx, { refundNo })
    if (!refund) return refuse({ code: 'not_found' })
    const { transfers } = await readLimits(trx)
    const deed = await openDeed(trx, refund, transfers.secondPersonAbove)
    if (!deed) return refuse({ code: 'nothing_to_sign' })
    if (await isOneself(trx, refund.memberId, by)) return refuse({ code: 'own_refund' })
    const { isNew, isComplete } = await addSignature(trx, refund, deed, by, now)
    if (!isNew) return refuse({ code: 'signed_by_you' })
    await audit(trx, {
      action: 'refund.signed',
      subject: { kind: 'refund', id: refundNo },
      after: { amount: refund.amount, way: deed === 'again' ? 'card' : 'transfer', signatures: isComplete ? signaturesNeeded : 1 },
    })
    const isSentAgain = deed === 'again' && isComplete
    if (isSentAgain) await sendToCardAgain(trx, refund, by, now)
    return ok({ isComplete, isSentAgain })
  })
}

/** What waits for a signature: a transfer, or sending to the card again, which one person has asked for. */
async function openDeed(trx: Trx, refund: RefundRow, above: number): Promise<SignedDeed | undefined> {
  if (!needsSignatures(refund.amount, above)) return undefined
  const signed = async (deed: SignedDeed) => (await countSignatures(trx, [refund.id], deed)).get(refund.id) ?? 0
  if (refund.way === 'bank' && refund.state === 'approved' && refund.bankAccount !== null)
    return (await signed('transfer')) < signaturesNeeded ? 'transfer' : undefined
  const isUnclear = refund.way === 'card' && refund.state === 'processing' && refund.unclear
  return isUnclear && (await signed('again')) > 0 ? 'again' : undefined
}

/** The caller holds the lock on the refund: of two who sign at once, one is the second. */
export async function addSignature(trx: Trx, { id }: RefundRow, deed: SignedDeed, by: string, now: Date) {
  const isNew = await insertSignature(trx, id, deed, by, now)
  return { isNew, isComplete: ((await countSignatures(trx, [id], deed)).get(id) ?? 0) >= signaturesNeeded }
}

export async function sendToCardAgain(trx: Trx, refund: RefundRow, by: string, now: Date, note = ''): Promise<void> {
  await writeWay(trx, refund, { way: 'card', state: 'approved', account: null }, now)
  await insertStep(trx, refund.id, 'approved', now, note, by)
}
