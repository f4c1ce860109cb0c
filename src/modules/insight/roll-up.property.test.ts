import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#db/connect.ts'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import { emptyOrders } from '#testing/empty-orders.ts'
import { disagreements } from '#testing/insight-agreement.ts'
import { freshDb } from '#testing/postgres.ts'
import { newMembers, smallCentre } from '#testing/small-centre.ts'
import { addDemand } from './demand-store.ts'
import { rollUpDays } from './roll-up.ts'

const pick = fc.nat({ max: 30 })
const deed = <D extends string>(name: D) => fc.constant(name)
const courts = fc.constantFrom(1, 2, 10, 11, 20)

/** Rows as bookings, payments, moves, check-ins and late decisions leave them, on days that may be rolled up already. */
const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        deed: deed('book'),
        courts: fc.array(courts, { minLength: 1, maxLength: 3 }),
        ahead: fc.nat({ max: 20 }),
        start: fc.integer({ min: 6 * 4, max: 24 * 4 - 1 }).map((quarters) => quarters * 15),
        minutes: fc.constantFrom(30, 60, 90, 120),
        price: fc.constantFrom(0, 1, 100, 333),
        state: fc.constantFrom('awaiting-payment', 'confirmed'),
        kind: fc.constantFrom('venue', 'preorder'),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        deed: deed('pay'),
        order: pick,
        amount: fc.integer({ min: 1, max: 1000 }),
        way: fc.constantFrom('card', 'transfer', 'terminal'),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        deed: deed('state'),
        order: pick,
        state: fc.constantFrom('confirmed', 'expired', 'cancelled', 'completed', 'no-show'),
      }),
    },
    { weight: 2, arbitrary: fc.record({ deed: deed('move'), item: pick, court: courts, price: fc.constantFrom(0, 50, 700) }) },
    {
      weight: 3,
      arbitrary: fc.record({ deed: deed('attend'), item: pick, to: fc.constantFrom('came', 'missed', 'neither', 'parked', 'cancelled') }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        deed: deed('want'),
        ahead: fc.integer({ min: -40, max: 5 }),
        hour: fc.nat({ max: 23 }),
        facilityId: fc.constantFrom(0, 1),
      }),
    },
    { weight: 3, arbitrary: fc.record({ deed: deed('wait'), days: fc.constantFrom(1, 3, 20), isRolledUp: fc.boolean() }) },
  ),
  { minLength: 8, maxLength: 40, size: 'max' },
)
type Step = Extract<Awaited<ReturnType<typeof steps.generate>>['value'], unknown[]>[number]

let db: Db
let close: () => Promise<void>
let member: string
beforeAll(async () => {
  ;({ db, close } = await freshDb(2))
  await smallCentre(db)
  member = (await newMembers(db, 1))[0]!
})
afterAll(() => close())

/** Sixteen days before a new year, so that histories cross the ends of months and of a year. */
const begin = new Date('2026-12-16T10:00:00+08:00')

class World {
  now = begin
  orders: string[] = []
  items: string[] = []

  async take(step: Step): Promise<void> {
    const order = 'order' in step ? this.orders[step.order % Math.max(1, this.orders.length)] : undefined
    const item = 'item' in step ? this.items[step.item % Math.max(1, this.items.length)] : undefined
    if (step.deed === 'book') await this.book(step)
    if (step.deed === 'pay' && order !== undefined)
      await sql`insert into ledger (order_id, kind, way, amount, cause, at) values (${order}, 'payment', ${step.way}, ${step.amount}, ${randomUUID()}, ${this.now})`.execute(
        db,
      )
    if (step.deed === 'state' && order !== undefined) await sql`update orders set state = ${step.state} where id = ${order}`.execute(db)
    if (step.deed === 'move' && item !== undefined)
      await sql`update order_items set court_id = ${step.court}, price = ${step.price} where id = ${item}`.execute(db)
    if (step.deed === 'attend' && item !== undefined) await this.attend(item, step.to)
    if (step.deed === 'want') {
      const times = Array.from({ length: 24 }, (_, hour) => Number(hour === step.hour))
      const day = addDays(dayOf(this.now), step.ahead)
      await addDemand(db, [{ day, facilityId: step.facilityId, sport: '', kind: 'refused', times, courts: times }])
    }
    if (step.deed === 'wait') {
      this.now = new Date(this.now.getTime() + step.days * 86_400_000)
      if (step.isRolledUp) await rollUpDays(db, this.now)
    }
  }

  async book({ courts: wanted, ahead, start, minutes, price, state, kind }: Step & { deed: 'book' }): Promise<void> {
    const id = randomUUID()
    const day = addDays(dayOf(this.now), ahead)
    await sql`insert into orders (id, order_no, kind, member_id, state, amount, idempotency_key, request_hash, created_at)
      values (${id}, ${id.slice(0, 18)}, ${kind}, ${member}, ${state}, 0, ${id}, '', ${this.now})`.execute(db)
    for (const court of wanted) {
      const item = randomUUID()
      await sql`insert into order_items (id, order_id, member_id, court_id, sport, during, day, minutes, counts_for_quota, identity_id, price, light_fee, deposit)
        values (${item}, ${id}, ${member}, ${court}, 'x', tstzrange(${momentAt(day, start)}, ${momentAt(day, start + minutes)}), ${day}, ${minutes}, false, 1, ${price}, 0, 0)`.execute(
        db,
      )
      this.items.push(item)
    }
    this.orders.push(id)
  }

  async attend(item: string, to: (Step & { deed: 'attend' })['to']): Promise<void> {
    const at = (wanted: string) => (to === wanted ? this.now : null)
    await sql`update order_items set checked_in_at = ${at('came')}, missed_at = ${at('missed')}, parked_at = ${at('parked')},
      parked_by = case when ${to === 'parked'} then ${member}::uuid end, state = case when ${to === 'cancelled'} then 'cancelled' else 'active' end
      where id = ${item}`.execute(db)
  }
}

const runs = Number(process.env['PROPERTY_RUNS'] ?? 60)

describe('counts of past days', { timeout: Math.max(120_000, runs * 1000) }, () => {
  it('are what the rows say after any history, also before changed days are rolled up again', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        await emptyOrders(db)
        const world = new World()
        for (const step of sequence) await world.take(step)
        expect(await disagreements(db, begin, world.now)).toEqual([])
      }),
      { numRuns: runs, endOnFailure: true },
    )
  })

  it('are wrong when changes leave no mark, so that the test above means something', async () => {
    const world = new World()
    const booked: Step = { deed: 'book', courts: [1, 20], ahead: 0, start: 600, minutes: 60, price: 100, state: 'confirmed', kind: 'venue' }
    await emptyOrders(db)
    await world.take(booked)
    await world.take({ deed: 'wait', days: 1, isRolledUp: true })
    await sql`delete from insight_changed_days`.execute(db)
    await world.take({ deed: 'attend', item: 0, to: 'cancelled' })
    await sql`delete from insight_changed_days`.execute(db)
    expect(await disagreements(db, begin, world.now)).not.toEqual([])
  })
})
