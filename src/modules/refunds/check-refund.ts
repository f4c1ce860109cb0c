import type { DbOrTrx } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { readOrder, type ShownItem, type ShownOrder } from '#modules/orders/read-order.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { hasCardShare, refundableOrders, refundOf, sumOf, type ItemNotRefundable, type ItemRefund } from './rules.ts'
import { readShares } from './write-refund.ts'

export type DecisionRefusal =
  | { code: 'not_found' }
  | { code: 'order_not_refundable' }
  | { code: 'given_back_by_date' }
  | { code: 'no_such_item'; items: string[] }
  | { code: 'item_not_refundable'; items: string[] }
  | { code: 'nothing_to_refund' }

type OrderNotRefundable = { code: 'order_not_refundable' } | { code: 'given_back_by_date' }

/** Dates of a season are given back on the pre-order's page, with their own deadline and without points. */
function whyNotRefundable({ kind, state }: ShownOrder): OrderNotRefundable | undefined {
  if (kind === 'preorder') return { code: 'given_back_by_date' }
  return refundableOrders.includes(state) ? undefined : { code: 'order_not_refundable' }
}

export type DecidedItem = ShownItem & ItemRefund

/** Refund of each item now, by the terms; or why it cannot be refunded. */
export function decideRefund(
  order: ShownOrder,
  itemIds: string[] | undefined,
  lateHours: number,
  now: Date,
): Result<DecidedItem[], DecisionRefusal> {
  const why = whyNotRefundable(order)
  if (why) return refuse(why)
  const judged = order.items.map((item) => ({ item, refund: refundOf(item, lateHours, now) }))
  const unknown = itemIds?.filter((id) => !order.items.some((item) => item.id === id)) ?? []
  if (unknown.length > 0) return refuse({ code: 'no_such_item', items: unknown })
  const wanted = judged.filter(({ item, refund }) => (itemIds ? itemIds.includes(item.id) : !('problem' in refund)))
  const barred = wanted.filter(({ refund }) => 'problem' in refund).map(({ item }) => item.id)
  if (barred.length > 0) return refuse({ code: 'item_not_refundable', items: barred })
  const items = wanted.flatMap(({ item, refund }) => ('problem' in refund ? [] : [{ ...item, ...refund }]))
  return items.length > 0 ? ok(items) : refuse({ code: 'nothing_to_refund' })
}

export type CheckedRefund = {
  order: ShownOrder
  items: { item: ShownItem; refund: ItemRefund | ItemNotRefundable }[]
  /** Possible ways: as it was paid, or only to a bank account. */
  ways: ('card' | 'bank')[]
}

/** Dry run of a refund. */
export async function checkRefund(
  { db, catalogues }: { db: DbOrTrx; catalogues: Catalogues },
  memberId: string,
  orderNo: string,
  now: Date,
): Promise<Result<CheckedRefund, { code: 'not_found' } | OrderNotRefundable>> {
  const order = await readOrder({ db, catalogues }, memberId, orderNo, now)
  if (!order.ok) return order
  const why = whyNotRefundable(order.value)
  if (why) return refuse(why)
  const { lateCancelHours } = (await readLimits(db)).violations
  const items = order.value.items.map((item) => ({ item, refund: refundOf(item, lateCancelHours, now) }))
  const given = items.flatMap(({ item, refund }) => ('problem' in refund ? [] : [{ id: item.id, ...refund }]))
  const shares = await readShares(db, order.value.id, given)
  return ok({ order: order.value, items, ways: sumOf(shares) === 0 ? [] : hasCardShare(shares) ? ['card', 'bank'] : ['bank'] })
}
