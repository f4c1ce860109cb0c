import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#db/connect.ts'
import { failuresOf } from '#lib/failures.ts'
import { cancelOrder } from '#modules/orders/change-order.ts'
import { poison } from '#testing/poison.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { bookingOf, now, openClosingRace, type ClosingRace } from '#testing/closing-race.ts'
import { weekPlan } from '#testing/closures.ts'
import { countStatements } from '#testing/failing-db.ts'
import { brokenInvariants } from '#testing/invariants.ts'
import { untilBlocked } from '#testing/moments.ts'
import { paid } from '#testing/orders.ts'
import type { ClosurePlan } from './rules.ts'

let race: ClosingRace
let db: Db
let members: string[]
beforeAll(async () => {
  race = await openClosingRace(40)
  ;({ db, members } = race)
})
afterAll(() => race.close())
beforeEach(() => race.empty())

const book = (n: number, by = members[n]!) => race.book(by, bookingOf(n))

async function bookAndPay(count: number): Promise<string[]> {
  const placed = await Promise.all(Array.from({ length: count }, (_, n) => book(n)))
  const orderNos = placed.map((one) => (one.ok ? one.value.orderNo : ''))
  for (const orderNo of orderNos) await paid(db, orderNo, now)
  return orderNos
}

const start = (plan: ClosurePlan = weekPlan, by?: string, key?: string, on?: Db) =>
  race.start(plan, { by, ...(key ? { key } : {}), ...(on ? { on } : {}) })
const settle = (pieces?: number) => race.settle(pieces === undefined ? {} : { pieces })

type State = { states: string[]; owed: number; due: number; held: string[]; closing: number }
async function state(): Promise<State> {
  const { rows } = await sql<State>`
    select (select coalesce(array_agg(distinct state order by state), '{}') from orders) as states, (select coalesce(sum(owed), 0)::integer from closure_items) as owed,
      (select coalesce(sum(amount), 0)::integer from refunds_due) as due, (select coalesce(array_agg(distinct kind), '{}') from occupancy) as held,
      (select count(*)::integer from closing_spaces) as closing`.execute(db)
  return rows[0]!
}
const done = (bookings: number): State => ({
  states: ['venue-cancelled'],
  owed: bookings * 300,
  due: bookings * 300,
  held: ['closure'],
  closing: 0,
})

it('takes as many statements for 92 days of eight courts as for one court and day: everybody who books waits for them', async () => {
  const courts = { ...weekPlan, courtIds: [1, 2, 3, 4, 5, 6, 7, 8], fromMinute: 600, toMinute: 660 }
  const statements = (plan: ClosurePlan) =>
    countStatements(db, async (on) => expect((await start(plan, race.manager, crypto.randomUUID(), on)).ok).toBe(true))
  const one = await statements({ ...courts, courtIds: [1], toDay: courts.fromDay })
  expect(await statements({ ...courts, fromDay: '2026-12-01', toDay: '2027-03-02' })).toBe(one)
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from blocks`.execute(db)
  expect(rows[0]!.count).toBe(1 + 92 * 8)
  const centre = { ...weekPlan, facilityIds: [1, 2, 3], fromMinute: 720, toMinute: 780 }
  expect(await statements(centre)).toBe(await statements({ ...centre, facilityIds: [1], fromMinute: 800, toMinute: 860 }))
})

it('looks for no other floor where everything is paid back: as many statements as for a booking that is offered none', async () => {
  const [first, second] = [await book(0), await book(1)]
  if (!first.ok || !second.ok) throw new Error('not booked')
  await paid(db, second.value.orderNo, now)
  const statements = (court: number) =>
    countStatements(db, async (on) => {
      expect((await start({ ...weekPlan, courtIds: [court] }, race.manager, crypto.randomUUID(), on)).ok).toBe(true)
    })
  const forUnpaid = await statements(1)
  // Two ask whose money goes back: nobody pays themselves.
  expect(await statements(2)).toBe(forUnpaid + 2)
})

it('a closure that cannot be finished keeps no other from being settled', async () => {
  const [bad, good] = [await start({ ...weekPlan, courtIds: [1] }), await start({ ...weekPlan, courtIds: [2] })]
  if (!bad.ok || !good.ok) throw new Error('not started')
  const states = async () => {
    const { rows } = await sql<{
      state: string
    }>`select state from closures where id in (${bad.value.id}, ${good.value.id}) order by id = ${good.value.id}`.execute(db)
    return rows.map(({ state: one }) => one)
  }
  const cure = await poison(db, 'closures', bad.value.id)
  const before = failuresOf('job')
  await settle()
  await cure()
  expect([failuresOf('job') - before, ...(await states())]).toEqual([1, 'running', 'done'])
  await settle()
  expect(await states()).toEqual(['done', 'done'])
})

describe('a closure that is stopped', () => {
  it('after each piece is finished by the next process: nothing twice, nothing lost', async () => {
    await bookAndPay(12)
    expect((await start()).ok).toBe(true)
    for (let piece = 1; piece <= 12; piece++) {
      await settle(1)
      const { rows } = await sql<{ n: number }>`select count(*)::integer as n from closure_items where state = 'cancelled'`.execute(db)
      expect(rows[0]!.n).toBe(piece)
      // Between two pieces everything is consistent, and all of the floor is closed to others.
      expect(await brokenInvariants(db, now)).toEqual([])
      expect(await book(39)).toMatchObject({ ok: false, refusal: { code: 'period_taken' } })
    }
    await settle()
    expect(await state()).toEqual(done(12))
    expect((await sql<{ state: string }>`select state from closures`.execute(db)).rows).toEqual([{ state: 'done' }])
  })

  it('by a kill in the middle of a piece is finished by another process', async () => {
    const orderNos = await bookAndPay(10)
    await start()
    const script = fileURLToPath(new URL('../../testing/settle-closures-process.ts', import.meta.url))
    const pieces = await sql<{ id: string }>`select piece_id as id from closure_items order by piece_id offset 4 limit 1`.execute(db)
    // The fifth piece waits for this lock: the process is killed with its transaction open.
    await db.transaction().execute(async (trx) => {
      await sql`select from orders where id = ${pieces.rows[0]!.id} for update`.execute(trx)
      const child = spawn(process.execPath, [script, race.database.url, now.toISOString()], { stdio: 'ignore' })
      const ended = once(child, 'exit')
      await untilBlocked(db, ended)
      expect(
        (await sql<{ n: number }>`select count(*)::integer as n from closure_items where state = 'cancelled'`.execute(db)).rows[0]!.n,
      ).toBe(4)
      child.kill('SIGKILL')
      await ended
    })
    await expect.poll(async () => (await settle(), (await state()).closing), { timeout: 20_000 }).toBe(0)
    expect(await state()).toEqual(done(10))
    expect(await brokenInvariants(db, now)).toEqual([])
    const told = await sql<{ n: number }>`
      select count(*)::integer as n from outbox where topic = 'order' and payload ->> 'kind' = 'venue-cancelled'`.execute(db)
    expect(told.rows[0]!.n).toBe(orderNos.length)
  })
})

describe('many processes at once', () => {
  it('cancel every booking once', async () => {
    await bookAndPay(24)
    await start()
    await Promise.all(Array.from({ length: 6 }, () => settle()))
    await settle()
    expect(await state()).toEqual(done(24))
    expect(await brokenInvariants(db, now)).toEqual([])
  })

  it('run two closures that overlap: a booking is paid back once, and the floor is closed for both', async () => {
    await bookAndPay(24)
    const tuesday = { ...weekPlan, fromDay: '2026-11-17', toDay: '2026-11-17' }
    const courts = { ...weekPlan, courtIds: [1, 2, 3], fromMinute: 8 * 60, toMinute: 12 * 60 }
    const started = await Promise.all([start(tuesday), start(courts)])
    // The second has been looked at before the first was accepted: its fingerprint is of before.
    const late = started.find(({ ok }) => !ok)
    expect(late).toMatchObject({ refusal: { code: 'closure_changed' } })
    await start(late === started[0] ? tuesday : courts)
    await Promise.all([settle(), settle(), settle()])
    await settle()
    expect(await state()).toEqual({ ...done(24), held: expect.arrayContaining(['closure']) })
    expect(await brokenInvariants(db, now)).toEqual([])
  })

  it('answers one closure for one idempotency key', async () => {
    const key = crypto.randomUUID()
    const started = await Promise.all([start(weekPlan, race.manager, key), start(weekPlan, race.manager, key)])
    expect(started[0]).toEqual(started[1])
  })
})

describe('a booking while a closure runs', () => {
  it('is refused everywhere, also where a member has just cancelled', async () => {
    const orderNos = await bookAndPay(4)
    const unpaid = await book(5)
    await start()
    if (!unpaid.ok) throw new Error('not placed')
    expect((await cancelOrder(db, await race.idOf(unpaid.value.orderNo), now)).ok).toBe(true)
    for (const n of [0, 5, 20]) expect(await book(n, members[30])).toMatchObject({ ok: false, refusal: { code: 'period_taken' } })
    await settle()
    expect(await state()).toMatchObject({ states: ['cancelled', 'venue-cancelled'], due: orderNos.length * 300, held: ['closure'] })
    expect((await sql`select from closure_items where state = 'gone'`.execute(db)).rows).toHaveLength(1)
  })

  it('would be taken there without the floor that is kept, so the test above means something', async () => {
    const unpaid = await book(5)
    await start()
    if (!unpaid.ok) throw new Error('not placed')
    await cancelOrder(db, await race.idOf(unpaid.value.orderNo), now)
    await emptyTables(db, 'closing_spaces')
    expect((await book(5, members[30])).ok).toBe(true)
  })

  it('placed by forty members while it is accepted and run: afterwards nobody holds anything there', async () => {
    await bookAndPay(8)
    const rush = Array.from({ length: 32 }, (_, n) => book(n + 8))
    const accept = async (): Promise<void> => {
      if (!(await start()).ok) await accept()
    }
    const [, ...booked] = await Promise.all([accept().then(() => settle()), ...rush])
    for (const one of booked) if (!one.ok) expect(one.refusal.code).toBe('period_taken')
    await settle()
    expect(await state()).toMatchObject({ states: ['venue-cancelled'], due: 8 * 300, held: ['closure'], closing: 0 })
    expect(await brokenInvariants(db, now)).toEqual([])
  })
})
