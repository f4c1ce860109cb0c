import type { DbOrTrx } from '#db/connect.ts'
import { momentAt, type Day } from '#lib/zone.ts'
import { sql, type RawBuilder } from 'kysely'
import type { DaySpan, Grain } from './rules.ts'

/** What is counted, and of which facility: undefined means all. */
export type Asked = { span: DaySpan; grain: Grain; facilityId: number | undefined }

const placesTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

/** Sums of the places of an array column, as an array. */
const sumsOf = (column: string, count: number): RawBuilder<number[]> =>
  sql`array[${sql.join(placesTo(count).map((n) => sql`coalesce(sum(${sql.ref(column)}[${sql.lit(n)}]), 0)::integer`))}]`

/** Days that have to be counted from the rows: those after the rollup, and those that have changed since. */
const liveDays = ({ from, to }: DaySpan) => sql`array(
  select d::date from generate_series(greatest(${from}::date, coalesce((select until + 1 from insight_rollup), ${from}::date)), ${to}::date, interval '1 day') as d
  union select c.day from insight_changed_days c where c.day between ${from}::date and ${to}::date)`

const rolledUp = ({ from, to }: DaySpan) => sql`r.day between ${from}::date and ${to}::date
  and r.day <= (select until from insight_rollup) and r.day not in (select c.day from insight_changed_days c)`

const pointOfDay = ({ span: { from }, grain }: Asked) =>
  grain === 'day'
    ? sql`k.day`
    : grain === 'week'
      ? sql`${from}::date + 7 * ((k.day - ${from}::date) / 7)`
      : sql`greatest(date_trunc('month', k.day)::date, ${from}::date)`

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
    with k as (
      select r.day, r.facility_id, r.booked, r.bookings, r.came, r.missed, r.lead from insight_days r where ${rolledUp(span)}
      union all select u.day, u.facility_id, u.booked, u.bookings, u.came, u.missed, u.lead from insight_use_of(${liveDays(span)}) as u
    ), placed as (
      select k.*, extract(isodow from k.day)::integer as weekday, ${pointOfDay(asked)} as point from k where ${ofFacility(asked)}
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
    with k as (
      select r.day, r.facility_id, r.way, r.cause, r.movements, r.amount from insight_money r where ${rolledUp(span)}
      union all select u.day, u.facility_id, u.way, u.cause, u.movements, u.amount from insight_money_of(${liveDays(span)}) as u
    ), placed as (
      select k.*, ${pointOfDay(asked)} as point from k where ${ofFacility(asked)}
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
  courts: number[]
}

export async function readDemand(db: DbOrTrx, asked: Asked): Promise<DemandRow[]> {
  const { from, to } = asked.span
  const { rows } = await sql<DemandRow>`
    select k.facility_id as "facilityId", k.sport, k.kind, extract(isodow from k.day)::integer as weekday,
      ${sumsOf('times', 24)} as times, ${sumsOf('courts', 24)} as courts
    from refused_demand k where k.day between ${from}::date and ${to}::date and ${ofFacility(asked)}
    group by k.facility_id, k.sport, k.kind, extract(isodow from k.day)`.execute(db)
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

/** The first day that was booked; null before the first booking. */
export async function readFirstDay(db: DbOrTrx): Promise<Day | null> {
  const { rows } = await sql<{ day: Day | null }>`
    select min(f.day)::text as day from courts c cross join lateral (
      select i.day from order_items i where i.court_id = c.id order by i.day limit 1
    ) as f`.execute(db)
  return rows[0]?.day ?? null
}
