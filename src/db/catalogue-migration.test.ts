import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { momentAt } from '#lib/zone.ts'
import { slotsOn } from '#modules/venues/hours-rules.ts'
import { priceOf } from '#modules/venues/price-rules.ts'
import { readCatalogue } from '#modules/venues/store.ts'
import { readPlan } from '#modules/lockers/read-store.ts'
import { sourcesBefore } from '#testing/old-sources.ts'
import { emptyDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { newMembers } from '#testing/small-centre.ts'
import { closeDb, openDb, type Db } from './connect.ts'
import { migrate } from './migrate.ts'

let database: FreshDatabase
let db: Db
const before = sourcesBefore('019')
/** A weekday, a Saturday, a holiday on a weekday and one on a Sunday. */
const days = ['2026-11-17', '2026-11-21', '2026-12-25', '2026-12-27']
const identities = [1, 3, 9]
const [orderId, itemIds] = [randomUUID(), [randomUUID(), randomUUID()]]

beforeAll(async () => {
  database = await emptyDatabase()
  db = openDb(database.url, 2)
  await migrate(database.url, before)
  await furnishOldCentre()
})
afterAll(async () => {
  await closeDb(db)
  await database.drop()
  rmSync(before, { recursive: true, force: true })
})

/** A hall by the hour with a full court on two halves, one that is open until midnight, and a field by sessions with light and deposit. */
async function furnishOldCentre(): Promise<void> {
  await sql`
    insert into facilities (id, code, sport, name_tw, name_en, outdoor, opens, closes, slot_minutes, sessions, light_fee, light_from, deposit, drawing, colour) values
      (1, 'HALL', 'basketball', '體育館', 'Hall', false, '06:00', '22:00', 60, '{}', 0, null, 0, 'basketball', '#5f8f1f'),
      (2, 'LATE', 'tabletennis', '桌球室', 'Late', false, '08:30', '24:00', 30, '{}', 0, null, 0, 'table-tennis', '#1f5f8f'),
      (3, 'FIELD', 'field', '田徑場', 'Field', true, '08:00', '22:00', 240, '{08:00-12:00,13:00-17:00,18:00-22:00}', 400, '18:00', 10000, 'field', '#2f6f4f')`.execute(
    db,
  )
  await sql`insert into spaces (id, facility_id, code) values (1, 1, 'HALL-1'), (2, 1, 'HALL-2'), (3, 2, 'LATE-1'), (4, 3, 'FIELD-1')`.execute(
    db,
  )
  await sql`
    insert into courts (id, facility_id, code, name_tw, name_en) values
      (1, 1, 'H', '全場', 'Full'), (2, 1, 'HA', '半場 A', 'Half A'), (3, 1, 'HB', '半場 B', 'Half B'), (4, 2, 'L1', '桌球 1', 'Table 1'), (5, 3, 'F1', '田徑場', 'Field')`.execute(
    db,
  )
  await sql`insert into court_spaces (court_id, space_id) values (1, 1), (1, 2), (2, 1), (3, 2), (4, 3), (5, 4)`.execute(db)
  // Students have no price of their own on the field; the half is free for clubs.
  await sql`
    insert into court_prices (court_id, identity_id, off_peak, peak) values
      (1, 1, 1400, 1900), (1, 3, 700, 950), (1, 9, 1000, 1200), (2, 1, 800, 1100), (2, 9, 0, 0), (3, 1, 800, 1100), (3, 3, 400, 550),
      (4, 1, 60, 90), (4, 3, 30, 45), (5, 1, 3000, 4500)`.execute(db)
  await sql`insert into holidays (day, name_tw, name_en) values ('2026-12-25', '行憲紀念日', 'Constitution Day'), ('2026-12-27', '補假', 'Make-up')`.execute(
    db,
  )
  const [member] = await newMembers(db, 1)
  const moment = new Date('2026-11-15T10:00:00+08:00')
  await sql`
    insert into orders (id, order_no, kind, member_id, state, amount, idempotency_key, request_hash, created_at, confirmed_at)
    values (${orderId}, 'F20261115-A', 'venue', ${member}, 'confirmed', 1950, 'k', '', ${moment}, ${moment})`.execute(db)
  await sql`
    insert into order_items (id, order_id, member_id, court_id, sport, during, day, minutes, counts_for_quota, identity_id, price, light_fee, deposit) values
      (${itemIds[0]}, ${orderId}, ${member}, 1, 'basketball', '[2026-11-17 19:00+08,2026-11-17 20:00+08)', '2026-11-17', 60, true, 1, 1900, 0, 0),
      (${itemIds[1]}, ${orderId}, ${member}, 4, 'tabletennis', '[2026-11-17 23:30+08,2026-11-18 00:00+08)', '2026-11-17', 30, true, 1, 50, 0, 0)`.execute(
    db,
  )
  await sql`insert into occupancy (space_id, during, kind, holder_id, member_id)
    select cs.space_id, i.during, 'order', i.id, i.member_id from order_items i join court_spaces cs on cs.court_id = i.court_id`.execute(
    db,
  )
  await sql`insert into locker_sizes (size, month_price, half_year_price, deposit) values ('standard', 150, 800, 500), ('large', 250, 1300, 500)`.execute(
    db,
  )
  await sql`insert into lockers (id, number, size, wall, col, row) values (1, 'A01', 'standard', 'A', 1, 1), (2, 'A02', 'large', 'A', 2, 1)`.execute(
    db,
  )
}

type Priced = { court: number; identity: number; day: string; start: number; end: number; price: number; light: number; deposit: number }

/** Slots and prices by the old columns and the old rule of peak hours: 18 to 22 on weekdays, 12 to 22 on other days. */
async function oldPrices(): Promise<Priced[]> {
  const { rows } = await sql<Priced>`
    with slots as (
      select f.id as facility, m as start, m + f.slot_minutes as "end"
      from facilities f, generate_series(extract(epoch from f.opens)::integer / 60, extract(epoch from f.closes)::integer / 60 - f.slot_minutes, f.slot_minutes) as m
      where f.sessions = '{}'
      union all
      select f.id, extract(epoch from split_part(s, '-', 1)::time)::integer / 60, extract(epoch from split_part(s, '-', 2)::time)::integer / 60
      from facilities f, unnest(f.sessions) as s
    ), priced as (
      select c.id as court, i as identity, d::date::text as day, s.start, s."end", f.light_fee, f.light_from, f.deposit,
        case when s.start >= case when extract(isodow from d::date) >= 6 or exists (select from holidays h where h.day = d::date) then 720 else 1080 end and s.start < 1320
          then p.peak else p.off_peak end as price
      from courts c join facilities f on f.id = c.facility_id join slots s on s.facility = f.id, unnest(${identities}::integer[]) as i, unnest(${days}::text[]) as d,
        lateral (select peak, off_peak from court_prices p where p.court_id = c.id and p.identity_id in (i, 1) order by p.identity_id desc limit 1) as p
    )
    select court, identity, day, start, "end", price,
      case when price > 0 and start >= extract(epoch from light_from) / 60 then light_fee else 0 end as light, case when price > 0 then deposit else 0 end as deposit
    from priced order by court, identity, day, start`.execute(db)
  return rows
}

/** The same by the code of today. */
async function newPrices(): Promise<Priced[]> {
  const catalogue = await readCatalogue(db)
  return [...catalogue.courtOf]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([court, { facility }]) =>
      identities.flatMap((identity) =>
        days.flatMap((day) =>
          slotsOn(facility, day, catalogue.holidays).map(({ start, end }) => {
            const period = { start: momentAt(day, start), end: momentAt(day, end) }
            const { price, lightFee, deposit } = priceOf(catalogue, court, period, identity)!
            return { court, identity, day, start, end, price, light: lightFee, deposit }
          }),
        ),
      ),
    )
}

const read = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows
const orders = () => read(sql`select * from orders order by id`)
const items = () => read(sql`select * from order_items order by id`)
const floor = () => read(sql`select * from occupancy order by space_id, during`)
const courts = () =>
  read(sql`
    select c.id, c.code, c.name_tw, c.name_en, f.code as facility, f.sport, f.outdoor, f.drawing, f.colour, array(select space_id from court_spaces cs where cs.court_id = c.id order by 1) as spaces
    from courts c join facilities f on f.id = c.facility_id order by c.id`)

it('keeps prices, hours, courts, orders and lockers of a centre that was there before price lists and timetables', async () => {
  const old = { prices: await oldPrices(), orders: await orders(), items: await items(), floor: await floor(), courts: await courts() }
  expect(old.prices.length).toBe(3 * 4 * (3 * 16 + 31 + 3))
  expect(new Set(old.prices.map(({ price }) => price)).size).toBeGreaterThan(10)

  expect(await migrate(database.url)).toEqual(expect.arrayContaining(['019_catalogue', '024_locker_sizes', '025_rounds_by_rules']))

  expect(await newPrices()).toEqual(old.prices)
  expect(await courts()).toEqual(old.courts)
  expect(await floor()).toEqual(old.floor)
  // Later migrations may add columns.
  expect(await orders()).toMatchObject(old.orders)
  expect(await items()).toMatchObject(old.items)
  const { lockers, sizes } = await readPlan(db, null, new Date('2026-11-15T10:00:00+08:00'))
  expect(lockers.map(({ number, size }) => [number, size])).toEqual([
    ['A01', 'standard'],
    ['A02', 'large'],
  ])
  expect(sizes).toMatchObject([
    {
      size: 'standard',
      name: { tw: '標準櫃' },
      deposit: 500,
      terms: [
        { months: 1, price: 150 },
        { months: 6, price: 800 },
      ],
    },
    {
      size: 'large',
      name: { tw: '大型櫃' },
      deposit: 500,
      terms: [
        { months: 1, price: 250 },
        { months: 6, price: 1300 },
      ],
    },
  ])
})
