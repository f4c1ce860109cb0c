import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { openLog } from '#http/log.ts'
import { momentAt } from '#lib/zone.ts'
import { payableOrders } from '#modules/orders/payable-orders.ts'
import { openPlacing, placeOrder } from '#modules/orders/place-order.ts'
import { applyNotice } from '#modules/payments/receive-notice.ts'
import { insertAttempt } from '#modules/payments/store.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { makeWish } from '#modules/waiting/make-wish.ts'
import { offerFreedFloor } from '#modules/waiting/offer-freed-floor.ts'
import { emptyTables } from './empty-tables.ts'
import { freshDatabase } from './postgres.ts'
import { providerByHand } from './provider-by-hand.ts'
import { newMembers, smallCentre } from './small-centre.ts'

export const now = new Date('2026-11-15T10:00:00+08:00')
export const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
export const day = '2026-11-17'
const evening = { start: momentAt(day, 19 * 60), end: momentAt(day, 20 * 60) }

/** Begins to pay an order; answers what its notice does when it arrives. */
async function begin(db: Db, orderNo: string): Promise<(when: Date) => Promise<unknown>> {
  const { id: orderId, amount } = await db
    .selectFrom('orders')
    .select(['id', 'amount'])
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow()
  const tradeNo = randomBytes(8).toString('hex')
  await insertAttempt(db, { id: randomUUID(), orderId, provider: 'ecpay', way: null, tradeNo, amount }, now)
  const notice = {
    tradeNo,
    merchantId: 'M',
    amount,
    gatewayTradeNo: null,
    method: 'card' as const,
    simulated: false,
    says: { kind: 'paid' as const },
  }
  const orders = payableOrders({ moneyOwed: () => {} })
  return (when) => applyNotice({ db, provider: providerByHand(), orders, log: openLog('silent') }, notice, {}, when)
}

/** Orders that hold the court or are to be paid, with their members. */
async function holders(db: Db) {
  const { rows } = await sql<{ id: string; orderNo: string; memberId: string; state: string; offered: boolean; payBefore: Date }>`
    select o.id, o.order_no as "orderNo", o.member_id as "memberId", o.state, o.from_waiting_list as offered, o.pay_before as "payBefore"
    from orders o where o.state in ('awaiting-payment', 'confirmed') order by o.created_at`.execute(db)
  return rows
}

/** One court at one hour: an owner who has it, ten who wait for it, and two hundred who press. */
export async function openLine() {
  const database = await freshDatabase()
  const db = openDb(database.url, 24)
  await smallCentre(db)
  const members = await newMembers(db, 211)
  const [owner, waiting, crowd] = [members[0]!, members.slice(1, 11), members.slice(11)]
  const catalogues = openCatalogues(db)
  // Several processes: orders are gathered in each, and meet in the database.
  const desks = Array.from({ length: 8 }, () => openPlacing(db, openCatalogues(db)))
  let pressed = 0

  const place = (memberId: string, when = now) =>
    placeOrder(
      desks[pressed++ % desks.length]!,
      {
        memberId,
        identityId: 1,
        items: [{ courtId: 1, period: evening }],
        contactName: '',
        contactPhone: '',
        remark: '',
        idempotencyKey: randomUUID(),
      },
      when,
    )
  const wish = (memberId: string) => {
    const what = { sport: 'badminton', facilityId: 1, courtId: 1, day, from: 19 * 60, to: 20 * 60, minutes: 60, courts: 1 }
    return makeWish({ db, catalogues }, { memberId, ...what, notAfter: undefined }, now)
  }

  return {
    db,
    catalogues,
    owner,
    waiting,
    empty: () =>
      emptyTables(
        db,
        'rate_limits, wish_passes, wishes, awaited_spaces, freed_floor, occupancy, outbox, ledger, refunds_due, payment_attempts, order_items, orders',
      ),
    /** How many of those who press get the court. */
    press: async (when = now, count = 200) =>
      (await Promise.all(crowd.slice(0, count).map((member) => place(member, when)))).filter(({ ok }) => ok).length,
    offer: (when = now) => offerFreedFloor({ db, catalogues }, when),
    /** The owner has the court, unpaid, and ten wait for it, or fewer. Answers the owner's order. */
    async full(count = 10): Promise<string> {
      const placed = await place(owner)
      if (!placed.ok) throw new Error(placed.refusal.code)
      for (const member of waiting.slice(0, count)) if (!(await wish(member)).ok) throw new Error('a wish was refused')
      return (await db.selectFrom('orders').select('id').where('order_no', '=', placed.value.orderNo).executeTakeFirstOrThrow()).id
    },
    begin: (orderNo: string) => begin(db, orderNo),
    holders: () => holders(db),
    async close() {
      await closeDb(db)
      await database.drop()
    },
  }
}
export type Line = Awaited<ReturnType<typeof openLine>>
