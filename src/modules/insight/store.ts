import type { DbOrTrx } from '#db/connect.ts'
import { momentAt, type Day } from '#lib/zone.ts'
import { sql, type RawBuilder } from 'kysely'
import { pointsOf, type DaySpan, type Grain } from './rules.ts'
import { sumsOf, weekdayOfDay } from './sums-store.ts'

/** What is counted, and of which facility: undefined means all. */
export type Asked = { span: DaySpan; grain: Grain; facilityId: number | undefined }

/** First days of the months that are read as sums: whole ones within the span that are rolled up and have not changed since. */
const wholeMonths = ({ from, to }: DaySpan) => sql`array(
  select m::date from insight_rollup u
  cross join generate_series(date_trunc('month', ${from}::date::timestamp), ${to}::date::timestamp, interval '1 month') as m
  where m::date >= ${from}::date and (m + interval '1 month')::date <= least(${to}::date, u.until) + 1
    and not exists (select from insight_changed_days c where c.day >= m::date and c.day < (m + interval '1 month')::date))`

const noMonths = sql`'{}'::date[]`

/** Sums of months answer only what is asked by month. */
const monthsFor = ({ span, grain }: Asked) => (grain === 'month' ? wholeMonths(span) : noMonths)

/** Days that have to be counted from the rows: those after the rollup, and those that have changed since. */
const liveDays = ({ from, to }: DaySpan) => sql`array(
  select d::date from generate_series(greatest(${from}::date, coalesce((select until + 1 from insight_rollup), ${from}::date)), ${to}::date, interval '1 day') as d
  union select c.day from insight_changed_days c where c.day between ${from}::date and ${to}::date)`

/** Days of the span that are in none of the months of `whole`. */
const otherDays = ({ from }: DaySpan, to: RawBuilder<unknown>) => sql`
  select d::date from whole, generate_series(${from}::date::timestamp, (${to})::timestamp, interval '1 day') as d
  where date_trunc('month', d)::date <> all (whole.months)`

/** Days whose stored counts are read. */
const rolledUpDays = (span: DaySpan) => sql`array(
  ${otherDays(span, sql`select least(until, ${span.to}::date) from insight_rollup`)} except select c.day from insight_changed_days c)`

/** The point of time that a day belongs to, by binary search. */
const pointOfDay = ({ span, grain }: Asked) => {
  const points = sql`${pointsOf(span, grain)}::date[]`
  return sql`(${points})[width_bucket(k.day, ${points})]`
}

const ofFacility = ({ facilityId }: Asked) => (facilityId === undefined ? sql`true` : sql`k.facility_id = ${facilityId}`)

/** Either of a facility on a weekday (1 is Monday), or of all facilities at a point of time. */
export type UseRow = {
  facilityId: number | null
  weekday: number | null
  point: Day | null
  booked: number[]
  bookings: number
  came: number
  missed: number
  lead: number[]
}

export async function readUse(db: DbOrTrx, asked: Asked): Promise<UseRow[]> {
  const { span } = asked
  const { rows } = await sql<UseRow>`
    with whole as materialized (select ${monthsFor(asked)} as months), days as (
      select r.day, r.facility_id, r.booked, r.bookings, r.came, r.missed, r.lead from insight_days r where r.day = any (${rolledUpDays(span)})
      union all select u.day, u.facility_id, u.booked, u.bookings, u.came, u.missed, u.lead from insight_use_of(${liveDays(span)}) as u
    ), placed as (
      select k.facility_id, ${weekdayOfDay} as weekday, ${pointOfDay(asked)} as point, k.booked, k.bookings, k.came, k.missed, k.lead
      from days k where ${ofFacility(asked)}
      union all select k.facility_id, k.weekday, k.month, k.booked, k.bookings, k.came, k.missed, k.lead
      from insight_months k where k.month = any ((select months from whole)::date[]) and ${ofFacility(asked)}
    )
    select facility_id as "facilityId", weekday, point::text as point, ${sumsOf('booked', 24)} as booked, sum(bookings)::integer as bookings,
      sum(came)::integer as came, sum(missed)::integer as missed, ${sumsOf('lead', 7)} as lead
    from placed group by grouping sets ((facility_id, weekday), (point))`.execute(db)
  return rows
}

/** Either of a facility, way and cause, or of everything at a point of time. */
export type MoneyRow = {
  /** 0: no facility. */
  facilityId: number | null
  way: 'card' | 'transfer' | 'cash' | 'terminal' | null
  /** Empty: a payment. */
  cause: string | null
  point: Day | null
  movements: number
  paid: number
  refunded: number
}

export async function readMoney(db: DbOrTrx, asked: Asked): Promise<MoneyRow[]> {
  const { span } = asked
  const { rows } = await sql<MoneyRow>`
    with whole as materialized (select ${monthsFor(asked)} as months), days as (
      select r.day, r.facility_id, r.way, r.cause, r.movements, r.amount from insight_money r where r.day = any (${rolledUpDays(span)})
      union all select u.day, u.facility_id, u.way, u.cause, u.movements, u.amount from insight_money_of(${liveDays(span)}) as u
    ), placed as (
      select k.facility_id, k.way, k.cause, ${pointOfDay(asked)} as point, k.movements, k.amount from days k where ${ofFacility(asked)}
      union all select k.facility_id, k.way, k.cause, k.month, k.movements, k.amount
      from insight_money_months k where k.month = any ((select months from whole)::date[]) and ${ofFacility(asked)}
    )
    select facility_id as "facilityId", way, cause, point::text as point, sum(movements)::float8 as movements,
      coalesce(sum(amount) filter (where cause = ''), 0)::float8 as paid, -coalesce(sum(amount) filter (where cause <> ''), 0)::float8 as refunded
    from placed group by grouping sets ((facility_id, way, cause), (point))`.execute(db)
  return rows
}

export type DemandRow = {
  /** 0: any facility. */
  facilityId: number
  /** Empty: any sport. */
  sport: string
  kind: 'refused' | 'searched' | 'seen'
  weekday: number
  times: number[]
  /** Of bookings that were refused; a search is for one court. */
  courts: number[]
}

export async function readDemand(db: DbOrTrx, asked: Asked): Promise<DemandRow[]> {
  const { span } = asked
  const { rows } = await sql<DemandRow>`
    with whole as materialized (select ${wholeMonths(span)} as months), placed as (
      select k.facility_id, k.sport, k.kind, ${weekdayOfDay} as weekday, k.times, k.courts
      from refused_demand k where k.day = any (array(${otherDays(span, sql`select ${span.to}::date`)})) and ${ofFacility(asked)}
      union all select k.facility_id, k.sport, k.kind, k.weekday, k.times, k.courts
      from refused_demand_months k where k.month = any ((select months from whole)::date[]) and ${ofFacility(asked)}
    )
    select facility_id as "facilityId", sport, kind, weekday,
      ${sumsOf('times', 24)} as times, ${sumsOf('courts', 24, sql`filter (where kind = 'refused')`)} as courts
    from placed group by facility_id, sport, kind, weekday`.execute(db)
  return rows
}

export type RatingRow = { facilityId: number | null; stars: number; count: number }

/** Ratings of visits by facility; those of the centre as a whole have none. */
export async function readRatings(db: DbOrTrx, asked: Asked): Promise<RatingRow[]> {
  const { from, to } = asked.span
  const { rows } = await sql<RatingRow>`
    select k.facility_id as "facilityId", k.stars, count(*)::integer as count
    from ratings k where k.day between ${from}::date and ${to}::date and ${ofFacility(asked)}
    group by k.facility_id, k.stars`.execute(db)
  return rows
}

/** Closed floor of a court, or of a whole facility. Until it was lifted, it was closed. */
export type ClosedRow = { facilityId: number; courtId: number | null; start: Date; end: Date }

export async function readClosed(db: DbOrTrx, { from, to }: DaySpan): Promise<ClosedRow[]> {
  const { rows } = await sql<ClosedRow>`
    select facility_id as "facilityId", court_id as "courtId", lower(during) as start, least(upper(during), lifted_at) as "end"
    from blocks
    where during && tstzrange(${momentAt(from, 0)}, ${momentAt(to, 24 * 60)}) and (lifted_at is null or lifted_at > lower(during))
    order by lower(during), id`.execute(db)
  return rows
}

export type RetiredRow = { kind: 'facility' | 'court'; id: number; day: Day }

export async function readRetired(db: DbOrTrx): Promise<RetiredRow[]> {
  const { rows } = await sql<RetiredRow>`
    select 'facility' as kind, id, (retired_at at time zone 'Asia/Taipei')::date::text as day from facilities where retired_at is not null
    union all select 'court', id, (retired_at at time zone 'Asia/Taipei')::date::text from courts where retired_at is not null`.execute(db)
  return rows
}
