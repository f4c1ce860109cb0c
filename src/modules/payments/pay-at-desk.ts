import { createHash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { DbOrTrx, Trx } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { deskMethods } from '#modules/tills/way-rules.ts'
import { findGiven, findOnlyOpenTill, insertTillRow, lockOpenTill } from '#modules/tills/store.ts'
import { changeOfParts, partsAtMost, paymentsOf, type DeskMoney, type DeskPart, type PartsRefusal } from './desk-rules.ts'
import type { PayableOrders } from './payable-orders.ts'
import { atDesk, attemptMoves, wayOf } from './rules.ts'
import { findAttempt, insertAttempt, insertPayment, moveAttempt } from './store.ts'

export type DeskPayment = { orderId: string; by: string; idempotencyKey: string; money: DeskMoney }

export type DeskPaymentRefusal =
  | { code: 'not_found' }
  | { code: 'till_closed' }
  | { code: 'nothing_to_pay' }
  | { code: 'order_expired' }
  /** The same press has taken it before, in another way than it says now. `orderNo`: where its receipt is. */
  | { code: 'paid_already_so'; orderNo?: string }
  | PartsRefusal

export type DeskPaid = { amount: number; change: number; again: boolean }

/**
 * Takes the whole price of an order at the desk, in one way or in parts, and settles it once, as an online payment does: an order is never
 * paid in half. Each part is a payment of its own. Runs in the caller's transaction, which is rolled back when it refuses. Locks the till
 * before the order (lock order).
 */
export async function payAtDesk(
  trx: Trx,
  orders: PayableOrders,
  { orderId, by, idempotencyKey, money }: DeskPayment,
  now: Date,
): Promise<Result<DeskPaid, DeskPaymentRefusal>> {
  const tillId = money.tillId ?? (await findOnlyOpenTill(trx))
  const till = tillId === null ? undefined : await lockOpenTill(trx, tillId, 'share')
  await orders.lock(trx, orderId)
  const order = await orders.find(trx, orderId, now)
  if (!order) return refuse({ code: 'not_found' })
  const tradeNoOf = tradeNosOf(orderId, idempotencyKey)
  const before = await readBefore(trx, tradeNoOf)
  if (before.length > 0) {
    const paid = sumOf(before)
    if (!isSameMoney(money, before)) return refuse({ code: 'paid_already_so' })
    return ok({ amount: paid, change: changeOfParts(before), again: true })
  }
  if (money.tillId !== null && !till) return refuse({ code: 'till_closed' })
  if (order.state === 'expired') return refuse({ code: 'order_expired' })
  if (order.state !== 'awaiting-payment') return refuse({ code: 'nothing_to_pay' })
  const { amount } = order
  const parts = paymentsOf(money, amount)
  if (!parts.ok) return parts
  // Cash is always in a drawer.
  if (till === undefined && parts.value.some(({ method }) => method === 'cash')) return refuse({ code: 'till_closed' })

  const payments = parts.value.map((part, n) => ({ ...part, id: randomUUID(), tradeNo: tradeNoOf(n) }))
  for (const { id, tradeNo, method, amount: part, reference } of payments) {
    await insertAttempt(trx, { id, orderId, provider: atDesk, way: null, tradeNo, amount: part }, now)
    await moveAttempt(trx, id, attemptMoves.pay, { method, gatewayTradeNo: reference, settledAt: now })
  }
  // Paid by somebody else at this moment: nothing is taken, so nothing is owed back.
  if ((await orders.settle(trx, { orderId, attemptId: payments[0]!.id, amount }, now)) === 'refund-due')
    return refuse({ code: 'nothing_to_pay' })
  for (const { id, tradeNo, method, amount: part, given } of payments) {
    await insertPayment(trx, { id, orderId, tradeNo }, { amount: part, way: wayOf(method), tillId: till?.id ?? null }, now)
    if (given === null) continue
    const row = { tillId: till!.id, kind: 'sale', amount: part, given, reference: order.orderNo, idempotencyKey: tradeNo, by } as const
    await insertTillRow(trx, row, now)
  }
  return ok({ amount, change: changeOfParts(parts.value), again: false })
}

/** Whether an order was paid by a press of this key: in this way, in another, or not at all. */
export async function wasPaidSo(
  db: DbOrTrx,
  { orderId, idempotencyKey, money }: Pick<DeskPayment, 'orderId' | 'idempotencyKey'> & { money: DeskMoney | undefined },
): Promise<'so' | 'otherwise' | 'not'> {
  const before = await readBefore(db, tradeNosOf(orderId, idempotencyKey))
  if (before.length === 0) return 'not'
  return money && isSameMoney(money, before) ? 'so' : 'otherwise'
}

function isSameMoney(money: DeskMoney, before: readonly DeskPart[]): boolean {
  const parts = paymentsOf(money, sumOf(before))
  return parts.ok && isDeepStrictEqual(parts.value, before)
}

/** What was taken by the request with these trade numbers, part by part; nothing: it was not made before. */
async function readBefore(db: DbOrTrx, tradeNoOf: (part: number) => string): Promise<DeskPart[]> {
  const parts: DeskPart[] = []
  for (let part = 0; part < partsAtMost; part++) {
    const before = await findAttempt(db, tradeNoOf(part))
    if (!before) break
    const { method, amount, tradeNo, gatewayTradeNo: reference } = before
    const given = method === 'cash' ? await findGiven(db, tradeNo) : null
    parts.push({ method: deskMethods.find((one) => one === method)!, amount, given, reference })
  }
  return parts
}

const sumOf = (parts: readonly DeskPart[]): number => parts.reduce((sum, { amount }) => sum + amount, 0)

const tradeNosOf =
  (orderId: string, key: string) =>
  (part: number): string =>
    deskTradeNo(orderId, part === 0 ? key : `${key} ${part}`)

/** The trade number follows from order and idempotency key, so that a repeated request finds its first attempt. */
const deskTradeNo = (orderId: string, key: string): string =>
  `D${createHash('sha256').update(`${orderId} ${key}`).digest('hex').slice(0, 19)}`
