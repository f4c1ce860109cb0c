import { randomUUID } from 'node:crypto'
import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { lockOrder } from '#modules/orders/order-store.ts'
import { tidyBuyer, whyNotBuyer, type Buyer, type BuyerRefusal } from './buyer-rules.ts'
import { writeOrderBuyer } from './buyer-store.ts'
import { finishDeed } from './deed-store.ts'
import type { Issuers } from './issuers.ts'
import { findStuck, findInvoice, lockStuck, reopenDeed, reopenHeld, writeInvoiceBuyer } from './mend-store.ts'
import { findOpenDeed, insertDeed } from './plan-store.ts'
import { whyNotVoidable } from './rules.ts'

export type MendDeps = { db: Db; issuers: Issuers }
export type MendRefusal = { code: 'not_found' } | { code: 'nothing_waits' }

const subject = (relateNo: string) => ({ kind: 'invoice', id: relateNo })

/** Sends it again at once. Of a deed that the issuer may have done without a word, staff have looked there before. */
export const tryAgain = ({ db }: MendDeps, deedId: string, audit: Audit, now: Date): Promise<Result<undefined, MendRefusal>> =>
  inTransaction(db, async (trx): Promise<Result<undefined, MendRefusal>> => {
    const deed = await lockStuck(trx, deedId)
    if (!deed) return refuse({ code: 'nothing_waits' })
    await reopenDeed(trx, deedId, now)
    await audit(trx, { action: 'invoice.tried', subject: subject(deed.relateNo), after: { deed: deed.kind, problem: deed.problem ?? '' } })
    return ok(undefined)
  })

/** The same for everything that is held because the issuer refused it, such as after its numbers were used up. */
export const tryAllAgain = ({ db }: MendDeps, audit: Audit, now: Date): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const count = await reopenHeld(trx, now)
    await audit(trx, { action: 'invoice.all_tried', subject: { kind: 'invoice', id: '' }, after: { count } })
    return count
  })

/** Staff have found at the issuer that it was done, and what its number is. */
export async function noteDone(
  { db }: MendDeps,
  { deedId, number }: { deedId: string; number: string },
  audit: Audit,
  now: Date,
): Promise<Result<undefined, MendRefusal>> {
  const deed = await findStuck(db, deedId)
  if (!deed) return refuse({ code: 'nothing_waits' })
  const learnt =
    deed.kind === 'issue' ? { paper: { number, randomCode: null, issuedAt: now } } : deed.kind === 'allow' ? { allowanceNo: number } : {}
  if (!(await finishDeed(db, deed, learnt, now))) return refuse({ code: 'nothing_waits' })
  const after = { deed: deed.kind, number }
  await db.transaction().execute((trx) => audit(trx, { action: 'invoice.noted', subject: subject(deed.relateNo), after }))
  return ok(undefined)
}

export type ReissueRefusal =
  | BuyerRefusal
  | { code: 'not_found' }
  | { code: 'invoice_waits' }
  | { code: 'allowance_lives' }
  | { code: 'too_late' }
  | { code: 'issuer_refuses' }

type Reissue = { invoiceId: string; buyer: Buyer; reason: string; by: string }

/**
 * Makes an invoice out to somebody else. One that waits is sent to the new buyer; one that was issued is voided, while the law allows it,
 * and what is still to be invoiced is issued anew.
 */
export function reissueInvoice(
  { db, issuers }: MendDeps,
  { invoiceId, buyer: given, reason, by }: Reissue,
  audit: Audit,
  now: Date,
): Promise<Result<undefined, ReissueRefusal>> {
  return inTransaction(db, async (trx): Promise<Result<undefined, ReissueRefusal>> => {
    const buyer = tidyBuyer(given)
    const wrong = whyNotBuyer(buyer)
    if (wrong) return refuse(wrong)
    const found = await findInvoice(trx, invoiceId)
    if (!found || (found.state !== 'wanted' && found.state !== 'issued')) return refuse({ code: 'not_found' })
    await lockOrder(trx, found.orderId)
    const open = await findOpenDeed(trx, found.orderId)
    if (found.state === 'wanted') {
      // What may have been sent is out to its old buyer, if the issuer has it.
      if (open?.kind !== 'issue' || open.state !== 'held' || open.problem === 'amount_differs') return refuse({ code: 'invoice_waits' })
      await writeInvoiceBuyer(trx, invoiceId, buyer)
      await reopenDeed(trx, open.id, now)
    } else {
      if (open) return refuse({ code: 'invoice_waits' })
      const issuer = issuers.known(found.issuer)
      const why = whyNotVoidable({ ...found, voidableBefore: issuer?.voidableBefore(found.issuedAt!) }, now)
      if (why) return refuse({ code: why })
      const deed = { id: randomUUID(), orderId: found.orderId, invoiceId, kind: 'void' as const, amount: found.amount, by, reason }
      await insertDeed(trx, deed, now)
    }
    await writeOrderBuyer(trx, found.orderId, buyer, now)
    await noteReissue(trx, audit, found.relateNo, buyer, reason)
    return ok(undefined)
  })
}

/** The log is read by many: of the buyer it has the kind only, and of a business its number. */
const noteReissue = (trx: Trx, audit: Audit, relateNo: string, { kind, taxId }: Buyer, reason: string): Promise<void> =>
  audit(trx, { action: 'invoice.reissued', subject: subject(relateNo), after: { buyer: kind, ...(taxId === '' ? {} : { taxId }), reason } })
