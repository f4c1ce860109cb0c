import { isDeepStrictEqual } from 'node:util'
import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { listIdentities } from '#modules/accounts/identity-store.ts'
import { isOneself } from '#modules/accounts/store.ts'
import { tidyBuyer, whyNotBuyer, type Buyer, type BuyerRefusal } from '#modules/invoices/buyer-rules.ts'
import { readOrderBuyer, writeOrderBuyer } from '#modules/invoices/buyer-store.ts'
import type { Channel } from '#modules/notifications/rules.ts'
import { markCheckedIn } from '#modules/orders/attendance-store.ts'
import { placedEntry, placeOrder, type OrderRefusal, type PlacedOrder } from '#modules/orders/place-order.ts'
import { payAtDeskBefore, type ItemRequest } from '#modules/orders/rules.ts'
import { findByKey, insertOrders, type NewOrder, type Placing } from '#modules/orders/store.ts'
import { changeOfParts, paymentsOf, type DeskMoney } from '#modules/payments/desk-rules.ts'
import { payAtDesk, wasPaidSo, type DeskPaymentRefusal } from '#modules/payments/pay-at-desk.ts'
import { findPerson, isCheckedIn, type CounterPerson } from './counter-store.ts'
import { sendPayLink, type PayLinkDeps, type PayLinkRefusal } from './send-pay-link.ts'

export type CounterDeps = PayLinkDeps & { db: Db }

export type SalePayment = DeskMoney | { way: 'link'; by: Channel } | { way: 'arrival'; until?: Date | undefined }
export type Sale = {
  memberId: string
  items: ItemRequest[]
  identityId: number | undefined
  proofSeen: boolean
  remark: string
  invoice?: Buyer | undefined
  amount: number
  payment: SalePayment
  by: string
  idempotencyKey: string
}

export type IdentityRefusal = { code: 'no_such_identity' } | { code: 'proof_not_seen' }
/** The moment until which the customer is to pay has passed, or is after the first period starts. */
export type DeadlineRefusal = { code: 'deadline_not_possible'; path: 'until' }
export type SaleRefusal =
  | OrderRefusal
  | DeskPaymentRefusal
  | PayLinkRefusal
  | IdentityRefusal
  | DeadlineRefusal
  | BuyerRefusal
  | { code: 'own_card' }
export type Sold = PlacedOrder & { change: number; checkedIn: boolean }

/** Refusals that are known after the order is written, and take it back. */
type LateRefusal = DeskPaymentRefusal | PayLinkRefusal | DeadlineRefusal

class NotSold extends Error {
  readonly refusal: LateRefusal
  constructor(refusal: LateRefusal) {
    super('not sold')
    this.refusal = refusal
  }
}

/**
 * A sale at the counter: the order is placed and paid in one transaction, so that neither is there without the other. The
 * same idempotency key answers the same sale again. Who pays on arrival has the floor until the first period starts, or until the moment
 * that was agreed upon.
 */
export async function sellAtCounter(deps: CounterDeps, sale: Sale, audit: Audit, now: Date): Promise<Result<Sold, SaleRefusal>> {
  const person = await findPerson(deps.db, sale.memberId, now)
  if (!person) return refuse({ code: 'no_such_member' })
  if (await isOneself(deps.db, sale.memberId, sale.by)) return refuse({ code: 'own_card' })
  const wrongBuyer = sale.invoice && whyNotBuyer(tidyBuyer(sale.invoice))
  if (wrongBuyer) return refuse(wrongBuyer)
  const identity = await identityOf(deps.db, person, sale)
  if (!identity.ok) return identity
  const placing = {
    catalogues: deps.catalogues,
    insertOrder: () => Promise.reject(new Error('an order of the counter is audited')),
    insertAudited: async (order: NewOrder) => {
      const written = await inTransaction<Placing, LateRefusal>(deps.db, async (trx) => {
        const [placed] = await insertOrders(trx, [order])
        if (!('again' in placed!) || placed.again) return ok(placed!)
        // A sale that is asked for again is answered, though the moment until which it was to be paid has passed.
        const deadline = whyNotUntil(sale, now)
        if (deadline) return refuse(deadline)
        return completeSale(trx, deps, { sale, order, identity: identity.value, audit }, placed, now)
      })
      if (!written.ok) throw new NotSold(written.refusal)
      return written.value
    },
    findByKey: (memberId: string, key: string) => findByKey(deps.db, memberId, key),
  }
  const request = {
    memberId: sale.memberId,
    identityId: identity.value.id,
    items: sale.items,
    contactName: person.name,
    contactPhone: person.mobile,
    remark: sale.remark,
    idempotencyKey: sale.idempotencyKey,
    seenAmount: sale.amount,
    placedBy: sale.by,
    payAtDesk: sale.payment.way === 'arrival' ? { until: sale.payment.until } : undefined,
  }
  try {
    const placed = await placeOrder(placing, request, now, audit)
    if (!placed.ok) return placed
    const changed = placed.value.again ? await whyNotSameSale(deps, sale, placed.value, now) : undefined
    if (changed) return refuse(changed)
    const { orderNo, state, amount, payBefore } = placed.value
    const told = { change: changeOf(sale, amount), checkedIn: await isCheckedIn(deps.db, orderNo) }
    return ok({ ...placed.value, ...told, payBefore: state === 'awaiting-payment' ? payBefore : null })
  } catch (error) {
    if (error instanceof NotSold) return refuse(error.refusal)
    throw error
  }
}

/** Why a sale that is asked for again is not the one that was made: another price, another payment, or another buyer of the invoice. */
async function whyNotSameSale(
  { db, orders }: CounterDeps,
  { amount, payment, invoice, idempotencyKey }: Sale,
  { orderNo, amount: price }: PlacedOrder,
  now: Date,
): Promise<{ code: 'paid_already_so'; orderNo: string } | { code: 'idempotency_key_reused' } | undefined> {
  const order = await orders.findByNumber(db, orderNo, now)
  if (!order) return undefined
  const money = isPaidNow(payment) ? payment : undefined
  const paid = await wasPaidSo(db, { orderId: order.id, idempotencyKey, money })
  if (paid === 'otherwise') return { code: 'paid_already_so', orderNo }
  const isUnpaid = paid === 'not' && money !== undefined && price > 0
  const buyer = await readOrderBuyer(db, order.id)
  const isOtherBuyer = !isDeepStrictEqual(invoice && tidyBuyer(invoice), buyer)
  return isUnpaid || isOtherBuyer || amount !== price ? { code: 'idempotency_key_reused' } : undefined
}

function whyNotUntil({ payment, items }: Sale, now: Date): DeadlineRefusal | undefined {
  if (payment.way !== 'arrival' || payment.until === undefined) return undefined
  const latest = payAtDeskBefore(items, undefined, now)
  return payment.until <= now || payment.until > latest ? { code: 'deadline_not_possible', path: 'until' } : undefined
}

const isPaidNow = (payment: SalePayment): payment is DeskMoney => payment.way !== 'link' && payment.way !== 'arrival'

function changeOf({ payment }: Sale, amount: number): number {
  const parts = isPaidNow(payment) ? paymentsOf(payment, amount) : undefined
  return parts?.ok ? changeOfParts(parts.value) : 0
}

type SoldBy = { id: number; isSeen: boolean; name: { tw: string; en: string } }

/** The identity that the price follows: the person's own, or another whose proof was seen at the desk. */
async function identityOf(db: Db, person: CounterPerson, { identityId, proofSeen }: Sale): Promise<Result<SoldBy, IdentityRefusal>> {
  const own = { id: person.identityId, isSeen: false, name: { tw: person.identityTw, en: person.identityEn } }
  if (identityId === undefined || identityId === person.identityId) return ok(own)
  const wanted = (await listIdentities(db)).find(({ id, for_community: forCommunity }) => id === identityId && !forCommunity)
  if (!wanted) return refuse({ code: 'no_such_identity' })
  if (wanted.needs_proof && !proofSeen) return refuse({ code: 'proof_not_seen' })
  return ok({ id: wanted.id, isSeen: wanted.needs_proof, name: { tw: wanted.name_tw, en: wanted.name_en } })
}

type Selling = { sale: Sale; order: NewOrder; identity: SoldBy; audit: Audit }

async function completeSale(
  trx: Trx,
  deps: CounterDeps,
  { sale, order, identity, audit }: Selling,
  placed: Placing & { again: boolean },
  now: Date,
): Promise<Result<Placing, DeskPaymentRefusal | PayLinkRefusal>> {
  const { payment, idempotencyKey, by, invoice } = sale
  // Before the payment, which is when the invoice is made out.
  if (invoice) await writeOrderBuyer(trx, order.id, tidyBuyer(invoice), now)
  const entry = placedEntry(order, await deps.catalogues.current())
  const seen = identity.isSeen ? { identity: identity.name, proofSeen: true } : {}
  await audit(trx, { ...entry, after: { ...entry.after, way: payment.way, ...seen } })
  const isFree = order.state === 'confirmed'
  if (payment.way === 'link' && !isFree) {
    const sent = await sendPayLink(trx, deps, { orderNo: order.orderNo, memberId: order.memberId, by: payment.by, idempotencyKey }, now)
    if (!sent.ok) return sent
  }
  if (isPaidNow(payment) && !isFree) {
    const paid = await payAtDesk(trx, deps.orders, { orderId: order.id, by, idempotencyKey, money: payment }, now)
    if (!paid.ok) return paid
  }
  // Whoever buys a period that has begun stands at the desk: otherwise it would count as missed. What costs nothing is not paid on arrival.
  if (isPaidNow(payment) || (isFree && payment.way === 'arrival'))
    for (const { id, period } of order.items) if (period.start <= now) await markCheckedIn(trx, id, { by, opensMinutes: 0, at: now }, now)
  return ok(isFree || !isPaidNow(payment) ? placed : { ...placed, state: 'confirmed' as const, payBefore: null })
}
