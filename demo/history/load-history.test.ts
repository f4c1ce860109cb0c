import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import { addDays, dayOf } from '#lib/zone.ts'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { openFileStore, type FileStore } from '#modules/files/storage.ts'
import { freshDatabase } from '#testing/postgres.ts'
import { loadDemo } from '../load.ts'
import { loadHistory } from './load-history.ts'

const now = new Date('2026-11-15T10:00:00+08:00')
const dir = mkdtempSync(join(tmpdir(), 'fieldhouse-history-'))
let database: Awaited<ReturnType<typeof freshDatabase>>
let db: Db
let files: FileStore
// Without jobs: they add rows of their own while the test counts.
beforeAll(async () => {
  database = await freshDatabase()
  db = openDb(database.url, 4)
  files = await openFileStore({ kind: 'disk', dir })
  await loadDemo(db, files, now)
}, 120_000)
afterAll(async () => {
  await closeDb(db)
  await database.drop()
  rmSync(dir, { recursive: true })
})

const one = async <T>(query: ReturnType<typeof sql<T>>): Promise<T> => (await query.execute(db)).rows[0]!

/** Stops after so many weeks, as a process that ends. */
function after(weeks: number): AbortSignal {
  let asked = 0
  return {
    get aborted() {
      return asked++ >= weeks
    },
  } as AbortSignal
}

it('loads past weeks one by one, and goes on where it was stopped', async () => {
  await loadHistory(db, now, after(1))
  const days = async () =>
    one(sql<{ first: string; last: string; count: number }>`
      select min(i.day)::text as first, max(i.day)::text as last, count(distinct i.day)::integer as count
      from order_items i where i.day < ${addDays(dayOf(now), -14)}`)
  expect(await days()).toEqual({ first: addDays(dayOf(now), -21), last: addDays(dayOf(now), -15), count: 7 })
  await loadHistory(db, now, after(1))
  expect(await days()).toMatchObject({ first: addDays(dayOf(now), -28), count: 14 })
})

it('is a past that could have been: money adds up, tills are closed at nothing, nobody is suspended or told', async () => {
  const past = sql`(select o.* from orders o where o.idempotency_key like 'demo-%' and exists (
    select from order_items i where i.order_id = o.id and i.day < ${addDays(dayOf(now), -14)}))`
  const money = await one(sql<{ wrong: number; ways: string[] }>`
    select count(*) filter (where l.sum is distinct from o.amount - case o.state when 'cancelled' then l.back when 'venue-cancelled' then o.amount else 0 end)::integer as wrong,
      array(select distinct way from ledger order by way) as ways
    from ${past} o left join lateral (
      select sum(amount) as sum, -coalesce(sum(amount) filter (where kind = 'refund'), 0) as back from ledger l where l.order_id = o.id) l on true
    where o.amount > 0`)
  expect(money).toEqual({ wrong: 0, ways: ['card', 'cash', 'terminal', 'transfer'] })
  const tills = await one(sql<{ closed: number; wrong: number }>`
    select count(*)::integer as closed, count(*) filter (where r.sum <> 0)::integer as wrong
    from tills t join (select till_id, sum(amount) from till_rows group by 1) r on r.till_id = t.id where t.closed_at is not null`)
  expect(tills).toEqual({ closed: 14, wrong: 0 })
  const fates = await one(sql<{ missed: number; cancelled: number; rained: number; rated: number }>`
    select count(*) filter (where o.state = 'no-show')::integer as missed, count(*) filter (where o.state = 'cancelled')::integer as cancelled,
      count(*) filter (where o.state = 'venue-cancelled')::integer as rained,
      count(*) filter (where exists (select from ratings r where r.order_id = o.id))::integer as rated
    from ${past} o`)
  for (const [fate, count] of Object.entries(fates)) expect(count, fate).toBeGreaterThan(0)
  expect(await one(sql`select count(*)::integer as count from suspensions`)).toEqual({ count: 0 })
  expect(await db.selectFrom('outbox').select('id').where('told_at', 'is', null).execute()).toEqual([])
})

it('has hours that people wanted and did not get, mostly in the evening', async () => {
  const wanted = await one(sql<{ evening: number; morning: number; kinds: string[] }>`
    select sum((select sum(c) from unnest(times[19:22]) as c))::integer as evening, sum((select sum(c) from unnest(times[9:12]) as c))::integer as morning,
      array_agg(distinct kind order by kind) as kinds from refused_demand`)
  expect(wanted.kinds).toEqual(['refused', 'searched', 'seen'])
  expect(wanted.evening).toBeGreaterThan(wanted.morning * 2)
})

it('has its rhythm: evenings are fuller than mornings, and weekends than working days', async () => {
  const full = await one(sql<{ evening: number; morning: number; weekend: number; weekday: number }>`
    with past as (select extract(hour from lower(during) at time zone 'Asia/Taipei') as hour, extract(isodow from day) as weekday from order_items)
    select count(*) filter (where hour between 18 and 20)::integer as evening, count(*) filter (where hour between 9 and 11)::integer as morning,
      count(*) filter (where weekday > 5)::float / 2 as weekend, count(*) filter (where weekday <= 5)::float / 5 as weekday from past`)
  expect(full.evening).toBeGreaterThan(full.morning * 1.3)
  expect(full.weekend).toBeGreaterThan(full.weekday)
})

// The demo's gateway gets to know the payments of past months at the next start: nothing of them can be refunded before.
it('is left alone when the process starts again, the day after too', async () => {
  const rows = async () => {
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'demo_trades' order by 1`.execute(
      db,
    )
    const counts = tables.map(({ name }) => sql`select ${name} as name, count(*)::integer as count from ${sql.table(name)}`)
    return (await sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)} order by name`.execute(db)).rows
  }
  const before = await rows()
  await loadDemo(db, files, now)
  expect(await rows()).toEqual(before)
  await loadDemo(db, files, new Date(now.getTime() + 86_400_000))
  expect((await rows()).filter(({ name }) => /order|ledger|refund|till/.test(name))).toEqual(
    before.filter(({ name }) => /order|ledger|refund|till/.test(name)),
  )
})
