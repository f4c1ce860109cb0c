import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { Day } from '#lib/zone.ts'
import { sql, type RawBuilder } from 'kysely'

/** One roll-up at a time, until the transaction ends; readers are not held up. */
export async function lockRollup(trx: Trx): Promise<void> {
  await sql`lock table insight_rollup in exclusive mode`.execute(trx)
}

export async function readRolledUntil(db: DbOrTrx): Promise<Day | null> {
  const { rows } = await sql<{ until: Day }>`select until::text as until from insight_rollup`.execute(db)
  return rows[0]?.until ?? null
}

export async function writeRolledUntil(trx: Trx, until: Day): Promise<void> {
  await sql`insert into insight_rollup (until) values (${until}) on conflict (one) do update set until = excluded.until`.execute(trx)
}

export async function forgetRollup(trx: Trx): Promise<void> {
  await sql`delete from insight_days`.execute(trx)
  await sql`delete from insight_money`.execute(trx)
  await sql`delete from insight_months`.execute(trx)
  await sql`delete from insight_money_months`.execute(trx)
  await sql`delete from refused_demand_months`.execute(trx)
  await sql`delete from insight_summed_years`.execute(trx)
  await sql`delete from insight_years`.execute(trx)
  await sql`delete from refused_demand_years`.execute(trx)
  await sql`delete from insight_rollup`.execute(trx)
}

/**
 * Days that have changed, whose marks are deleted with this. A mark that is seen was committed with its change, so the counting
 * that follows sees the change; what commits later leaves a mark of its own for the next time.
 */
export async function takeChangedDays(trx: Trx): Promise<Day[]> {
  const { rows } = await sql<{ day: Day }>`
    with taken as (delete from insight_changed_days returning day) select distinct day::text as day from taken order by day`.execute(trx)
  return rows.map(({ day }) => day)
}

/** Counts these days from their rows and stores the counts in place of older ones. */
export async function countDays(trx: Trx, days: Day[]): Promise<void> {
  await sql`delete from insight_days where day = any (${days}::date[])`.execute(trx)
  await sql`insert into insight_days (day, facility_id, booked, bookings, came, missed, lead)
    select day, facility_id, booked, bookings, came, missed, lead from insight_use_of(${days}::date[])`.execute(trx)
  await sql`delete from insight_money where day = any (${days}::date[])`.execute(trx)
  await sql`insert into insight_money (day, facility_id, way, cause, movements, amount)
    select day, facility_id, way, cause, movements, amount from insight_money_of(${days}::date[])`.execute(trx)
}

/** Sums these months, given by their first days, from the counts of their days; in place of older sums. */
export async function sumMonths(trx: Trx, months: Day[]): Promise<void> {
  if (months.length === 0) return
  const ofMonth = sql`from unnest(${months}::date[]) as m (month)`
  const inMonth = sql`k.day >= m.month and k.day < (m.month + interval '1 month')::date`
  await sql`delete from insight_months where month = any (${months}::date[])`.execute(trx)
  await sql`insert into insight_months (month, facility_id, weekday, booked, bookings, came, missed, lead)
    select m.month, k.facility_id, ${weekdayOfDay}, ${sumsOf('booked', 24)}, sum(k.bookings), sum(k.came), sum(k.missed), ${sumsOf('lead', 7)}
    ${ofMonth} join insight_days k on ${inMonth} group by 1, 2, 3`.execute(trx)
  await sql`delete from insight_money_months where month = any (${months}::date[])`.execute(trx)
  await sql`insert into insight_money_months (month, facility_id, way, cause, movements, amount)
    select m.month, k.facility_id, k.way, k.cause, sum(k.movements), sum(k.amount)
    ${ofMonth} join insight_money k on ${inMonth} group by 1, 2, 3, 4`.execute(trx)
  await sql`delete from refused_demand_months where month = any (${months}::date[])`.execute(trx)
  await sql`insert into refused_demand_months (month, facility_id, sport, kind, weekday, times, courts)
    select m.month, k.facility_id, k.sport, k.kind, ${weekdayOfDay}, ${sumsOf('times', 24)}, ${sumsOf('courts', 24)}
    ${ofMonth} join refused_demand k on ${inMonth} group by 1, 2, 3, 4, 5`.execute(trx)
}

/** Sums the years up to this day that are over and not summed yet, or no longer, from the sums of their months. */
export async function sumYears(trx: Trx, until: Day): Promise<void> {
  const { rows } = await sql<{ year: Day }>`
    insert into insight_summed_years (year)
    select y.year from (select distinct date_trunc('year', month)::date as year from (
      select month from insight_months union all select month from refused_demand_months) as m) as y
    where (y.year + interval '1 year')::date - 1 <= ${until}::date
    on conflict do nothing returning year::text as year`.execute(trx)
  if (rows.length === 0) return
  const years = rows.map(({ year }) => year)
  const ofYear = sql`from unnest(${years}::date[]) as y (year)`
  const inYear = sql`k.month >= y.year and k.month < (y.year + interval '1 year')::date`
  await sql`delete from insight_years where year = any (${years}::date[])`.execute(trx)
  await sql`insert into insight_years (year, facility_id, weekday, booked, bookings, came, missed, lead)
    select y.year, k.facility_id, k.weekday, ${sumsOf('booked', 24)}, sum(k.bookings), sum(k.came), sum(k.missed), ${sumsOf('lead', 7)}
    ${ofYear} join insight_months k on ${inYear} group by 1, 2, 3`.execute(trx)
  await sql`delete from refused_demand_years where year = any (${years}::date[])`.execute(trx)
  await sql`insert into refused_demand_years (year, facility_id, sport, kind, weekday, times, courts)
    select y.year, k.facility_id, k.sport, k.kind, k.weekday, ${sumsOf('times', 24)}, ${sumsOf('courts', 24)}
    ${ofYear} join refused_demand_months k on ${inYear} group by 1, 2, 3, 4, 5`.execute(trx)
}

/** First day on which something was booked, paid or wanted. */
export async function readBeginning(db: DbOrTrx): Promise<Day | null> {
  const { rows } = await sql<{ day: Day | null }>`
    select least(
      (select min(f.day) from courts c cross join lateral (select i.day from order_items i where i.court_id = c.id order by i.day limit 1) as f),
      (select (l.at at time zone 'Asia/Taipei')::date from ledger l order by l.id limit 1),
      (select (min(l.at) at time zone 'Asia/Taipei')::date from ledger l where l.kind = 'refund'),
      (select (min(f.at) at time zone 'Asia/Taipei')::date from unnest('{card,transfer,cash,terminal}'::text[]) as w (way) cross join lateral (
        select l.at from ledger l where l.way = w.way and l.kind = 'payment' order by l.at limit 1) as f),
      (select min(d.day) from refused_demand d)
    )::text as day`.execute(db)
  return rows[0]?.day ?? null
}

const placesTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

/** Sums of the places of an array column, as an array. */
export const sumsOf = (column: string, count: number, filter: RawBuilder<unknown> = sql``): RawBuilder<number[]> =>
  sql`array[${sql.join(placesTo(count).map((n) => sql`coalesce(sum(${sql.ref(column)}[${sql.lit(n)}]) ${filter}, 0)::integer`))}]`

/** 1 is Monday, as the first of January 1900 was. Integers are quicker than extract, which answers a numeric. */
export const weekdayOfDay = sql`(k.day - date '1900-01-01') % 7 + 1`
