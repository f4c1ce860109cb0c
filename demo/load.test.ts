import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { dayOf } from '#lib/zone.ts'
import { lookAtCourts } from '#modules/availability/look-at-courts.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { freshDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { loadDemo } from './load.ts'

const now = new Date('2026-11-15T11:15:00+08:00')
let database: FreshDatabase
let db: Db
let catalogue: Catalogue
beforeAll(async () => {
  database = await freshDatabase()
  db = openDb(database.url, 4)
  await loadDemo(db, now)
  catalogue = await openCatalogues(db).current()
})
afterAll(async () => {
  await closeDb(db)
  await database.drop()
})

const facility = (code: string) => catalogue.facilities.find((one) => one.code === code)!
const court = (code: string) => catalogue.facilities.flatMap(({ courts }) => courts).find((one) => one.code === code)!
const count = async (statement: ReturnType<typeof sql<{ n: number }>>) => Number((await statement.execute(db)).rows[0]!.n)

describe('the demo centre', () => {
  it('has twelve facilities with sixty courts, each described in both languages', () => {
    expect(catalogue.facilities).toHaveLength(12)
    expect(catalogue.courtOf.size).toBe(60)
    for (const { about, place, rules, colour, courts } of catalogue.facilities) {
      expect(about.tw && about.en && place.tw && place.en).toBeTruthy()
      expect(rules.tw.length).toBe(rules.en.length)
      expect(rules.tw.length).toBeGreaterThanOrEqual(3)
      expect(colour).toMatch(/^#[\da-f]{6}$/)
      for (const one of courts) expect(Object.keys(one.prices)).toHaveLength(10)
    }
  })

  it('lets a full court stand on its two halves, which cost half of it', () => {
    const [full, left, right] = [court('A'), court('A1'), court('A2')]
    expect(full.spaces.toSorted()).toEqual([...left.spaces, ...right.spaces].toSorted())
    for (const [identity, { offPeak, peak }] of Object.entries(full.prices))
      expect(left.prices[Number(identity)]).toEqual({ offPeak: offPeak / 2, peak: peak / 2 })
  })

  it('has eighty standard and forty large lockers on three walls, about half of them rented, and two whose time is over', async () => {
    expect(await count(sql`select count(*) as n from lockers where size = 'standard'`)).toBe(80)
    expect(await count(sql`select count(*) as n from lockers where size = 'large'`)).toBe(40)
    expect(await count(sql`select count(*) as n from locker_rentals where state = 'active'`)).toBeGreaterThan(40)
    expect(await count(sql`select count(*) as n from locker_rentals where state = 'active' and ends_at <= ${now}`)).toBe(2)
    expect(
      await count(
        sql`select count(*) as n from locker_terms t join ledger l on l.order_id = t.order_id where l.amount <> t.price + t.deposit`,
      ),
    ).toBe(0)
  })

  it('is loaded once, however many processes start together', async () => {
    await Promise.all([loadDemo(db, now), loadDemo(db, now)])
    expect(await count(sql`select count(*) as n from courts`)).toBe(60)
  })

  it('has a pool that is closed for a day, a court under repair, and the first days of the Lunar New Year off', async () => {
    expect(await count(sql`select count(*) as n from blocks where kind = 'block'`)).toBe(1)
    expect(await count(sql`select count(*) as n from blocks where kind = 'closure'`)).toBe(25)
    const looking = { identityId: 1, memberId: null, now }
    const pool = await lookAtCourts(db, openCatalogues(db), { facilityId: facility('POOL').id }, ['2026-11-20'], looking)
    expect(new Set(pool!.courts.flatMap(({ cells }) => cells.map(({ state }) => state)))).toEqual(new Set(['closed']))
  })
})

describe('the bookings of the demo', () => {
  it('are several thousand, of several hundred people, over four weeks', async () => {
    expect(await count(sql`select count(*) as n from orders`)).toBeGreaterThan(1500)
    expect(await count(sql`select count(distinct member_id) as n from orders`)).toBeGreaterThan(300)
    const { rows } = await sql<{
      first: string
      last: string
    }>`select min(day)::text as first, max(day)::text as last from order_items`.execute(db)
    expect(rows[0]).toEqual({ first: '2026-11-01', last: '2026-11-29' })
  })

  it('stand on the floor that they were sold, once', async () => {
    expect(
      await count(sql`select count(*) as n from order_items i join court_spaces cs on cs.court_id = i.court_id
        left join occupancy o on o.holder_id = i.id and o.space_id = cs.space_id and o.during = i.during where o.space_id is null`),
    ).toBe(0)
  })

  it('are paid: the ledger holds what every order cost', async () => {
    expect(
      await count(sql`select count(*) as n from orders o where o.amount <> (select coalesce(sum(amount), 0) from ledger l where l.order_id = o.id)
        or o.amount <> (select sum(price + light_fee + deposit) from order_items i where i.order_id = o.id)`),
    ).toBe(0)
  })

  it('keep to the hours that a member may book, and to the days that are open', async () => {
    const own = sql`select i.*, o.created_at from order_items i join orders o on o.id = i.order_id where o.placed_by is null`
    expect(
      await count(
        sql`select count(*) as n from (select 1 from (${own}) i where counts_for_quota group by member_id, sport, day having sum(minutes) > 120) as over`,
      ),
    ).toBe(0)
    expect(
      await count(
        sql`select count(*) as n from (select 1 from (${own}) i where counts_for_quota group by member_id, date_trunc('week', day) having sum(minutes) > 240) as over`,
      ),
    ).toBe(0)
    expect(
      await count(
        sql`select count(*) as n from (${own}) i where i.day > (created_at at time zone 'Asia/Taipei')::date + 7 or created_at > ${now}`,
      ),
    ).toBe(0)
  })

  it('are what their time says: played, being played, to come', async () => {
    const { rows } = await sql<{ state: string; wrong: number }>`
      select o.state, count(*) filter (where o.state <> case when upper(i.during) <= ${now} then 'completed' when lower(i.during) <= ${now} then 'checked-in' else 'confirmed' end)::integer as wrong
      from orders o join order_items i on i.order_id = o.id group by 1 order by 1`.execute(db)
    expect(rows).toEqual(['checked-in', 'completed', 'confirmed'].map((state) => ({ state, wrong: 0 })))
  })

  it('make evenings fuller than mornings, and leave room', async () => {
    const cells = (await lookAtCourts(db, openCatalogues(db), { facilityId: facility('BAD').id }, ['2026-11-16', '2026-11-17'], {
      identityId: 1,
      memberId: null,
      now,
    }))!.courts
    const share = (from: string, to: string) => {
      const found = cells
        .flatMap((one) => one.cells)
        .filter(({ start }) => start.toISOString().slice(11, 16) >= from && start.toISOString().slice(11, 16) < to)
      return found.filter(({ state }) => state === 'booked').length / found.length
    }
    expect(share('10:00', '14:00')).toBeGreaterThan(share('00:00', '09:00'))
    expect(share('10:00', '14:00')).toBeLessThan(1)
  })

  it('include what the member of the demo looks forward to', async () => {
    const { rows } = await sql<{ day: string }>`
      select i.day::text from order_items i join orders o on o.id = i.order_id join members m on m.id = o.member_id
      where m.account = 'member' and o.state = 'confirmed' and i.reminded_at is null order by i.day`.execute(db)
    expect(rows.length).toBe(2)
    expect(rows.every(({ day }) => day > dayOf(now))).toBe(true)
  })
})
