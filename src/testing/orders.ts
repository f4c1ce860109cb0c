import { randomUUID } from 'node:crypto'
import type { Db, Trx } from '#db/connect.ts'
import { settleOrder } from '#modules/orders/settle-order.ts'
import type { TestService, TestMember } from './test-service.ts'
import { orderKinds } from '../wiring/modules.ts'

/** A period on a court of the small centre: day of November 2026, hour in Taipei. */
export function at(venue2ndId: number, day: number, hour: number, hours = 1) {
  const start = new Date(Date.parse(`2026-11-${day}T00:00:00+08:00`) + hour * 3_600_000)
  return { venue2ndId, start: start.toISOString(), end: new Date(start.getTime() + hours * 3_600_000).toISOString() }
}
export type Item = ReturnType<typeof at>

export async function placed(service: TestService, as: TestMember, items: Item[]): Promise<string> {
  const { status, body, text } = await service.call('POST', '/api/Order/Member', {
    as,
    body: { items },
    headers: { 'idempotency-key': randomUUID() },
  })
  if (status !== 201) throw new Error(`not placed: ${text}`)
  return body.orderNo
}

/** Calls of members about orders. `current` answers the service of the running test. */
export function orderCalls(current: () => TestService) {
  return {
    check: (items: Item[], as?: TestMember) => current().call('POST', '/api/Order/Member/Check', { body: { items }, as }),
    place: (
      as: TestMember,
      items: Item[],
      { key = randomUUID() as string, ...more }: { key?: string; remark?: string; pay?: 'online' | 'desk' } = {},
    ) => current().call('POST', '/api/Order/Member', { as, body: { items, ...more }, headers: { 'idempotency-key': key } }),
  }
}

/** Settles an order as a payment notice of the gateway would. */
export const paid = (db: Db, orderNo: string, now: Date): Promise<void> => db.transaction().execute((trx) => paidIn(trx, orderNo, now))

/** The same in a transaction of the caller, who may keep others waiting for it. */
export async function paidIn(trx: Trx, orderNo: string, now: Date): Promise<void> {
  const order = await trx.selectFrom('orders').select(['id', 'amount']).where('order_no', '=', orderNo).executeTakeFirstOrThrow()
  const attempt = { id: randomUUID(), order_id: order.id, amount: order.amount }
  await trx
    .insertInto('payment_attempts')
    .values({
      ...attempt,
      trade_no: `T${Date.now()}${Math.trunc(Math.random() * 1e5)}`,
      state: 'paid',
      method: 'card',
      created_at: now,
      settled_at: now,
    })
    .execute()
  await settleOrder(trx, { orderId: order.id, attemptId: attempt.id, amount: order.amount }, now, orderKinds)
  await trx
    .insertInto('ledger')
    .values({
      order_id: order.id,
      attempt_id: attempt.id,
      kind: 'payment',
      way: 'card',
      amount: order.amount,
      cause: `payment:${attempt.id}`,
      at: now,
    })
    .execute()
}

/** Writes `watches` as if the minutely jobs had run without a gap until now. */
export async function jobsRanUntil(db: Db, now: Date): Promise<void> {
  const watch = { since: new Date(now.getTime() - 30 * 86_400_000), looked_at: now }
  for (const name of ['close-past-bookings', 'expire-unpaid-orders'])
    await db
      .insertInto('watches')
      .values({ name, ...watch })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(watch))
      .execute()
}
