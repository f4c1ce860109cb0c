import { createHash, randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { changeFor } from '#modules/tills/rules.ts'
import { findOnlyOpenTill, insertTillRow, lockOpenTill } from '#modules/tills/store.ts'
import type { PayableOrders } from './payable-orders.ts'
import { atDesk, attemptMoves } from './rules.ts'
import { findAttempt, insertAttempt, insertPayment, moveAttempt } from './store.ts'

/** Money that is taken at the desk. Cash goes into a till; the slip of a terminal has a reference. */
export type DeskMoney = { way: 'cash'; tillId: string; given: number } | { way: 'terminal'; tillId: string | null; reference: string }

export type DeskPayment = { orderId: string; by: string; idempotencyKey: string; money: DeskMoney }

export type DeskPaymentRefusal =
  | { code: 'not_found' }
  | { code: 'till_closed' }
  | { code: 'nothing_to_pay' }
  | { code: 'order_expired' }
  | { code: 'given_too_little'; amount: number; given: number }

export type DeskPaid = { amount: number; change: number; again: boolean }

/**
 * Takes the whole price of an order at the desk and settles it as an online payment does. Runs in the caller's
 * transaction, which is rolled back when it refuses. Locks the till before the order (lock order).
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
  const tradeNo = deskTradeNo(orderId, idempotencyKey)
  const before = await findAttempt(trx, tradeNo)
  if (before) return ok({ amount: before.amount, change: changeOf(money, before.amount), again: true })
  if (money.tillId !== null && !till) return refuse({ code: 'till_closed' })
  if (order.state === 'expired') return refuse({ code: 'order_expired' })
  if (order.state !== 'awaiting-payment') return refuse({ code: 'nothing_to_pay' })
  const { amount } = order
  if (money.way === 'cash' && money.given < amount) return refuse({ code: 'given_too_little', amount, given: money.given })

  const attempt = { id: randomUUID(), orderId, provider: atDesk, way: null, tradeNo, amount }
  await insertAttempt(trx, attempt, now)
  const reference = money.way === 'terminal' ? money.reference : null
  await moveAttempt(trx, attempt.id, attemptMoves.pay, { method: money.way, gatewayTradeNo: reference, settledAt: now })
  // Paid by somebody else at this moment: nothing is taken, so nothing is owed back.
  if ((await orders.settle(trx, { orderId, attemptId: attempt.id, amount }, now)) === 'refund-due')
    return refuse({ code: 'nothing_to_pay' })
  await insertPayment(trx, attempt, { amount, way: money.way, tillId: till?.id ?? null }, now)
  if (money.way === 'cash') {
    const { given } = money
    await insertTillRow(
      trx,
      { tillId: money.tillId, kind: 'sale', amount, given, reference: order.orderNo, idempotencyKey: tradeNo, by },
      now,
    )
  }
  return ok({ amount, change: changeOf(money, amount), again: false })
}

const changeOf = (money: DeskMoney, amount: number): number => (money.way === 'cash' ? (changeFor(amount, money.given) ?? 0) : 0)

/** The trade number follows from order and idempotency key, so that a repeated request finds its first attempt. */
const deskTradeNo = (orderId: string, key: string): string =>
  `D${createHash('sha256').update(`${orderId} ${key}`).digest('hex').slice(0, 19)}`
