import { sql } from 'kysely'
import type { Db, Trx } from '#db/connect.ts'
import { addDays, momentAt } from '#lib/zone.ts'
import { readOccupied } from '#modules/availability/store.ts'
import { benchDay, bookableAhead, courts, facilityId } from './centre.ts'
import { fire, repeat, type Outcome, type Shot } from './load.ts'
import { note } from './table.ts'
import { oneAfterTheOther, wait } from './years.ts'

type Looked = { token: string; scale: number; /** How many bookings there are, one measurement after the other. */ counts: number[] }

const schedule: Shot = {
  method: 'POST',
  path: '/api/Order/Member/Schedule',
  body: JSON.stringify({ venue1stId: facilityId, date: benchDay }),
}
const page: Shot = {
  method: 'GET',
  path: `/venues/${facilityId}?date=${benchDay}`,
  headers: { accept: 'text/html', 'accept-encoding': 'gzip' },
}

/** (c) The availability call and the page, with more and more bookings in the table. */
export async function looking(db: Db, ours: string, { token, scale, counts }: Looked): Promise<void> {
  await bookableAhead(db, 14)
  const addConstraint = await dropConstraint(db)
  for (const count of counts) {
    await fillOccupancy(db, count)
    const beside = `${count.toLocaleString('en')} bookings`
    await fire(ours, 8, repeat(schedule, Math.ceil(1500 * scale)))
    noteShown(`(c) availability of ${courts} courts, ${beside}`, await fire(ours, 32, repeat(schedule, Math.ceil(4000 * scale))))
    await fire(ours, 4, repeat(page, Math.ceil(200 * scale)))
    noteShown(`(c) page /venues/${facilityId} for visitors, ${beside}`, await fire(ours, 16, repeat(page, Math.ceil(4000 * scale))))
    const own = { ...page, headers: { ...page.headers, cookie: `sports_v2_jwt=${token}` } }
    await fire(ours, 4, repeat(own, 20))
    noteShown(`(c) the same for a member, ${beside}`, await fire(ours, 16, repeat(own, Math.ceil(400 * scale))))
  }
  await addConstraint()
}

/** Notes what was measured, unless something else than the page was answered: a redirect is quicker. */
function noteShown(what: string, outcome: Outcome): void {
  const others = Object.keys(outcome.statuses).filter((status) => status !== '200')
  if (others.length > 0) throw new Error(`${what}: answered with ${others.join(', ')}`)
  note(what, outcome)
}

/**
 * (q) What looking at a hall's day costs with few and with very many bookings, in turn: the whole call, and the statement that
 * reads what is taken. One at a time; of each the fastest tenth, which a busy machine disturbs least, and the middle.
 */
export async function growth(db: Db, ours: string, scale: number, counts: number[]): Promise<void> {
  await bookableAhead(db, 14)
  const addConstraint = await dropConstraint(db)
  const spaces = Array.from({ length: courts }, (_, n) => n + 1)
  const day = { start: momentAt(benchDay, 0), end: momentAt(addDays(benchDay, 1), 0) }
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: schedule.body! }
  const url = `${ours}${schedule.path}`
  console.log('| (q) bookings | the availability call, ms, fastest tenth / middle | its statement alone |\n|---|---|---|')
  for (const count of counts) {
    await fillOccupancy(db, count)
    await sql`checkpoint`.execute(db)
    const times = Math.ceil(4000 * scale)
    const call = await wait(url, init, times)
    const statement = await oneAfterTheOther(times, () => readOccupied(db, spaces, day, new Date()))
    const both = ({ p10, p50 }: typeof call) => `${p10.toFixed(2)} / ${p50.toFixed(2)}`
    console.log(`| ${count.toLocaleString('en')} | ${both(call)} | ${both(statement)} |`)
  }
  await addConstraint()
}

const lookingIndex = sql.ref('bench_looking')

/**
 * Replaces the exclusion constraint by an index of the same columns until the function that it answers is called: looking uses
 * the one as the other, and PostgreSQL takes half an hour to hold ten million rows against each other.
 */
async function dropConstraint(db: Db): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = 'occupancy'::regclass and contype = 'x'`.execute(
    db,
  )
  const [{ name, definition }, ...others] = rows as [(typeof rows)[number]]
  if (others.length > 0) throw new Error('occupancy has more than one exclusion constraint')
  await sql`alter table occupancy drop constraint ${sql.ref(name)}`.execute(db)
  return async () => {
    await sql`truncate occupancy`.execute(db)
    await sql`drop index if exists ${lookingIndex}`.execute(db)
    await sql`alter table occupancy add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(db)
  }
}

/** Replaces all bookings: fifty on the measured day, the rest in the past. */
const fillOccupancy = (db: Db, count: number): Promise<void> => db.transaction().execute((trx) => fill(trx, count))

async function fill(db: Trx, count: number): Promise<void> {
  await sql`set local maintenance_work_mem = '1GB'`.execute(db)
  await sql`drop index if exists ${lookingIndex}`.execute(db)
  await sql`truncate occupancy`.execute(db)
  await sql`
    insert into occupancy (space_id, during, kind, holder_id)
    select 1 + n % ${courts}::integer, tstzrange(t, t + interval '1 hour'), 'order', gen_random_uuid()
    from (
      select n, case when n < 50 then ${momentAt(benchDay, 6 * 60)}::timestamptz + make_interval(hours => n / ${courts}::integer)
        else ${momentAt(addDays(benchDay, -2), 0)}::timestamptz - make_interval(hours => n / ${courts}::integer) end as t
      from generate_series(0, ${count - 1}::integer) as n
    ) as all_of_them`.execute(db)
  await sql`create index ${lookingIndex} on occupancy using gist (space_id, during)`.execute(db)
  await sql`analyze occupancy`.execute(db)
}
