import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { openLog } from '#http/log.ts'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import type { Gateway } from '#modules/payments/gateway.ts'
import { applyNotice } from '#modules/payments/receive-notice.ts'
import type { Notice } from '#modules/payments/rules.ts'
import { insertAttempt } from '#modules/payments/store.ts'
import { openCatalogues, type Catalogues } from '#modules/venues/catalogue.ts'
import { freshDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { newMembers, smallCentre } from '#testing/small-centre.ts'
import { cancelOrder } from './cancel-order.ts'
import { closeFacility } from './close-facility.ts'
import { deskForPayments } from './desk-for-payments.ts'
import { expireUnpaidOrders } from './expire-unpaid-orders.ts'
import { openPlacing, placeOrder, type PlacingDesk } from './place-order.ts'

/**
 * A few members on a few courts do whatever comes into their minds, in any order, while the clock moves on: they
 * place, pay, pay twice, pay late, cancel; holds run out; the house closes. After every step the house must be in order.
 */
type Step =
  | { deed: 'place'; member: number; courts: number[]; hour: number; key: number }
  | { deed: 'start'; order: number }
  | { deed: 'notice'; attempt: number; kind: 'paid' | 'failed' | 'number' | 'wrong-amount' | 'simulated' }
  | { deed: 'cancel'; order: number }
  | { deed: 'expire' }
  | { deed: 'close'; facility: number }
  | { deed: 'wait'; minutes: number }

const pick = fc.nat({ max: 30 })
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        deed: fc.constant('place' as const),
        member: fc.nat({ max: 3 }),
        courts: fc.uniqueArray(fc.constantFrom(1, 2, 10, 11, 12), { minLength: 1, maxLength: 2 }),
        hour: fc.integer({ min: 18, max: 20 }),
        key: fc.nat({ max: 5 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ deed: fc.constant('start' as const), order: pick }) },
    {
      weight: 4,
      arbitrary: fc.record({
        deed: fc.constant('notice' as const),
        attempt: pick,
        kind: fc.constantFrom(
          'paid' as const,
          'paid' as const,
          'failed' as const,
          'number' as const,
          'wrong-amount' as const,
          'simulated' as const,
        ),
      }),
    },
    { weight: 1, arbitrary: fc.record({ deed: fc.constant('cancel' as const), order: pick }) },
    { weight: 1, arbitrary: fc.record({ deed: fc.constant('expire' as const) }) },
    { weight: 1, arbitrary: fc.record({ deed: fc.constant('close' as const), facility: fc.constantFrom(1, 2) }) },
    { weight: 3, arbitrary: fc.record({ deed: fc.constant('wait' as const), minutes: fc.constantFrom(1, 7, 14, 16, 600) }) },
  ),
  { minLength: 5, maxLength: 25 },
)

let database: FreshDatabase
let db: Db
let catalogues: Catalogues
let placing: PlacingDesk
let members: string[]
const log = openLog('silent')
const gateway: Gateway = {
  merchantId: 'M',
  checkout: () => ({ action: '', fields: {} }),
  readNotice: () => undefined,
  ask: async () => ({ ok: false, refusal: { code: 'no_answer', reason: 'a test' } }),
}
const orders = deskForPayments({ announceChange: () => {} })

beforeAll(async () => {
  database = await freshDatabase()
  db = openDb(database.url, 4)
  await smallCentre(db)
  members = await newMembers(db, 4)
  catalogues = openCatalogues(db)
  placing = openPlacing(db, catalogues)
})
afterAll(async () => {
  await closeDb(db)
  await database.drop()
})

const begin = new Date('2026-11-15T10:00:00+08:00')

class World {
  now = begin
  day = addDays(dayOf(begin), 5)
  orderIds: string[] = []
  attempts: { tradeNo: string; amount: number }[] = []

  async take(step: Step): Promise<void> {
    if (step.deed === 'wait') this.now = new Date(this.now.getTime() + step.minutes * 60_000)
    if (step.deed === 'place') await this.place(step)
    if (step.deed === 'start') await this.start(step.order)
    if (step.deed === 'notice') await this.notice(step.attempt, step.kind)
    if (step.deed === 'cancel' && this.orderIds.length > 0)
      await cancelOrder(db, this.orderIds[step.order % this.orderIds.length]!, this.now)
    if (step.deed === 'expire') await expireUnpaidOrders(db, this.now)
    if (step.deed === 'close')
      await closeFacility(
        { db, catalogues, releaseDates: async () => 0 },
        { facilityId: step.facility, day: this.day, reasonTw: '颱風', reasonEn: 'Typhoon', by: members[0]! },
        this.now,
      )
  }

  async place({ member, courts, hour, key }: Step & { deed: 'place' }): Promise<void> {
    const items = courts.map((courtId) => ({
      courtId,
      period: { start: momentAt(this.day, hour * 60), end: momentAt(this.day, (hour + 1) * 60) },
    }))
    const request = {
      memberId: members[member]!,
      identityId: 1,
      items,
      contactName: '',
      contactPhone: '',
      remark: '',
      idempotencyKey: `key ${key} of ${member}`,
    }
    const result = await placeOrder(placing, request, this.now)
    if (!result.ok) return
    const { id } = await db.selectFrom('orders').select('id').where('order_no', '=', result.value.orderNo).executeTakeFirstOrThrow()
    if (!this.orderIds.includes(id)) this.orderIds.push(id)
  }

  async start(which: number): Promise<void> {
    const id = this.orderIds[which % Math.max(1, this.orderIds.length)]
    const order = id === undefined ? undefined : await orders.find(db, id, this.now)
    if (order?.state !== 'awaiting-payment') return
    const attempt = { id: randomUUID(), orderId: order.id, tradeNo: randomBytes(8).toString('hex'), amount: order.amount }
    await insertAttempt(db, attempt, this.now)
    this.attempts.push(attempt)
  }

  async notice(which: number, kind: (Step & { deed: 'notice' })['kind']): Promise<void> {
    const attempt = this.attempts[which % Math.max(1, this.attempts.length)]
    if (!attempt) return
    const deadline = new Date(this.now.getTime() + 86_400_000)
    const says: Notice['says'] =
      kind === 'failed'
        ? { kind: 'failed', reason: 'no' }
        : kind === 'number'
          ? { kind: 'number', number: { kind: 'atm', bankCode: '007', account: '1', deadline } }
          : { kind: 'paid' }
    const notice: Notice = {
      tradeNo: attempt.tradeNo,
      merchantId: 'M',
      amount: attempt.amount + (kind === 'wrong-amount' ? 1 : 0),
      gatewayTradeNo: null,
      method: 'card',
      simulated: kind === 'simulated',
      says,
    }
    await applyNotice({ db, gateway, orders, log }, notice, {}, this.now)
  }
}

async function complaints(now: Date): Promise<string[]> {
  const { rows } = await sql<{ complaint: string }>`
    select 'a space is taken twice' as complaint from occupancy a join occupancy b on a.space_id = b.space_id and a.during && b.during and a.ctid < b.ctid
    union all select 'a confirmed item stands nowhere: ' || i.id from order_items i join orders o on o.id = i.order_id
      where o.state = 'confirmed' and i.state = 'active'
        and (select count(*) from occupancy c where c.holder_id = i.id and c.hold_until is null) <> (select count(*) from court_spaces s where s.court_id = i.court_id)
    union all select 'a held item stands nowhere: ' || i.id from order_items i join orders o on o.id = i.order_id
      where o.state = 'awaiting-payment' and o.pay_before > ${now} and i.state = 'active'
        and (select count(*) from occupancy c where c.holder_id = i.id and c.hold_until > ${now}) <> (select count(*) from court_spaces s where s.court_id = i.court_id)
    union all select 'an order that is over still stands: ' || o.state from occupancy c join order_items i on i.id = c.holder_id join orders o on o.id = i.order_id
      where o.state in ('expired', 'cancelled', 'venue-cancelled') or i.state = 'cancelled'
    union all select 'somebody is over the hours of a day: ' || sum(i.minutes) from order_items i join orders o on o.id = i.order_id
      where i.state = 'active' and i.counts_for_quota and (o.state = 'confirmed' or (o.state = 'awaiting-payment' and o.pay_before > ${now}))
        -- Late money confirms what is still free, whatever was booked meanwhile, and whether or not a job has said that the time was up.
        and not exists (select from order_events e where e.order_id = o.id and e.kind = 'expired')
        and not exists (select from ledger l where l.order_id = o.id and l.kind = 'payment' and l.at >= o.pay_before)
      group by i.member_id, i.sport, i.day having sum(i.minutes) > 120
    union all select 'what is confirmed is not what was paid for: ' || o.order_no from orders o
      where o.state = 'confirmed'
        and (select coalesce(sum(i.price + i.light_fee + i.deposit), 0) from order_items i where i.order_id = o.id and i.state = 'active') <> coalesce((select sum(l.amount) from ledger l where l.order_id = o.id), 0) - coalesce((select sum(r.amount) from refunds_due r where r.order_id = o.id), 0)
    union all select 'money is kept for an order that is over: ' || o.order_no from orders o
      where o.state in ('expired', 'cancelled', 'venue-cancelled')
        and coalesce((select sum(l.amount) from ledger l where l.order_id = o.id), 0) <> coalesce((select sum(r.amount) from refunds_due r where r.order_id = o.id), 0)
    union all select 'a payment was booked twice' from ledger l where l.kind = 'payment' group by l.attempt_id having count(*) > 1
    union all select 'a paid attempt has no ledger row' from payment_attempts a where a.state = 'paid' and not exists (select from ledger l where l.attempt_id = a.id)
    union all select 'a ledger row has no paid attempt' from ledger l join payment_attempts a on a.id = l.attempt_id where a.state <> 'paid'
    union all select 'an unpaid order has money: ' || o.order_no from orders o where o.state = 'awaiting-payment' and exists (select from ledger l where l.order_id = o.id)`.execute(
    db,
  )
  return rows.map(({ complaint }) => complaint)
}

/** Children first. Quicker than truncate, which makes every file anew. */
async function emptyHouse(): Promise<void> {
  const tables = [
    'occupancy',
    'ledger',
    'refunds_due',
    'payment_notices',
    'payment_attempts',
    'order_events',
    'order_items',
    'orders',
    'blocks',
  ]
  await sql.raw(tables.map((table) => `delete from ${table}`).join('; ')).execute(db)
}

describe('whatever members do, in whatever order', { timeout: 240_000 }, () => {
  it('no space is taken twice, no money is lost or kept, and nobody gets more hours than allowed', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        await emptyHouse()
        const world = new World()
        for (const step of sequence) {
          await world.take(step)
          expect(await complaints(world.now), JSON.stringify(step)).toEqual([])
        }
      }),
      { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 2000), endOnFailure: true },
    )
  })
})
