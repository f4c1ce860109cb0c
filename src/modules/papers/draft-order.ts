import { ok, refuse, type Result } from '#lib/result.ts'
import { listOfOrder } from '#modules/invoices/read-store.ts'
import { readBalance } from '#modules/orders/balance-store.ts'
import { kindIn } from '#modules/orders/order-kinds.ts'
import { readOrder } from '#modules/orders/read-order.ts'
import type { PapersDeps } from './deps.ts'
import { orderBlocks, titleOf } from './order-paper.ts'
import type { Draft } from './print-paper.ts'
import { findBuyer } from './store.ts'

/** The paper of an order. With a member: only of theirs. */
export async function draftOrder(
  { db, catalogues, orderKinds, issuers }: Pick<PapersDeps, 'db' | 'catalogues' | 'orderKinds' | 'issuers'>,
  orderNo: string,
  memberId: string | undefined,
  now: Date,
): Promise<Result<Draft, { code: 'not_found' }>> {
  const buyer = await findBuyer(db, orderNo)
  if (!buyer || (memberId !== undefined && buyer.memberId !== memberId)) return refuse({ code: 'not_found' })
  const order = await readOrder({ db, catalogues }, buyer.memberId, orderNo, now)
  if (!order.ok) return order
  const [balance, { found: invoices }] = await Promise.all([readBalance(db, order.value), listOfOrder(db, orderNo)])
  const paper = { order: order.value, kind: kindIn(orderKinds, order.value.kind), buyer: buyer.name, balance, invoices }
  return ok({
    title: (locale) => titleOf(paper, locale),
    number: orderNo,
    blocks: (speak) => orderBlocks(paper, issuers, speak),
  })
}
