import { orderKinds } from '../wiring/modules.ts'
import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { openLog } from '#http/log.ts'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import { openPlacing, placeOrder, type PlaceOrderDeps } from '#modules/orders/place-order.ts'
import type { CardRefund, OpenProvider } from '#modules/payments/provider.ts'
import { askRefund, type OnLateCancel } from '#modules/refunds/ask-refund.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { emptyTables } from './empty-tables.ts'
import { openPaymentFixture, paidNotice } from './payment-fixture.ts'
import { providersOf } from './provider-by-hand.ts'

/** The payment fixture with members who give back what they paid, with somebody who plays the gateway by hand. */
export async function openRefundFixture({ pool = 8 }: { pool?: number } = {}) {
  const fixture = await openPaymentFixture({ pool })
  const { db, members } = fixture
  const catalogues = openCatalogues(db)
  const placing = openPlacing(db, catalogues)
  const sent: CardRefund[] = []
  const gateway: OpenProvider = { ...fixture.ecpay, refundableFrom: (_, at) => at, refund: async () => ({ kind: 'refunded' }) }
  const late: string[] = []
  const onLateCancel: OnLateCancel = async (_, { items }) => void late.push(...items.map(({ id }) => id))
  const asking = { db, catalogues, orderKinds, onLateCancel }

  const request = (orderNo: string, itemIds?: string[], memberId = members[0]!) => refundRequest(memberId, orderNo, itemIds)
  return {
    ...fixture,
    sent,
    gateway,
    asking,
    late,
    sending: { ...asking, providers: providersOf(gateway), log: openLog('silent') },
    request,
    /** Hours on a badminton court four days from now, 300 each, paid by card. */
    async paid(
      now: Date,
      { items = 1, hour = 9 }: { items?: number; hour?: number } = {},
    ): Promise<{ orderNo: string; tradeNo: string; itemIds: string[] }> {
      const { orderNo, amount } = await placeHours(placing, members[0]!, { items, hour }, now)
      const { tradeNo } = await fixture.visit(orderNo, now)
      const verdict = await fixture.receive(paidNotice(tradeNo, { TradeAmt: String(amount) }), now)
      if (verdict !== 'paid') throw new Error(verdict)
      const order = await fixture.order(orderNo)
      const rows = await db.selectFrom('order_items').select('id').where('order_id', '=', order.id).orderBy('court_id').execute()
      return { orderNo, tradeNo, itemIds: rows.map(({ id }) => id) }
    },
    async asked(now: Date, { items = 1, give = items, hour = 9 }: { items?: number; give?: number; hour?: number } = {}) {
      const order = await this.paid(now, { items, hour })
      const asked = await askRefund(asking, request(order.orderNo, order.itemIds.slice(0, give)), now)
      if (!asked.ok) throw new Error(JSON.stringify(asked.refusal))
      return { ...order, refundNo: asked.value.refundNo }
    },
    /** Paid, while a second visit to the gateway is still open. */
    async paidTwice(now: Date, round: number): Promise<{ orderNo: string; second: string }> {
      const orderNo = await fixture.place(now, { ahead: 4, courtId: 1 + (round % 8), hour: 9 })
      const [first, second] = [await fixture.visit(orderNo, now), await fixture.visit(orderNo, now)]
      await fixture.receive(paidNotice(first.tradeNo), now)
      return { orderNo, second: second.tradeNo }
    },
    askAgain: (orderNo: string, now: Date) => askRefund(asking, request(orderNo), now),
    withTwoCards: (asked: { orderNo: string; refundNo: string }, now: Date) => payBySecondCard(db, asked, now),
    ...readRefunds(db),
    async empty(): Promise<void> {
      await emptyTables(
        db,
        'occupancy, outbox, order_items, orders, payment_attempts, payment_notices, ledger, refunds_due, refunds, messages, rate_limits',
      )
      sent.length = 0
      late.length = 0
      Object.assign(gateway, { refundableFrom: (_: CardRefund, at: Date) => at, refund: async () => ({ kind: 'refunded' }) })
    },
  }
}
export type RefundFixture = Awaited<ReturnType<typeof openRefundFixture>>

/** Refunds, their tries, what members are told and the money of an order, as they stand in the database. */
function readRefunds(db: Db) {
  return {
    refund: (refundNo: string) => db.selectFrom('refunds').selectAll().where('refund_no', '=', refundNo).executeTakeFirstOrThrow(),
    tries: (refundNo: string) =>
      db
        .selectFrom('refund_tries as t')
        .innerJoin('refunds as r', 'r.id', 't.refund_id')
        .select(['t.number', 't.outcome'])
        .where('r.refund_no', '=', refundNo)
        .orderBy('t.number')
        .execute(),
    /** Events of refunds in the outbox. */
    async told(): Promise<string[]> {
      const { rows } = await sql<{
        kind: string
      }>`select payload ->> 'kind' as kind from outbox where topic = 'refund' order by id`.execute(db)
      return rows.map(({ kind }) => kind)
    },
    async money(orderNo: string): Promise<{ paid: number; sent: number; owed: number }> {
      const { rows } = await sql<{ paid: number; sent: number; owed: number }>`
        select coalesce((select sum(amount) from ledger l where l.order_id = o.id and kind = 'payment'), 0) as paid,
          coalesce((select -sum(amount) from ledger l where l.order_id = o.id and kind = 'refund'), 0) as sent,
          coalesce((select sum(amount) from refunds_due d where d.order_id = o.id and done_at is null), 0) as owed
        from orders o where o.order_no = ${orderNo}`.execute(db)
      return rows[0]!
    },
  }
}

/** The second hour of an order was paid by a card of its own. */
async function payBySecondCard(db: Db, { orderNo, refundNo }: { orderNo: string; refundNo: string }, now: Date): Promise<void> {
  const { id } = await db.selectFrom('orders').select('id').where('order_no', '=', orderNo).executeTakeFirstOrThrow()
  const attempt = { id: crypto.randomUUID(), order_id: id, trade_no: `second${refundNo}`, state: 'paid', method: 'card', amount: 300 }
  await db
    .insertInto('payment_attempts')
    .values({ ...attempt, created_at: now })
    .execute()
  const dues = await db.selectFrom('refunds_due').select('id').where('order_id', '=', id).orderBy('id').execute()
  await db.updateTable('refunds_due').set({ attempt_id: attempt.id }).where('id', '=', dues[1]!.id).execute()
}

/** One order of an hour on each of the first courts, four days from now. */
async function placeHours(placing: PlaceOrderDeps, memberId: string, { items, hour }: { items: number; hour: number }, now: Date) {
  const day = addDays(dayOf(now), 4)
  const period = { start: momentAt(day, hour * 60), end: momentAt(day, hour * 60 + 60) }
  const request = {
    memberId,
    identityId: 1,
    items: Array.from({ length: items }, (_, n) => ({ courtId: n + 1, period })),
    contactName: '',
    contactPhone: '',
    remark: '',
    idempotencyKey: crypto.randomUUID(),
  }
  const placed = await placeOrder(placing, request, now)
  if (!placed.ok) throw new Error(JSON.stringify(placed.refusal))
  return placed.value
}

const refundRequest = (memberId: string, orderNo: string, itemIds: string[] | undefined) => ({
  memberId,
  orderNo,
  itemIds,
  reason: '',
  acceptZero: false,
  account: undefined,
})
