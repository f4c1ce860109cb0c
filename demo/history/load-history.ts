import { sql } from 'kysely'
import type { Db, Trx } from '#db/connect.ts'
import { addDays, dayOf, type Day } from '#lib/zone.ts'
import { addDemand } from '#modules/insight/demand-store.ts'
import { readLimits, writeSetting } from '#modules/settings/store.ts'
import { readCatalogue } from '#modules/venues/store.ts'
import { daysBack } from '../plan-bookings.ts'
import { clubs, people } from '../people.ts'
import { insertWeek } from './insert-week.ts'
import { planDay, type Crowd } from './plan-day.ts'
import { planDemand } from './plan-demand.ts'
import { rowsOf, type Missed } from './rows.ts'

const weeks = 20
const setting = 'demo_history'

type Progress = { from: Day; to: Day }

/**
 * The past months of the demo centre, the latest week first, a transaction each: loaded while requests are served, and resumed at
 * the next start if the process ends meanwhile. When several processes start together, each week is loaded by one of them.
 */
export async function loadHistory(db: Db, now: Date, stop: AbortSignal): Promise<void> {
  while (!stop.aborted && (await loadWeek(db, now)));
}

/** Answers whether there is more to load. */
async function loadWeek(db: Db, now: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('fieldhouse-demo'))`.execute(trx)
    const loadedAt = await readValue<string>(trx, 'demo_loaded')
    if (loadedAt === undefined) return false
    const done = await readValue<Progress>(trx, setting)
    const newest = addDays(dayOf(new Date(loadedAt)), -daysBack - 1)
    const to = done ? addDays(done.from, -1) : newest
    const from = addDays(to, -6)
    if (from < addDays(newest, -7 * weeks)) return false
    const crowd = await readCrowd(trx)
    if (!crowd) return false
    const catalogue = await readCatalogue(trx)
    const bookings = Array.from({ length: 7 }, (_, n) => planDay(catalogue, crowd, addDays(from, n))).flat()
    await insertWeek(trx, catalogue, rowsOf(catalogue, bookings, crowd.staffId, await readMissed(trx)), crowd.staffId, now)
    // The first time also of the days since, which are booked already.
    await addDemand(trx, planDemand(catalogue, from, done ? to : addDays(newest, daysBack + 2)))
    await markDays(trx, addDays(from, -daysBeside), addDays(to, daysBeside))
    await writeSetting(trx, setting, { from, to: done?.to ?? to } satisfies Progress, null, now)
    return true
  })
}

/** Money moves some days before a booking, and goes back some days after it. */
const daysBeside = 40

/** The figures of past days may have been rolled up before their bookings were loaded. */
async function markDays(trx: Trx, from: Day, to: Day): Promise<void> {
  await sql`insert into insight_changed_days (day) select d::date from generate_series(${from}::date, ${to}::date, interval '1 day') as d`.execute(
    trx,
  )
}

async function readValue<T>(trx: Trx, key: string): Promise<T | undefined> {
  const row = await trx.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value as T | undefined
}

type DemoCrowd = Crowd & { staffId: string }

/** The generated people. Undefined if somebody has removed them. */
async function readCrowd(trx: Trx): Promise<DemoCrowd | undefined> {
  const accounts = ['staff', ...people.map(({ account }) => account), ...clubs.map(({ account }) => account)]
  const { rows } = await sql<{ id: string; account: string }>`
    select id, account from members where demo and account = any (${accounts}::text[]) order by account`.execute(trx)
  const idOf = new Map(rows.map(({ id, account }) => [account, id]))
  const memberIds = people.flatMap(({ account }) => idOf.get(account) ?? [])
  const clubIds = new Map(clubs.flatMap(({ account, club }) => (idOf.has(account) ? [[club!, idOf.get(account)!] as const] : [])))
  const staffId = idOf.get('staff')
  return staffId === undefined || memberIds.length === 0 ? undefined : { memberIds, clubIds, staffId }
}

/** People who have a point already: nobody of the demo misses so often that they are suspended. */
async function readMissed(trx: Trx): Promise<Missed> {
  const rows = await trx.selectFrom('violations').select('member_id').distinct().execute()
  const { checkIn } = await readLimits(trx)
  return { memberIds: new Set(rows.map(({ member_id }) => member_id)), afterMinutes: checkIn.noShowMinutes }
}
