import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { isOneself } from '#modules/accounts/store.ts'
import { findOnlyOpenTill, findRowByKey, insertTillRow, lockOpenTill, sumTill } from '#modules/tills/store.ts'
import { noteRefund } from './event-store.ts'
import { hasGoneBack, readOpenParts } from './part-store.ts'
import { deskWayOf, deskWaysOf, referencesFor, type PartReference } from './rules.ts'
import { payBack } from './settle-refund.ts'
import { insertStep, lockRefund, writeWay } from './store.ts'

/** How the desk gives back: out of a till, on the terminal that took it, as a voucher, or by transfer to an account that it was shown. */
export type DeskRefundWay =
  | { way: 'cash'; tillId: string }
  | { way: 'terminal' | 'voucher'; tillId: string | null; references: string | PartReference[] }
  | { way: 'transfer'; bankCode: string; bankAccount: string; accountName: string }

export type DeskRefund = { refundNo: string; by: string; how: DeskRefundWay; idempotencyKey: string }
export type DeskRefundRefusal =
  | { code: 'not_found' }
  | { code: 'own_refund' }
  | { code: 'till_closed' }
  | { code: 'till_too_empty'; inTill: number }
  /** Somebody has handed it over: who does not know it would hand it over again. */
  | { code: 'refund_paid_already' }
  /** On its way to the bank, or waiting for a decision. */
  | { code: 'refund_not_waiting' }
  /** Cash goes back only for what was paid in cash, the terminal gives back only what it took, and a voucher stays a voucher. */
  | { code: 'paid_another_way'; paidBy: string | null }
  /** Several cards or vouchers are given back: each has a number of its own. */
  | { code: 'references_missing'; parts: number }

/** Pays an approved refund of desk money at the desk, or sends it to a bank account. Locks the till before the refund (lock order). */
export async function payOutAtDesk(
  db: Db,
  { refundNo, by, how, idempotencyKey }: DeskRefund,
  audit: Audit,
  now: Date,
): Promise<Result<{ amount: number }, DeskRefundRefusal>> {
  return inTransaction<{ amount: number }, DeskRefundRefusal>(db, async (trx) => {
    const tillId = how.way === 'transfer' ? null : (how.tillId ?? (await findOnlyOpenTill(trx)))
    // Alone, because two refunds at once must not take out more than is in it.
    const till = tillId === null ? undefined : await lockOpenTill(trx, tillId, 'alone')
    const refund = await lockRefund(trx, { refundNo })
    if (!refund) return refuse({ code: 'not_found' })
    if (await isOneself(trx, refund.memberId, by)) return refuse({ code: 'own_refund' })
    // Cash has a row in its till, by which a request that is sent again is known; what the terminal gave back is no longer open.
    const rowKey = `refund:${refund.id}:${idempotencyKey}`
    const before = how.way === 'cash' ? await findRowByKey(trx, how.tillId, rowKey) : undefined
    if (before) return ok({ amount: -before.amount })
    if (how.way !== 'transfer' && how.tillId !== null && !till) return refuse({ code: 'till_closed' })
    const parts = await readOpenParts(trx, refund.id)
    // An account that was named before is replaced, unless finance has taken the transfer to the bank.
    const ways = deskWaysOf({ ...refund, parts, hasAccount: refund.bankAccount !== null })
    const chosen = ways.find(({ way }) => way === how.way)
    if (!chosen && (await hasGoneBack(trx, refund.id, how.way))) return refuse({ code: 'refund_paid_already' })
    if (ways.length === 0) return refuse({ code: 'refund_not_waiting' })
    if (!chosen) return refuse({ code: 'paid_another_way', paidBy: parts[0]?.method ?? null })

    const { amount } = chosen
    const subject = { kind: 'refund', id: refundNo }
    if (how.way === 'transfer') {
      const { bankCode, bankAccount, accountName } = how
      await writeWay(
        trx,
        refund,
        { way: 'bank', state: 'approved', account: { bankCode, bankAccount, accountName, passbookFileId: null } },
        now,
      )
      await insertStep(trx, refund.id, 'approved', now, '', by)
      await noteRefund(trx, refund, 'requested', now)
      await audit(trx, { action: 'refund.routed', subject, after: { amount, way: 'transfer' } })
      return ok({ amount })
    }
    const inTill = how.way === 'cash' ? await sumTill(trx, how.tillId) : 0
    if (how.way === 'cash' && inTill < amount) return refuse({ code: 'till_too_empty', inTill })
    const given = parts.filter(({ method }) => deskWayOf(method) === how.way)
    const references = how.way === 'cash' ? new Map<string | null, string>() : referencesFor(given, how.references)
    if (!references) return refuse({ code: 'references_missing', parts: given.length })
    const note = [...new Set(given.flatMap(({ attemptId }) => references.get(attemptId) ?? []))].join('、')
    await payBack(trx, refund, given, { way: how.way, by, note, tillId: till?.id ?? null, references }, now)
    if (how.way === 'cash') {
      const row = { tillId: how.tillId, kind: 'refund', amount: -amount, reference: refundNo, by } as const
      await insertTillRow(trx, { ...row, idempotencyKey: rowKey }, now)
    }
    await audit(trx, { action: 'refund.paid_at_desk', subject, after: { amount, way: how.way } })
    return ok({ amount })
  })
}
