import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { openLog } from '#http/log.ts'
import { momentAt } from '#lib/zone.ts'
import type { Gateway } from '#modules/payments/gateway.ts'
import type { PayableOrders } from '#modules/payments/payable-orders.ts'
import { applyNotice } from '#modules/payments/receive-notice.ts'
import { insertAttempt } from '#modules/payments/store.ts'
import { giveBackItem } from '#modules/refunds/give-back-item.ts'
import { sendRefunds } from '#modules/refunds/send-refunds.ts'
import { openCatalogues, type Catalogues } from '#modules/venues/catalogue.ts'
import { brokenInvariants } from '#testing/invariants.ts'
import { freshDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { newMembers, smallCentre } from '#testing/small-centre.ts'
import { unaudited } from '#testing/unaudited.ts'
import { expireUnpaidOrders } from './expire-unpaid-orders.ts'
import { moveItem, parkItem, swapItems } from './move-item.ts'
import { payableOrders } from './payable-orders.ts'
import { openPlacing, placeOrder, type PlaceOrderDeps } from './place-order.ts'
import { removeItems } from './remove-items.ts'
import { settleMoves } from './settle-moves.ts'

const pick = fc.nat({ max: 12 })
const deed = <D extends string>(name: D) => fc.constant(name)
/** Random deeds of members, staff and the clock around moves; the invariants hold after each of them. */
const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        deed: deed('place'),
        member: fc.nat({ max: 2 }),
        court: fc.constantFrom(1, 2, 10, 11),
        hour: fc.integer({ min: 16, max: 19 }),
      }),
    },
    { weight: 4, arbitrary: fc.record({ deed: deed('pay'), order: pick }) },
    { weight: 2, arbitrary: fc.record({ deed: deed('start'), order: pick }) },
    { weight: 2, arbitrary: fc.record({ deed: deed('notice'), attempt: pick }) },
    {
      weight: 7,
      arbitrary: fc.record({
        deed: deed('move'),
        item: pick,
        court: fc.constantFrom(1, 2, 10, 11, 12),
        hour: fc.integer({ min: 15, max: 20 }),
        hours: fc.constantFrom(1, 1, 2),
        waive: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.record({ deed: deed('park'), item: pick }) },
    { weight: 2, arbitrary: fc.record({ deed: deed('swap'), item: pick, other: pick }) },
    { weight: 1, arbitrary: fc.record({ deed: deed('cancel'), item: pick, inFull: fc.boolean() }) },
    { weight: 4, arbitrary: fc.record({ deed: deed('wait'), minutes: fc.constantFrom(0, 2, 2, 2, 20, 1500) }) },
    { weight: 1, arbitrary: fc.record({ deed: deed('send') }) },
  ),
  { minLength: 6, maxLength: 25, size: 'max' },
)
type Step = Extract<Awaited<ReturnType<typeof steps.generate>>['value'], unknown[]>[number]

let database: FreshDatabase
let db: Db
let catalogues: Catalogues
let placing: PlaceOrderDeps
let members: string[]
let orders: PayableOrders
const log = openLog('silent')
const gateway: Gateway = {
  merchantId: 'M',
  checkout: () => ({ action: '', fields: {} }),
  readNotice: () => undefined,
  ask: async () => ({ ok: false, refusal: { code: 'no_answer', reason: 'a test' } }),
  refundableFrom: (_, at) => at,
  refund: async () => ({ kind: 'refunded' }),
}
beforeAll(async () => {
  database = await freshDatabase()
  db = openDb(database.url, 4)
  await smallCentre(db)
  members = await newMembers(db, 4)
  catalogues = openCatalogues(db)
  placing = openPlacing(db, catalogues)
  orders = payableOrders({ announceChange: () => {} })
})
afterAll(async () => {
  await closeDb(db)
  await database.drop()
})

class World {
  now = new Date('2026-11-15T10:00:00+08:00')
  attempts: { tradeNo: string; amount: number }[] = []

  async take(step: Step): Promise<void> {
    const spot = (court: number, hour: number, hours: number) => ({
      courtId: court,
      period: { start: momentAt('2026-11-18', hour * 60), end: momentAt('2026-11-18', (hour + hours) * 60) },
    })
    if (step.deed === 'wait') {
      this.now = new Date(this.now.getTime() + step.minutes * 60_000)
      await expireUnpaidOrders(db, this.now, async () => {})
      await settleMoves({ db, catalogues }, this.now)
    }
    if (step.deed === 'send') await sendRefunds({ db, catalogues, gateway, log }, this.now)
    if (step.deed === 'place') {
      const request = { memberId: members[step.member]!, identityId: 1, contactName: '', contactPhone: '', remark: '' }
      await placeOrder(placing, { ...request, items: [spot(step.court, step.hour, 1)], idempotencyKey: randomUUID() }, this.now)
    }
    if (step.deed === 'start') await this.start(step.order)
    if (step.deed === 'pay' && (await this.start(step.order))) await this.notice(this.attempts.length - 1)
    if (step.deed === 'notice') await this.notice(step.attempt)
    if ('item' in step) await this.withItem(step, spot)
  }

  async withItem(
    step: Extract<Step, { item: number }>,
    spot: (court: number, hour: number, hours: number) => Parameters<typeof moveItem>[1]['to'],
  ) {
    const items = await db.selectFrom('order_items').select(['id', 'moves', 'order_id']).orderBy('id').execute()
    const item = items[step.item % Math.max(1, items.length)]
    if (!item) return
    const deps = { db, catalogues, followMove: async () => {} }
    const asking = { by: members[3]!, reason: 'x', idempotencyKey: randomUUID() }
    const seen = { itemId: item.id, moves: item.moves }
    if (step.deed === 'move')
      await moveItem(
        deps,
        { item: seen, to: spot(step.court, step.hour, step.hours), difference: { waive: step.waive, seen: undefined }, ...asking },
        unaudited,
        this.now,
      )
    if (step.deed === 'park') await parkItem(deps, { item: seen, ...asking }, unaudited, this.now)
    if (step.deed === 'swap') {
      const other = items[step.other % items.length]!
      const both: Parameters<typeof swapItems>[1]['items'] = [seen, { itemId: other.id, moves: other.moves }]
      await swapItems(deps, { items: both, difference: { waive: false, seen: undefined }, ...asking }, unaudited, this.now)
    }
    if (step.deed === 'cancel')
      await db.transaction().execute(async (trx) => {
        const { rows } = await sql<{
          total: number
        }>`select price + light_fee + deposit as total from order_items where id = ${item.id}`.execute(trx)
        const paid = rows[0]!.total
        if (step.inFull) await removeItems(trx, item.order_id, new Set([item.id]), this.now)
        else
          await giveBackItem(
            trx,
            { orderId: item.order_id, item: { id: item.id, paid, percent: 50, amount: Math.round(paid / 2) } },
            this.now,
          )
      })
  }

  async start(which: number): Promise<boolean> {
    const rows = await db.selectFrom('orders').select('id').orderBy('created_at').orderBy('id').execute()
    const id = rows[which % Math.max(1, rows.length)]?.id
    const order = id === undefined ? undefined : await orders.find(db, id, this.now)
    if (order?.state !== 'awaiting-payment') return false
    const attempt = { id: randomUUID(), orderId: order.id, tradeNo: randomBytes(8).toString('hex'), amount: order.amount }
    await insertAttempt(db, attempt, this.now)
    this.attempts.push(attempt)
    return true
  }

  async notice(which: number): Promise<void> {
    const attempt = this.attempts[which % Math.max(1, this.attempts.length)]
    if (!attempt) return
    const said = {
      tradeNo: attempt.tradeNo,
      merchantId: 'M',
      amount: attempt.amount,
      gatewayTradeNo: null,
      method: 'card' as const,
      simulated: false,
    }
    await applyNotice({ db, gateway, orders, log }, { ...said, says: { kind: 'paid' } }, {}, this.now)
  }
}

const tables = 'item_moves refund_tries refund_steps refund_items refunds refunds_due ledger payment_notices payment_attempts outbox'
async function emptyHouse(): Promise<void> {
  await sql`update orders set kind = 'venue', supplement_of = null where kind = 'supplement'`.execute(db)
  const all = ['occupancy', ...tables.split(' '), 'order_items', 'orders', 'messages', 'rate_limits']
  await sql.raw(all.map((table) => `delete from ${table}`).join('; ')).execute(db)
}

const runs = Number(process.env['PROPERTY_RUNS'] ?? 60)

it(
  'random moves among bookings, payments and cancellations lose no floor and no money',
  { timeout: Math.max(240_000, runs * 1500) },
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        await emptyHouse()
        const world = new World()
        for (const step of sequence) {
          await world.take(step)
          // Hours that staff gave by moving are not limited.
          const broken = (await brokenInvariants(db, world.now)).filter((complaint) => !complaint.startsWith('somebody is over the hours'))
          expect(broken, JSON.stringify(step)).toEqual([])
        }
        // Everything that was moved is settled in the end, or waits for somebody who is paying.
        world.now = new Date(world.now.getTime() + 120_000)
        await settleMoves({ db, catalogues }, world.now)
        expect((await brokenInvariants(db, world.now)).filter((complaint) => !complaint.startsWith('somebody is over'))).toEqual([])
      }),
      { numRuns: runs, endOnFailure: true },
    )
  },
)
