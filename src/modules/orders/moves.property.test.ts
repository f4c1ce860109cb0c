import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '#db/connect.ts'
import { openLog } from '#http/log.ts'
import { momentAt } from '#lib/zone.ts'
import type { PayableOrders } from '#modules/payments/payable-orders.ts'
import { applyNotice } from '#modules/payments/receive-notice.ts'
import { insertAttempt } from '#modules/payments/store.ts'
import { giveBackItem } from '#modules/refunds/write-refund.ts'
import { sendRefunds } from '#modules/refunds/send-refunds.ts'
import { openCatalogues, type Catalogues } from '#modules/venues/catalogue.ts'
import { emptyOrders } from '#testing/empty-orders.ts'
import { brokenInvariants } from '#testing/invariants.ts'
import { moveSteps, takeMove } from '#testing/move-steps.ts'
import { providerByHand, providersOf } from '#testing/provider-by-hand.ts'
import { freshDb } from '#testing/postgres.ts'
import { newMembers, smallCentre } from '#testing/small-centre.ts'
import { expireUnpaidOrders } from './expire-unpaid-orders.ts'
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
    ...moveSteps,
    { weight: 1, arbitrary: fc.record({ deed: deed('cancel'), item: pick, inFull: fc.boolean() }) },
    { weight: 4, arbitrary: fc.record({ deed: deed('wait'), minutes: fc.constantFrom(0, 2, 2, 2, 20, 1500) }) },
    { weight: 1, arbitrary: fc.record({ deed: deed('send') }) },
  ),
  { minLength: 6, maxLength: 25, size: 'max' },
)
type Step = Extract<Awaited<ReturnType<typeof steps.generate>>['value'], unknown[]>[number]

let db: Db
let close: () => Promise<void>
let catalogues: Catalogues
let placing: PlaceOrderDeps
let members: string[]
let orders: PayableOrders
const log = openLog('silent')
const provider = providerByHand()
beforeAll(async () => {
  ;({ db, close } = await freshDb(4))
  await smallCentre(db)
  members = await newMembers(db, 4)
  catalogues = openCatalogues(db)
  placing = openPlacing(db, catalogues)
  orders = payableOrders({ moneyOwed: () => {} })
})
afterAll(() => close())

const day = '2026-11-18'

class World {
  now = new Date('2026-11-15T10:00:00+08:00')
  attempts: { tradeNo: string; amount: number }[] = []

  async take(step: Step): Promise<void> {
    if (step.deed === 'wait') {
      this.now = new Date(this.now.getTime() + step.minutes * 60_000)
      await expireUnpaidOrders(db, this.now, async () => {})
      await settleMoves({ db, catalogues }, this.now)
    }
    if (step.deed === 'send') await sendRefunds({ db, catalogues, providers: providersOf(provider), log }, { now: () => this.now })
    if (step.deed === 'place') {
      const period = { start: momentAt(day, step.hour * 60), end: momentAt(day, (step.hour + 1) * 60) }
      const request = { memberId: members[step.member]!, identityId: 1, contactName: '', contactPhone: '', remark: '' }
      await placeOrder(placing, { ...request, items: [{ courtId: step.court, period }], idempotencyKey: randomUUID() }, this.now)
    }
    if (step.deed === 'start') await this.start(step.order)
    if (step.deed === 'pay' && (await this.start(step.order))) await this.notice(this.attempts.length - 1)
    if (step.deed === 'notice') await this.notice(step.attempt)
    if (step.deed === 'cancel') await this.cancel(step)
    if (step.deed === 'move' || step.deed === 'park' || step.deed === 'swap' || step.deed === 'own')
      await takeMove({ db, catalogues, by: members[3]! }, step, day, this.now)
  }

  async cancel({ item: which, inFull }: Extract<Step, { deed: 'cancel' }>): Promise<void> {
    const { rows } = await sql<{ id: string; orderId: string; paid: number }>`
      select id, order_id as "orderId", price + light_fee + deposit as paid from order_items order by id`.execute(db)
    const item = rows[which % Math.max(1, rows.length)]
    if (!item) return
    const { id, orderId, paid } = item
    await db.transaction().execute(async (trx) => {
      if (inFull) await removeItems(trx, orderId, new Set([id]), this.now)
      else await giveBackItem(trx, { orderId, item: { id, paid, percent: 50, amount: Math.round(paid / 2) } }, this.now)
    })
  }

  async start(which: number): Promise<boolean> {
    const rows = await db.selectFrom('orders').select('id').orderBy('created_at').orderBy('id').execute()
    const id = rows[which % Math.max(1, rows.length)]?.id
    const order = id === undefined ? undefined : await orders.find(db, id, this.now)
    if (order?.state !== 'awaiting-payment') return false
    const attempt = {
      id: randomUUID(),
      orderId: order.id,
      provider: 'ecpay',
      way: null,
      tradeNo: randomBytes(8).toString('hex'),
      amount: order.amount,
    }
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
      method: attempt.tradeNo < '5' ? ('atm' as const) : ('card' as const),
      simulated: false,
    }
    await applyNotice({ db, provider, orders, log }, { ...said, says: { kind: 'paid' } }, {}, this.now)
  }
}

const runs = Number(process.env['PROPERTY_RUNS'] ?? 40)

it(
  'random moves by staff and members, with top-ups, among bookings, payments and cancellations lose no floor and no money',
  { timeout: Math.max(240_000, runs * 1500) },
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        await emptyOrders(db)
        const world = new World()
        for (const step of sequence) {
          await world.take(step)
          expect(await brokenInvariants(db, world.now), JSON.stringify(step)).toEqual([])
        }
        // Everything that was moved is settled in the end, or waits for somebody who is paying.
        world.now = new Date(world.now.getTime() + 120_000)
        await settleMoves({ db, catalogues }, world.now)
        expect(await brokenInvariants(db, world.now)).toEqual([])
        const { rows } = await sql`select from item_moves where kind = 'member' group by item_id having count(*) > 2`.execute(db)
        expect(rows).toEqual([])
      }),
      { numRuns: runs, endOnFailure: true },
    )
  },
)
