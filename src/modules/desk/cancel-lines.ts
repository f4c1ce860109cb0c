import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { inEach } from '#i18n/words.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { isOneself } from '#modules/accounts/store.ts'
import { cancelUnpaid } from '#modules/orders/change-order.ts'
import type { PlainLine } from '#modules/orders/line-rules.ts'
import { titleOf } from '#modules/orders/line-texts.ts'
import { kindIn, type GiveBack, type OrderKinds } from '#modules/orders/order-kinds.ts'
import { lockOrder } from '#modules/orders/order-store.ts'
import { readOrder, type ShownOrder } from '#modules/orders/read-order.ts'
import { lockSupplementsOf } from '#modules/orders/supplement-store.ts'
import { judgeLines } from '#modules/refunds/check-refund.ts'
import { refundableOrders } from '#modules/refunds/rules.ts'
import { giveBackLines, type GivenItem } from '#modules/refunds/write-refund.ts'
import { pinCatalogue, type Catalogues } from '#modules/venues/catalogue.ts'
import { findStoryOrder } from './story-store.ts'
import type { CancelRefund } from './wire.ts'

/** Why staff cannot cancel a line without floor. */
export type NotCancellableLine =
  | { code: 'line_cancelled' }
  | { code: 'order_not_refundable' }
  /** What its kind gives back is given back elsewhere: a locker where it is returned. */
  | { code: 'line_goes_back_elsewhere' }

export type CancelLinesRefusal =
  | NotCancellableLine
  | { code: 'not_found' }
  | { code: 'own_card' }
  | { code: 'unpaid_order_is_one' }
  | { code: 'line_gives_nothing_back' }

export type LinesToCancel = { orderNo: string; lineIds: string[]; refund: CancelRefund; reason: string; by: string }

/** Whether staff may cancel a line now. An order that is not paid goes as a whole, whatever its kind. */
export function whyLineStays(
  { state }: Pick<ShownOrder, 'state'>,
  line: PlainLine,
  giveBack: GiveBack | undefined,
): NotCancellableLine | undefined {
  if (line.state === 'cancelled') return { code: 'line_cancelled' }
  if (state === 'awaiting-payment') return undefined
  if (!refundableOrders.includes(state)) return { code: 'order_not_refundable' }
  return giveBack ? undefined : { code: 'line_goes_back_elsewhere' }
}

type Deps = { db: Db; catalogues: Catalogues; orderKinds: OrderKinds }

/** Staff cancel lines without floor of an order, all or none: refunded by the terms of the order's kind, or in full. */
export async function cancelOrderLines(
  deps: Deps,
  asked: LinesToCancel,
  audit: Audit,
  now: Date,
): Promise<Result<{ back: number }, CancelLinesRefusal>> {
  const { db, catalogues, orderKinds } = await pinCatalogue(deps)
  return inTransaction<{ back: number }, CancelLinesRefusal>(db, async (trx) => {
    const about = await findStoryOrder(trx, asked.orderNo)
    const locked = about && (await lockOrder(trx, about.id))
    if (!about || !locked) return refuse({ code: 'not_found' })
    await lockSupplementsOf(trx, about.id)
    if (await isOneself(trx, about.memberId, asked.by)) return refuse({ code: 'own_card' })
    const order = await readOrder({ db: trx, catalogues }, about.memberId, asked.orderNo, now)
    if (!order.ok) return order
    const { giveBack } = kindIn(orderKinds, order.value.kind)
    const lines = order.value.lines.filter(({ id }) => asked.lineIds.includes(id))
    if (lines.length !== asked.lineIds.length) return refuse({ code: 'not_found' })
    for (const line of lines) {
      const why = whyLineStays(order.value, line, giveBack)
      if (why) return refuse(why)
    }
    const isUnpaid = order.value.state === 'awaiting-payment'
    if (isUnpaid && isAnythingLeft(order.value, lines)) return refuse({ code: 'unpaid_order_is_one' })
    const back = isUnpaid ? ok(0) : await giveBackPaid(trx, { order: order.value, lines, orderKinds, refund: asked.refund }, now)
    if (!back.ok) return back
    if (isUnpaid) await cancelUnpaid(trx, locked, now)
    await audit(trx, {
      action: 'order.lines_cancelled',
      subject: { kind: 'order', id: asked.orderNo },
      before: { title: inEach((locale) => titleOf(lines, locale) ?? '') },
      after: { refund: back.value },
      note: asked.reason,
    })
    return ok({ back: back.value })
  })
}

const isAnythingLeft = ({ items, lines }: ShownOrder, cancelled: readonly PlainLine[]): boolean =>
  [...items, ...lines].some(({ id, state }) => state === 'active' && !cancelled.some((one) => one.id === id))

async function giveBackPaid(
  trx: Trx,
  { order, lines, orderKinds, refund }: { order: ShownOrder; lines: PlainLine[]; orderKinds: OrderKinds; refund: CancelRefund },
  now: Date,
): Promise<Result<number, CancelLinesRefusal>> {
  const terms = refund === 'rule' ? await judgeLines(trx, order, orderKinds, now) : []
  const given: GivenItem[] = []
  for (const { id, amount } of lines) {
    const byRule = terms.find(({ line }) => line.id === id)?.refund
    if (refund === 'rule' && !byRule) return refuse({ code: 'line_gives_nothing_back' })
    given.push(
      byRule ? { id, paid: byRule.paid, percent: byRule.percent, amount: byRule.amount } : { id, paid: amount, percent: 100, amount },
    )
  }
  const lineIds = given.map(({ id }) => id)
  await kindIn(orderKinds, order.kind).giveBack?.take(trx, order.id, lineIds, now)
  await giveBackLines(trx, { orderId: order.id, lines: given, isAnythingLeft: isAnythingLeft(order, lines) }, now)
  return ok(given.reduce((sum, { amount }) => sum + amount, 0))
}
