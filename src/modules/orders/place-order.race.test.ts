import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#db/connect.ts'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import { writeSetting } from '#modules/settings/store.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { freshDb } from '#testing/postgres.ts'
import { smallCentre, newMembers } from '#testing/small-centre.ts'
import { doubleBookings, neverTwice, withoutConstraint, withSlowInserts } from '#testing/without-guards.ts'
import { openPlacing, placeOrder, type OrderRequest, type PlaceOrderDeps } from './place-order.ts'

let db: Db
let close: () => Promise<void>
/** Several processes: orders are gathered in each, and meet in the database. */
let desks: PlaceOrderDeps[]
let pressed = 0
let members: string[]
const now = new Date('2026-11-15T10:00:00+08:00')
const tomorrow = addDays(dayOf(now), 1)

beforeAll(async () => {
  ;({ db, close } = await freshDb(24))
  await smallCentre(db)
  members = await newMembers(db, 200)
  desks = Array.from({ length: 8 }, () => openPlacing(db, openCatalogues(db)))
})
afterAll(() => close())
const empty = () => emptyTables(db, 'occupancy, outbox, order_items, orders')
beforeEach(empty)

const at = (courtId: number, hour: number, hours = 1, day = tomorrow) => ({
  courtId,
  period: { start: momentAt(day, hour * 60), end: momentAt(day, (hour + hours) * 60) },
})
const place = (memberId: string, items: OrderRequest['items'], key: string = crypto.randomUUID(), pays?: OrderRequest['pays']) =>
  placeOrder(
    desks[pressed++ % desks.length]!,
    { memberId, identityId: 1, items, contactName: '', contactPhone: '', remark: '', idempotencyKey: key, ...(pays && { pays }) },
    now,
  )

describe('200 members who book at the same moment', { timeout: 120_000 }, () => {
  it('get one period once, in each of twenty rounds', async () => {
    for (let round = 0; round < 20; round++) {
      const hour = 6 + (round % 16)
      const courtId = round < 16 ? 1 : 2
      const results = await Promise.all(members.map((member) => place(member, [at(courtId, hour)])))
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      for (const result of results) if (!result.ok) expect(result.refusal).toEqual({ code: 'period_taken', items: [0] })
      expect(await db.selectFrom('orders').select('id').execute()).toHaveLength(1)
      expect(await db.selectFrom('occupancy').select('holder_id').execute()).toHaveLength(1)
      await empty()
    }
  })

  it('never get a full court together with one of its halves, and no space stays free while somebody was refused', async () => {
    // 10 is the full court on spaces 10 and 11, 11 and 12 are its halves.
    const results = await Promise.all(members.map((member, n) => place(member, [at([10, 11, 12][n % 3]!, 19)])))
    const taken = await sql<{
      space_id: number
    }>`select space_id from occupancy where lower(during) = ${momentAt(tomorrow, 19 * 60)}`.execute(db)
    expect(taken.rows.map(({ space_id }) => space_id).toSorted()).toEqual([10, 11])
    expect([1, 2]).toContain(results.filter(({ ok }) => ok).length)
    expect(await doubleBookings(db)).toBe(0)
  })

  it('get overlapping series in different orders completely or not at all, without a deadlock', async () => {
    const hours = [8, 9, 10, 11]
    const results = await Promise.all(
      members.map((member, n) => {
        const first = hours[n % 4]!
        const second = hours[(n + 1 + (n % 2)) % 4]!
        return place(member, [at(1, first), at(2, second)])
      }),
    )
    const placed = results.filter(({ ok }) => ok).length
    const rows = await db.selectFrom('occupancy').select(['holder_id']).execute()
    expect(rows).toHaveLength(placed * 2)
    expect(await doubleBookings(db)).toBe(0)
    // Every refused item names a period that somebody holds.
    const held = await sql<{ key: string }>`select space_id || '@' || extract(epoch from lower(during)) as key from occupancy`.execute(db)
    const holding = new Set(held.rows.map(({ key }) => key))
    for (const [n, result] of results.entries()) {
      if (result.ok || result.refusal.code !== 'period_taken') continue
      const items = [at(1, hours[n % 4]!), at(2, hours[(n + 1 + (n % 2)) % 4]!)]
      expect(
        result.refusal.items.some((item) => holding.has(`${items[item]!.courtId}@${items[item]!.period.start.getTime() / 1000}.000000`)),
      ).toBe(true)
    }
  })

  it('cannot exceed the quota: one member books fifty times at once', async () => {
    const results = await Promise.all(Array.from({ length: 50 }, (_, n) => place(members[0]!, [at((n % 8) + 1, 6 + (n % 16))])))
    expect(results.filter(({ ok }) => ok)).toHaveLength(2)
    for (const result of results) if (!result.ok) expect(['over_quota', 'period_taken']).toContain(result.refusal.code)
  })

  it('cannot have more open at the desk than the centre allows: one member books twenty times at once', async () => {
    const openAfter = async (pays: OrderRequest['pays']) => {
      await Promise.all(Array.from({ length: 20 }, (_, n) => place(members[0]!, [at((n % 8) + 1, 6 + (n % 16))], undefined, pays)))
      const { length } = await db.selectFrom('orders').select('id').execute()
      await empty()
      return length
    }
    await writeSetting(db, 'booking', { payAtDesk: true, openDeskOrders: 1 }, null, now)
    await Promise.all(desks.map(({ catalogues }) => catalogues.newerThan(Infinity)))
    expect(await openAfter({ canPayOnline: () => true, way: 'desk' })).toBe(1)
    expect(await openAfter({ canPayOnline: () => true, way: 'online' }), 'as many as the quota allows').toBe(2)
  })

  it('make one order with one idempotency key sent twenty times at once', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => place(members[1]!, [at(3, 7)], 'the same key')))
    const numbers = new Set(results.map((result) => (result.ok ? result.value.orderNo : result.refusal.code)))
    expect(numbers.size).toBe(1)
    expect(await db.selectFrom('orders').select('id').execute()).toHaveLength(1)
  })
})

describe('members of one process who want what somebody holds', { timeout: 60_000 }, () => {
  const placeAt = (desk: PlaceOrderDeps, memberId: string, key: string = crypto.randomUUID()) =>
    placeOrder(
      desk,
      { memberId, identityId: 1, items: [at(4, 9)], contactName: '', contactPhone: '', remark: '', idempotencyKey: key },
      now,
    )
  const taken = { ok: false, refusal: { code: 'period_taken', items: [0] } }

  it('are refused without waiting for a lock', async () => {
    await placeAt(desks[0]!, members[0]!)
    await db.transaction().execute(async (trx) => {
      await sql`select from members for update`.execute(trx)
      const answers = await Promise.all(members.slice(1, 51).map((member) => placeAt(desks[0]!, member)))
      expect(answers).toEqual(answers.map(() => taken))
    })
  })

  it('learn what is to be said first: their own order of the same key, or that they are suspended', async () => {
    const first = await placeAt(desks[0]!, members[0]!, 'mine')
    await sql`insert into suspensions (id, member_id, points, starts_at, ends_at, created_at)
      values (gen_random_uuid(), ${members[2]!}, 3, ${now}, ${addDays(tomorrow, 7)}::date, ${now})`.execute(db)
    const [again, suspended, ...others] = await Promise.all([
      placeAt(desks[0]!, members[0]!, 'mine'),
      ...members.slice(2, 20).map((member) => placeAt(desks[0]!, member)),
    ])
    await emptyTables(db, 'suspensions')
    expect(again).toEqual({ ok: true, value: { ...(first.ok ? first.value : {}), again: true } })
    expect(suspended).toMatchObject({ ok: false, refusal: { code: 'suspended' } })
    expect(others).toEqual(others.map(() => taken))
  })
})

describe('the control', { timeout: 60_000 }, () => {
  const press = async () =>
    (await Promise.all(members.slice(0, 20).map((member) => place(member, [at(1, 12)])))).filter(({ ok }) => ok).length

  it('sells a period twice with the constraint dropped, and once with it, so the tests above mean something', async () => {
    await withSlowInserts(db, 'orders', 0.1, async () => {
      await withoutConstraint(db, neverTwice, empty, async () => {
        expect(await press()).toBeGreaterThan(1)
        expect(await doubleBookings(db)).toBeGreaterThan(0)
      })
      expect(await press()).toBe(1)
      expect(await doubleBookings(db)).toBe(0)
    })
  })
})
