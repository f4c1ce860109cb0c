import { randomBytes, randomUUID } from 'node:crypto'
import type { DbOrTrx, Trx } from '#db/connect.ts'
import { dayOf } from '#lib/zone.ts'
import { freeSpaces } from '#modules/availability/store.ts'
import { countChanges } from '#modules/orders/event-store.ts'
import { closeSupplements } from '#modules/orders/give-back-supplements.ts'
import { moveOrder } from '#modules/orders/move-store.ts'
import { cancelLines } from '#modules/orders/line-store.ts'
import { cancelItems, lockOrder } from '#modules/orders/order-store.ts'
import { causeOfPart, insertRefundDue } from '#modules/orders/refund-due-store.ts'
import { takeBack, type Holding } from '#modules/payments/desk-rules.ts'
import { isVoucher } from '#modules/tills/way-rules.ts'
import { readPayments, type Payments } from './part-store.ts'
import {
  goesBackAsVoucher,
  hasCardShare,
  refundableOrders,
  refundNumber,
  splitAmount,
  sumOf,
  type BankAccount,
  type RefundPart,
  type RefundState,
  type RefundWay,
} from './rules.ts'
import { insertRefund, insertStep } from './store.ts'
import { lockSupplementsOf } from '#modules/orders/supplement-store.ts'
import { noteRefund } from './event-store.ts'

export type Route = { way: RefundWay; state: RefundState; account: BankAccount | null }
/** `paid` is all that was paid for the item, with its supplements. */
export type GivenItem = { id: string; paid: number; percent: number; amount: number }
type Given = {
  orderId: string
  items: GivenItem[]
  /** Lines without floor that go back too; what they gave their module has taken back. */
  lineIds?: string[]
  shares: Share[]
  cause: 'asked' | 'given-back' | 'cancelled'
  reason: string
}

/** What one payment has paid for an item, and what goes back of it. `part`: 0 for the first payment of an order, 1 and more for its others. */
export type Share = Pick<RefundPart, 'orderId' | 'attemptId' | 'method' | 'amount'> & {
  itemId: string
  paid: number
  percent: number
  part: number
}

/** A refund of 0: completed at once, and kept as a record. */
const routeOfNothing: Route = { way: 'none', state: 'refunded', account: null }
/** What a voucher has paid is given back at the desk, as a voucher. */
export const routeOfVouchers: Route = { way: 'voucher', state: 'approved', account: null }

export type WrittenRefund = { id: string; refundNo: string; way: RefundWay }

/**
 * Cancels items with their supplements, frees their spaces, and writes the refund: one, whatever number of payments it gives back, and
 * beside it one for what vouchers have paid, which becomes no money. The caller holds the locks on the order and its supplements since it read the shares, and says whether items are left and how the
 * refund travels if there is any.
 */
export async function writeRefund(
  trx: Trx,
  { orderId, items, lineIds = [], shares, cause, reason }: Given,
  { route, isAnythingLeft }: { route: Route; isAnythingLeft: boolean },
  now: Date,
): Promise<WrittenRefund[]> {
  await giveUpItems(trx, orderId, { items, lineIds }, isAnythingLeft, now)
  const owed = shares.map((share) => ({ ...share, dueId: share.amount > 0 ? randomUUID() : null }))
  for (const { dueId, itemId, orderId: of, attemptId, amount, part } of owed)
    if (dueId !== null) {
      const why = cause === 'cancelled' ? 'given-back' : cause
      const once = causeOfPart(`${why}:${of === orderId ? itemId : of}`, attemptId, part)
      const item = lineIds.includes(itemId) ? {} : { itemId }
      await insertRefundDue(trx, { id: dueId, orderId: of, attemptId, amount, reason: why, cause: once, ...item }, now)
    }
  const written: WrittenRefund[] = []
  for (const together of ofOneRefund(owed)) {
    const amount = sumOf(together)
    const { way, state, account } = amount === 0 ? routeOfNothing : goesBackAsVoucher(together) ? routeOfVouchers : route
    const refund = { id: randomUUID(), refundNo: refundNumber(dayOf(now), randomBytes(7)) }
    const attemptId = together.find(({ dueId }) => dueId !== null)?.attemptId ?? null
    const rows = together.map(({ itemId, orderId: of, dueId, paid, percent, amount: back, part }) => ({
      itemId: of === orderId && part === 0 && !lineIds.includes(itemId) ? itemId : null,
      lineId: part === 0 && lineIds.includes(itemId) ? itemId : null,
      dueId,
      paid,
      percent,
      amount: back,
    }))
    await insertRefund(trx, { ...refund, orderId, attemptId, cause, state, way, amount, reason, account, items: rows }, now)
    await insertStep(trx, refund.id, 'requested', now)
    if (state !== 'requested') await insertStep(trx, refund.id, state, now)
    written.push({ ...refund, way })
  }
  return written
}

/** Money, and what goes back as vouchers. What gives nothing back is told with the money, or with the vouchers where there is none. */
function ofOneRefund<S extends Pick<Share, 'method' | 'amount'>>(shares: S[]): S[][] {
  const vouchers = shares.filter(({ method, amount }) => amount > 0 && isVoucher(method))
  const others = shares.filter((share) => !vouchers.includes(share))
  return vouchers.length === 0 || sumOf(others) === 0 ? [shares] : [others, vouchers]
}

/** What goes back for items of an order, and of which payments. */
export async function readShares(db: DbOrTrx, orderId: string, items: GivenItem[]): Promise<Share[]> {
  const payments = await readPayments(db, orderId)
  const shares = items.flatMap((item) => sharesOf(item, payments))
  return [...Map.groupBy(shares, (share) => share.orderId).values()].flatMap(inParts)
}

/** What an order, or a supplement, gives back of an item. */
type Sum = { orderId: string; holdings: Holding[]; itemId: string; paid: number; percent: number; amount: number }

/** Divides what goes back for an item among the orders that were paid for it, by what was paid for each. */
function sharesOf(item: GivenItem, { own, supplements }: Payments): Sum[] {
  const mine = supplements.filter(({ itemId }) => itemId === item.id)
  const toppedUp = sumOf(mine)
  const isPaid = own.holdings.length > 0
  const payments = [
    { ...own, paid: isPaid ? item.paid - toppedUp : 0 },
    ...mine.map(({ amount: paid, orderId, holdings }) => ({ orderId, holdings, paid })),
  ]
  const amounts = splitAmount(
    // No payment confirmed the order: nothing of it goes back.
    isPaid ? item.amount : Math.round((toppedUp * item.percent) / 100),
    payments.map(({ paid }) => paid),
  )
  return payments.map((payment, n) => ({ ...payment, itemId: item.id, percent: item.percent, amount: amounts[n]! }))
}

/**
 * The sums of one order by the payments that give them back. What was paid for an item is divided as what goes back of it: the share that
 * the terms give back is the same in each.
 */
function inParts(sums: Sum[]): Share[] {
  const taken = takeBack(
    sums[0]!.holdings,
    sums.map(({ amount }) => amount),
  )
  return sums.flatMap(({ holdings, ...sum }, n) => {
    const [first = { attemptId: holdings[0]?.attemptId ?? null, method: holdings[0]?.method ?? null, amount: 0 }, ...others] = taken[n]!
    if (others.length === 0) return [{ ...sum, ...first, part: 0 }]
    const parts = [first, ...others]
    const paid = splitAmount(
      sum.paid,
      parts.map(({ amount }) => amount),
    )
    return parts.map((part, m) => ({ ...sum, ...part, paid: paid[m]!, part: m }))
  })
}

async function giveUpItems(
  trx: Trx,
  orderId: string,
  { items, lineIds }: { items: GivenItem[]; lineIds: string[] },
  isAnythingLeft: boolean,
  now: Date,
): Promise<void> {
  const ids = items.map(({ id }) => id)
  const cancelled = (await cancelItems(trx, ids, 'member')).length + (await cancelLines(trx, lineIds))
  if (cancelled !== ids.length + lineIds.length) throw new Error(`items of the order ${orderId} changed although it was locked`)
  await freeSpaces(trx, ids, now)
  await closeSupplements(trx, ids, now)
  await countChanges(trx, [orderId])
  if (!isAnythingLeft) await moveOrder(trx, orderId, 'giveBackAll', now)
}

/**
 * Refunds one date of a season that is given back; the pre-order's page has shown the amount. Frees it at once. False
 * when the date is not the member's.
 */
export const giveBackItem = (trx: Trx, { orderId, item }: { orderId: string; item: GivenItem }, now: Date): Promise<boolean> =>
  giveBackItems(trx, { orderId, items: [item], cause: 'given-back' }, now)

/** The same for several items of an order: one refund, one mail. */
export async function giveBackItems(
  trx: Trx,
  { orderId, items, cause }: { orderId: string; items: GivenItem[]; cause: 'given-back' | 'cancelled' },
  now: Date,
): Promise<boolean> {
  const order = await lockOrder(trx, orderId)
  const ids = items.map(({ id }) => id)
  const left = order?.items.filter(({ id }) => !ids.includes(id)) ?? []
  if (!order || !refundableOrders.includes(order.state) || left.length !== order.items.length - ids.length) return false
  await lockSupplementsOf(trx, orderId)
  await sendBack(trx, { orderId, items, cause }, left.length > 0, now)
  return true
}

/** Refunds lines without floor that staff cancel. The caller holds the locks on the order and its supplements. */
export const giveBackLines = (
  trx: Trx,
  { orderId, lines, isAnythingLeft }: { orderId: string; lines: GivenItem[]; isAnythingLeft: boolean },
  now: Date,
): Promise<void> => sendBack(trx, { orderId, items: [], lines, cause: 'cancelled' }, isAnythingLeft, now)

/** No account was asked for: a refund that cannot go to a card waits until the member names one. */
async function sendBack(
  trx: Trx,
  { orderId, items, lines = [], cause }: Pick<Given, 'orderId' | 'items' | 'cause'> & { lines?: GivenItem[] },
  isAnythingLeft: boolean,
  now: Date,
): Promise<void> {
  const shares = await readShares(trx, orderId, [...items, ...lines])
  const route: Route = { way: hasCardShare(shares) ? 'card' : 'bank', state: 'approved', account: null }
  const given = { orderId, items, lineIds: lines.map(({ id }) => id), shares, cause, reason: '' }
  const [refund, ...besides] = await writeRefund(trx, given, { route, isAnythingLeft }, now)
  await noteRefund(trx, refund!, refund!.way === 'bank' ? 'account-needed' : 'requested', now, besides)
}
