import { randomBytes, randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import { dayOf } from '#lib/zone.ts'
import { freeSpaces } from '#modules/availability/store.ts'
import { countChanges } from '#modules/orders/event-store.ts'
import { closeSupplements, type PaidSupplement } from '#modules/orders/give-back-supplements.ts'
import { moveOrder } from '#modules/orders/move-store.ts'
import { cancelItems, findPaidAttempt } from '#modules/orders/order-store.ts'
import { insertRefundDue } from '#modules/orders/refund-due-store.ts'
import { refundNumber, splitAmount, sumOf, type BankAccount, type RefundState, type RefundWay } from './rules.ts'
import { insertRefund, insertStep } from './store.ts'

export type Route = { way: RefundWay; state: RefundState; account: BankAccount | null }
/** `paid` is all that was paid for the item, with its supplements. */
export type GivenItem = { id: string; paid: number; percent: number; amount: number }
type Given = { orderId: string; items: GivenItem[]; cause: 'asked' | 'given-back'; reason: string }

/** What one payment has paid for an item, and what goes back of it. */
type Share = { itemId: string; orderId: string; attemptId: string | null; paid: number; percent: number; amount: number }

/** A refund of 0: completed at once, and kept as a record. */
const routeOfNothing: Route = { way: 'none', state: 'refunded', account: null }

/**
 * Cancels items with their supplements, frees their spaces, and writes the refund: one, whatever number of payments it gives back.
 * The caller holds the lock on the order, and says whether items are left and how the refund travels if there is any.
 */
export async function writeRefund(
  trx: Trx,
  { orderId, items, cause, reason }: Given,
  { route, isAnythingLeft }: { route: Route; isAnythingLeft: boolean },
  now: Date,
): Promise<{ id: string; refundNo: string; way: RefundWay }> {
  const supplements = await giveUpItems(trx, orderId, items, isAnythingLeft, now)
  const own = await findPaidAttempt(trx, orderId)
  const shares = items.flatMap((item) => sharesOf(orderId, own ?? null, item, supplements))
  const owed = shares.map((share) => ({ ...share, dueId: share.amount > 0 ? randomUUID() : null }))
  for (const { dueId, itemId, orderId: of, attemptId, amount } of owed)
    if (dueId !== null) {
      const once = `${cause}:${of === orderId ? itemId : of}`
      await insertRefundDue(trx, { id: dueId, orderId: of, attemptId, amount, reason: cause, cause: once, itemId }, now)
    }
  const amount = sumOf(shares)
  const { way, state, account } = amount === 0 ? routeOfNothing : route
  const refund = { id: randomUUID(), refundNo: refundNumber(dayOf(now), randomBytes(7)) }
  const attemptId = owed.find(({ dueId }) => dueId !== null)?.attemptId ?? null
  const rows = owed.map(({ itemId, orderId: of, ...row }) => ({ ...row, itemId: of === orderId ? itemId : null }))
  await insertRefund(trx, { ...refund, orderId, attemptId, cause, state, way, amount, reason, account, items: rows }, now)
  await insertStep(trx, refund.id, 'requested', now)
  if (state !== 'requested') await insertStep(trx, refund.id, state, now)
  return { ...refund, way }
}

/** Divides what goes back for an item among the payments that paid for it, by what each has paid. */
function sharesOf(orderId: string, attemptId: string | null, item: GivenItem, supplements: PaidSupplement[]): Share[] {
  const mine = supplements.filter(({ itemId }) => itemId === item.id)
  const toppedUp = sumOf(mine)
  const payments = [
    { orderId, attemptId, paid: attemptId === null ? 0 : item.paid - toppedUp },
    ...mine.map((one) => ({ orderId: one.orderId, attemptId: one.attemptId ?? null, paid: one.amount })),
  ]
  const amounts = splitAmount(
    // No payment confirmed the order: nothing of it goes back.
    attemptId === null ? Math.round((toppedUp * item.percent) / 100) : item.amount,
    payments.map(({ paid }) => paid),
  )
  return payments.map((payment, n) => ({ ...payment, itemId: item.id, percent: item.percent, amount: amounts[n]! }))
}

async function giveUpItems(trx: Trx, orderId: string, items: GivenItem[], isAnythingLeft: boolean, now: Date): Promise<PaidSupplement[]> {
  const ids = items.map(({ id }) => id)
  const cancelled = await cancelItems(trx, ids, 'member')
  if (cancelled.length !== ids.length) throw new Error(`items of the order ${orderId} changed although it was locked`)
  await freeSpaces(trx, ids, now)
  const supplements = await closeSupplements(trx, ids, now)
  await countChanges(trx, [orderId])
  if (!isAnythingLeft) await moveOrder(trx, orderId, 'giveBackAll', now)
  return supplements
}
