import type { Db } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Tokens } from '#modules/logins/tokens.ts'
import type { PayableOrders, PayableOrder } from './payable-orders.ts'
import type { Attempt } from './rules.ts'
import { findAttempt, findTellingAttempt } from './store.ts'

export type PaymentResult = { order: PayableOrder; attempt: Attempt | undefined }

/** The result as stored on the server; parameters of the address are not trusted. */
export async function readResult(
  { db, orders, tokens }: { db: Db; orders: PayableOrders; tokens: Tokens },
  asked: { memberId: string } & ({ ref: string } | { orderNo: string }),
  now: Date,
): Promise<Result<PaymentResult, { code: 'not_found' }>> {
  const attempt = 'ref' in asked ? await attemptOf(db, tokens, asked.ref) : undefined
  if ('ref' in asked && !attempt) return refuse({ code: 'not_found' })
  const order = 'orderNo' in asked ? await orders.findByNumber(db, asked.orderNo, now) : await orders.find(db, attempt!.orderId, now)
  if (!order || order.memberId !== asked.memberId) return refuse({ code: 'not_found' })
  return ok({ order, attempt: attempt ?? (await findTellingAttempt(db, order.id)) })
}

async function attemptOf(db: Db, tokens: Tokens, ref: string): Promise<Attempt | undefined> {
  const tradeNo = tokens.readReference(ref)
  return tradeNo === undefined ? undefined : findAttempt(db, tradeNo)
}
