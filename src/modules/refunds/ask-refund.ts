import { randomBytes, randomUUID } from 'node:crypto'
import type { Db, Trx } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { dayOf } from '#lib/zone.ts'
import { freeSpaces } from '#modules/availability/store.ts'
import { cancelItems, findPaidAttempt, lockOrder, moveOrder, noteEvent } from '#modules/orders/order-store.ts'
import { readOrder, type ShownOrder } from '#modules/orders/read-order.ts'
import { insertRefundDue } from '#modules/orders/refund-due-store.ts'
import { orderMoves } from '#modules/orders/rules.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { decideRefund, type DecidedItem, type DecisionRefusal } from './check-refund.ts'
import { holdCatalogue } from './hold-catalogue.ts'
import { keepPassbook, type PassbookRefusal } from './keep-passbook.ts'
import { givesUpMoney, goesBackToCard, needsDecision, refundNumber, type BankAccount, type RefundState, type RefundWay } from './rules.ts'
import { insertRefund, insertStep, readFreeToRefund, readPaidBy } from './store.ts'
import { tellOfRefund } from './tell-of-refund.ts'

export type RefundWish = {
  memberId: string
  memberName: string
  orderNo: string
  /** Undefined: everything that can still be given back. */
  itemIds: string[] | undefined
  reason: string
  /** They know that something comes to nothing. */
  acceptZero: boolean
  /** Undefined: to the card. */
  account: BankAccount | undefined
}
export type AskRefusal =
  | DecisionRefusal
  | PassbookRefusal
  | { code: 'gives_nothing_back'; items: string[] }
  | { code: 'needs_bank_account' }
  | { code: 'more_than_paid' }

/** Somebody gave back less than two days before: what follows from it is decided elsewhere, in the same transaction. */
export type OnLateCancel = (
  trx: Trx,
  late: { memberId: string; orderId: string; items: { id: string; start: Date; day: string }[] },
  now: Date,
) => Promise<void>

export type AskDeps = {
  db: Db
  jobs: Jobs
  catalogues: Catalogues
  orderLink(orderNo: string): string
  onLateCancel?: OnLateCancel | undefined
}
export type Asked = { refundNo: string; facilityIds: number[] }

/** B40, B41: gives items of a paid order back. They are free at once; what the terms give back is owed from now on. */
export async function askRefund(asking: AskDeps, wish: RefundWish, now: Date): Promise<Result<Asked, AskRefusal>> {
  const found = await readOrder(asking, wish.memberId, wish.orderNo, now)
  if (!found.ok) return found
  const deps = await holdCatalogue(asking)
  return inTransaction<Asked, AskRefusal>(deps.db, async (trx) => {
    await lockOrder(trx, found.value.id)
    const { lateCancelHours } = (await readLimits(trx)).violations
    const order = await readOrder({ db: trx, catalogues: deps.catalogues }, wish.memberId, wish.orderNo, now)
    if (!order.ok) return order
    const decided = decideRefund(order.value, wish.itemIds, lateCancelHours, now)
    if (!decided.ok) return decided
    const items = decided.value
    if (givesUpMoney(items) && !wish.acceptZero)
      return refuse({ code: 'gives_nothing_back', items: items.filter(({ paid, amount }) => paid > 0 && amount === 0).map(({ id }) => id) })

    const route = await findRoute(trx, order.value, items, wish, now)
    if (!route.ok) return route
    const refundNo = await writeRefund(trx, order.value, items, wish, route.value, now)
    const late = items.filter(({ isLate }) => isLate)
    if (late.length > 0) await deps.onLateCancel?.(trx, { memberId: wish.memberId, orderId: order.value.id, items: late }, now)
    await giveUpItems(trx, order.value, items, now)
    await tellOfRefund(trx, deps, { refundNo, kind: 'requested' }, now)
    return ok({ refundNo, facilityIds: [...new Set(items.map(({ facility }) => facility.id))] })
  })
}

type Route = { way: RefundWay; state: RefundState; attemptId: string | null; account: BankAccount | null }

async function findRoute(
  trx: Trx,
  order: ShownOrder,
  items: DecidedItem[],
  { account, memberId, memberName }: RefundWish,
  now: Date,
): Promise<Result<Route, AskRefusal>> {
  const amount = sumOf(items)
  if (amount === 0) return ok({ way: 'none', state: 'refunded', attemptId: null, account: null })
  const attemptId = await findPaidAttempt(trx, order.id)
  if (attemptId === undefined || (await readFreeToRefund(trx, order.id)) < amount) return refuse({ code: 'more_than_paid' })
  const { method } = await readPaidBy(trx, attemptId)
  if (!account) {
    if (!goesBackToCard(method)) return refuse({ code: 'needs_bank_account' })
    return ok({ way: 'card', state: 'approved', attemptId, account: null })
  }
  const kept = await keepPassbook(trx, account.passbookFileId, memberId, now)
  if (!kept.ok) return kept
  const state = needsDecision(method, account.accountName, memberName, false) ? 'requested' : 'approved'
  return ok({ way: 'bank', state, attemptId, account })
}

async function writeRefund(
  trx: Trx,
  order: ShownOrder,
  items: DecidedItem[],
  { reason }: RefundWish,
  { way, state, attemptId, account }: Route,
  now: Date,
): Promise<string> {
  const owed = items.map((item) => ({ ...item, dueId: item.amount > 0 ? randomUUID() : null }))
  for (const { id: itemId, dueId, amount } of owed)
    if (dueId !== null)
      await insertRefundDue(
        trx,
        { id: dueId, orderId: order.id, attemptId, amount, reason: 'asked', cause: `asked:${itemId}`, itemId },
        now,
      )
  const id = randomUUID()
  const refundNo = refundNumber(dayOf(now), randomBytes(7))
  await insertRefund(
    trx,
    {
      id,
      refundNo,
      orderId: order.id,
      attemptId,
      cause: 'asked',
      state,
      way,
      amount: sumOf(items),
      reason,
      account,
      items: owed.map(({ id: itemId, dueId, paid, percent, amount }) => ({ itemId, dueId, paid, percent, amount })),
    },
    now,
  )
  await insertStep(trx, id, 'requested', now)
  if (state !== 'requested') await insertStep(trx, id, state, now)
  return refundNo
}

async function giveUpItems(trx: Trx, order: ShownOrder, items: DecidedItem[], now: Date): Promise<void> {
  const ids = items.map(({ id }) => id)
  const cancelled = await cancelItems(trx, ids)
  if (cancelled.length !== ids.length) throw new Error(`items of ${order.orderNo} changed although it was locked`)
  await freeSpaces(trx, ids)
  for (const id of ids) await noteEvent(trx, order.id, 'refunded', now, id)
  const isAnythingLeft = order.items.some(({ id, state }) => state === 'active' && !ids.includes(id))
  if (!isAnythingLeft) await moveOrder(trx, order.id, orderMoves.giveBackAll, now)
}

export const sumOf = (items: { amount: number }[]): number => items.reduce((sum, { amount }) => sum + amount, 0)
