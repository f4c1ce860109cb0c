import type { DbOrTrx } from '#db/connect.ts'
import type { Words } from '#i18n/words.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { PlainLine } from '#modules/orders/line-rules.ts'
import { kindIn, type OrderKinds } from '#modules/orders/order-kinds.ts'
import { readOrder, type ShownItem, type ShownOrder } from '#modules/orders/read-order.ts'
import { penaltiesOf, type Penalties } from '#modules/orders/rules.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { readMovedBack } from './due-store.ts'
import { readGoesBack, type GoesBack } from './goes-back.ts'
import { goesBackAsVoucher, hasCardShare, refundableOrders, refundOf, sumOf, type ItemNotRefundable, type ItemRefund } from './rules.ts'
import { readShares, type Share } from './write-refund.ts'

export type DecisionRefusal =
  | { code: 'not_found' }
  | { code: 'order_not_refundable' }
  | { code: 'given_back_by_date' }
  | { code: 'no_such_item'; items: string[] }
  | { code: 'item_not_refundable'; items: string[] }
  | { code: 'nothing_to_refund' }

export type CheckRefusal = Exclude<DecisionRefusal, { code: 'nothing_to_refund' }>
type OrderNotRefundable = { code: 'order_not_refundable' } | { code: 'given_back_by_date' }

/** Dates of a season are given back on the pre-order's page, with their own deadline and without points. */
function whyNotRefundable({ preOrderNo, state }: ShownOrder): OrderNotRefundable | undefined {
  if (preOrderNo !== null) return { code: 'given_back_by_date' }
  return refundableOrders.includes(state) ? undefined : { code: 'order_not_refundable' }
}

export type DecidedItem = ShownItem & ItemRefund
/** What goes back for a line without floor: by the terms of the order's kind. */
export type LineRefund = Pick<ItemRefund, 'paid' | 'percent' | 'amount' | 'until'> & { reason: Words }
export type JudgedLine = { line: PlainLine; refund: LineRefund | undefined }
export type DecidedLine = LineRefund & { id: string }

/** Refund of each line without floor now; undefined for one that stays. */
export async function judgeLines(db: DbOrTrx, { id, kind, lines }: ShownOrder, kinds: OrderKinds, now: Date): Promise<JudgedLine[]> {
  const active = lines.filter(({ state }) => state === 'active')
  const terms = (await kindIn(kinds, kind).giveBack?.terms(db, id, active, now)) ?? []
  return lines.map((line) => {
    const found = terms.find(({ lineId }) => lineId === line.id)
    const amount = found && Math.round((line.amount * found.percent) / 100)
    return {
      line,
      refund: found && { paid: line.amount, percent: found.percent, amount: amount!, until: found.until, reason: found.reason },
    }
  })
}

/** Refund of each item and line now, by the terms; or why it cannot be refunded. */
export function decideRefund(
  order: ShownOrder,
  itemIds: string[] | undefined,
  lateHours: number,
  now: Date,
  judgedLines: JudgedLine[] = [],
): Result<{ items: DecidedItem[]; lines: DecidedLine[] }, DecisionRefusal> {
  const why = whyNotRefundable(order)
  if (why) return refuse(why)
  const judged = order.items.map((item) => ({ item, refund: refundOf(item, lateHours, now) }))
  const unknown = itemIds?.filter((id) => ![...order.items, ...order.lines].some((one) => one.id === id)) ?? []
  if (unknown.length > 0) return refuse({ code: 'no_such_item', items: unknown })
  const wanted = judged.filter(({ item, refund }) => (itemIds ? itemIds.includes(item.id) : !('problem' in refund)))
  const wantedLines = judgedLines.filter(({ line, refund }) => (itemIds ? itemIds.includes(line.id) : refund))
  const barred = [
    ...wanted.filter(({ refund }) => 'problem' in refund).map(({ item }) => item.id),
    ...wantedLines.filter(({ refund }) => !refund).map(({ line }) => line.id),
  ]
  if (barred.length > 0) return refuse({ code: 'item_not_refundable', items: barred })
  const items = wanted.flatMap(({ item, refund }) => ('problem' in refund ? [] : [{ ...item, ...refund }]))
  const lines = wantedLines.flatMap(({ line, refund }) => (refund ? [{ id: line.id, ...refund }] : []))
  return items.length + lines.length > 0 ? ok({ items, lines }) : refuse({ code: 'nothing_to_refund' })
}

export type CheckedRefund = {
  order: ShownOrder
  /** `movedBack`: what came back with moves of it. */
  items: { item: ShownItem; refund: ItemRefund | ItemNotRefundable; movedBack: number }[]
  lines: JudgedLine[]
  /** What points lead to. */
  penalties: Penalties
  /** Possible ways: as it was paid, or only to a bank account; `voucher` where all of it was paid by vouchers. */
  ways: ('card' | 'bank' | 'voucher')[]
  /** Of what is chosen: what goes back, and what of it by which way; money goes back before vouchers. */
  amount: number
  goesBack: GoesBack[]
}

/** Dry run of a refund of these items and lines; of all that can be refunded where none are named. */
export async function checkRefund(
  { db, catalogues, orderKinds }: { db: DbOrTrx; catalogues: Catalogues; orderKinds: OrderKinds },
  memberId: string,
  { orderNo, itemIds }: { orderNo: string; itemIds?: string[] | undefined },
  now: Date,
): Promise<Result<CheckedRefund, CheckRefusal>> {
  const order = await readOrder({ db, catalogues }, memberId, orderNo, now)
  if (!order.ok) return order
  const why = whyNotRefundable(order.value)
  if (why) return refuse(why)
  const penalties = penaltiesOf(await readLimits(db))
  const movedBack = await readMovedBack(
    db,
    order.value.items.map(({ id }) => id),
  )
  const items = order.value.items.map((item) => ({
    item,
    refund: refundOf(item, penalties.lateCancelHours, now),
    movedBack: movedBack.get(item.id) ?? 0,
  }))
  const lines = await judgeLines(db, order.value, orderKinds, now)
  const decided = decideRefund(order.value, itemIds, penalties.lateCancelHours, now, lines)
  // With no item named it is an answer that nothing of the order can be refunded.
  const refusal = decided.ok ? undefined : decided.refusal
  if (refusal && refusal.code !== 'nothing_to_refund') return refuse(refusal)
  const given = decided.ok ? [...decided.value.items, ...decided.value.lines] : []
  const shares = await readShares(db, order.value.id, given)
  const goesBack = await readGoesBack(db, shares)
  return ok({ order: order.value, items, lines, penalties, ways: waysOf(shares), amount: sumOf(given), goesBack })
}

function waysOf(shares: Share[]): CheckedRefund['ways'] {
  if (sumOf(shares) === 0) return []
  if (goesBackAsVoucher(shares)) return ['voucher']
  return hasCardShare(shares) ? ['card', 'bank'] : ['bank']
}
