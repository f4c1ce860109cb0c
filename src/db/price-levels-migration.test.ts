import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, minuteFrom, momentAt, weekdayOf, type Day } from '#lib/zone.ts'
import { priceOf, usualLevels } from '#modules/venues/price-rules.ts'
import { dayKinds } from '#modules/venues/rules.ts'
import { readCatalogue } from '#modules/venues/store.ts'
import { sourcesBefore } from '#testing/old-sources.ts'
import { emptyDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { closeDb, openDb, type Db } from './connect.ts'
import { migrate } from './migrate.ts'

let database: FreshDatabase
let db: Db
const before = sourcesBefore('063')
const hours = (days: readonly string[], from: string, to: string) => ({ days: [...days], from, to })
const weekdays = dayKinds.slice(0, 5)
/** Usual hours, none at all, and entries that overlap, end at midnight and forget holidays; the second begins in the year. */
const lists = [
  { id: 1, from: '2000-01-01', peak: [hours(weekdays, '18:00', '22:00'), hours(['sat', 'sun', 'holiday'], '12:00', '22:00')] },
  { id: 2, from: '2026-05-01', peak: [] },
  { id: 3, from: '2026-09-01', peak: [hours(['mon', 'sat'], '00:00', '08:00'), hours(['mon', 'tue'], '07:00', '24:00')] },
]
const holidays = ['2026-02-16', '2026-05-01', '2026-09-28', '2026-10-10']
const prices: Record<number, Record<number, [offPeak: number, peak: number]>> = {
  1: { 1: [300, 500], 3: [150, 250] },
  2: { 1: [310, 777], 3: [0, 0] },
  3: { 1: [500, 300], 3: [1, 2] },
}

beforeAll(async () => {
  database = await emptyDatabase()
  db = openDb(database.url, 2)
  await migrate(database.url, before)
  await sql`insert into facilities (id, code, sport, name_tw, name_en, outdoor, drawing, colour) values (1, 'HALL', 'badminton', '館', 'Hall', false, 'badminton', '#123456')`.execute(
    db,
  )
  await sql`insert into courts (id, facility_id, code, name_tw, name_en) values (1, 1, 'H1', '一', 'One')`.execute(db)
  await sql`insert into timetables (facility_id, valid_from, slot_minutes, hours) values (1, '2000-01-01', 60, ${JSON.stringify([
    { days: dayKinds, opens: '00:00', closes: '24:00' },
  ])})`.execute(db)
  for (const day of holidays) await sql`insert into holidays (day, name_tw, name_en) values (${day}, '假', 'Off')`.execute(db)
  for (const { id, from, peak } of lists) {
    await sql`insert into price_lists (facility_id, valid_from, peak) values (1, ${from}, ${JSON.stringify(peak)})`.execute(db)
    for (const [identity, [offPeak, peakPrice]] of Object.entries(prices[id]!))
      await sql`insert into court_prices (price_list_id, court_id, identity_id, off_peak, peak) values (${id}, 1, ${Number(identity)}, ${offPeak}, ${peakPrice})`.execute(
        db,
      )
  }
})
afterAll(async () => {
  await closeDb(db)
  await database.drop()
  rmSync(before, { recursive: true, force: true })
})

/** By the rule of before: the latest list that has begun, and peak or not. */
function oldPrice(day: Day, minute: number, identity: number): number {
  const { id, peak } = lists.findLast(({ from }) => from <= day)!
  const kind = holidays.includes(day) ? 'holiday' : dayKinds[weekdayOf(day) - 1]!
  const isPeak = peak.some(({ days, from, to }) => days.includes(kind) && minute >= minuteFrom(from) && minute < minuteFrom(to))
  return prices[id]![identity]![isPeak ? 1 : 0]
}

it('every hour of a year costs what it cost, and what the version before writes is read by level', async () => {
  expect(await migrate(database.url)).toEqual(expect.arrayContaining(['063_price_levels']))
  const catalogue = await readCatalogue(db)
  const different: string[] = []
  const seen = new Set<number>()
  for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1))
    for (let minute = 0; minute < 1440; minute += 60)
      for (const identity of [1, 3]) {
        const period = { start: momentAt(day, minute), end: momentAt(day, minute + 60) }
        const { price } = priceOf(catalogue, 1, period, identity)!
        seen.add(price)
        if (price !== oldPrice(day, minute, identity)) different.push(`${day} ${minute} ${identity}`)
      }
  expect(different).toEqual([])
  expect(seen).toEqual(new Set([300, 500, 150, 250, 310, 0, 1, 2]))

  // A process of the version before goes on to write off-peak and peak.
  const peak = [hours(['sun'], '08:00', '09:00')]
  const write = (from: string) =>
    sql`insert into price_lists (facility_id, valid_from, peak) values (1, ${from}, ${JSON.stringify(peak)})
      on conflict (facility_id, valid_from) do update set peak = ${JSON.stringify(peak)}`.execute(db)
  await write('2027-01-01')
  await write('2026-09-01')
  await sql`update court_prices set peak = 444 where price_list_id = 3 and identity_id = 1`.execute(db)
  const own = [...usualLevels(peak), { name: { tw: '假日', en: 'Holiday' }, hours: peak }]
  await sql`update price_lists set levels = ${JSON.stringify(own)} where id = 2`.execute(db)
  await sql`update court_prices set prices = '{1,2,3}' where price_list_id = 2 and identity_id = 1`.execute(db)
  const { rows } = await sql<{ from: string; levels: unknown; peak: unknown; prices: unknown; pair: number[] }>`
    select l.valid_from::text as from, l.levels, l.peak, p.prices, array[p.off_peak, p.peak] as pair
    from price_lists l left join court_prices p on p.price_list_id = l.id and p.identity_id = 1 where l.valid_from > '2026-01-01' order by 1`.execute(
    db,
  )
  expect(rows).toEqual([
    { from: '2026-05-01', levels: own, peak, prices: [1, 2, 3], pair: [1, 2] },
    { from: '2026-09-01', levels: usualLevels(peak), peak, prices: [500, 444], pair: [500, 444] },
    { from: '2027-01-01', levels: usualLevels(peak), peak, prices: null, pair: [null, null] },
  ])
  await expect(sql`update court_prices set prices = '{1,2,3,4,5,6,7}'`.execute(db)).rejects.toThrow('two_to_six_prices')
})
