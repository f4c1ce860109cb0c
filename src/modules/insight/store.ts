import type { DbOrTrx } from '#db/connect.ts'
import { momentAt, type Day } from '#lib/zone.ts'
import { sql, type RawBuilder } from 'kysely'
import { pointsOf, type DaySpan, type Grain } from './rules.ts'

/** What is counted, and of which facility: undefined means all. */
export type Asked = { span: DaySpan; grain: Grain; facilityId: number | undefined }

const placesTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

/** Sums of the places of an array column, as an array. */
const sumsOf = (column: string, count: number, filter: RawBuilder<unknown> = sql``): RawBuilder<number[]> =>
  sql`array[${sql.join(placesTo(count).map((n) => sql`coalesce(sum(${sql.ref(column)}[${sql.lit(n)}]) ${filter}, 0)::integer`))}]`

/** Days that have to be counted from the rows: those after the rollup, and those that have changed since. */
const liveDays = ({ from, to }: DaySpan) => sql`array(
  select d::date from generate_series(greatest(${from}::date, coalesce((select until + 1 from insight_rollup), ${from}::date)), ${to}::date, interval '1 day') as d
  union select c.day from insight_changed_days c where c.day between ${from}::date and ${to}::date)`

const rolledUp = ({ from, to }: DaySpan) => sql`r.day between ${from}::date and ${to}::date
  and r.day <= (select until from insight_rollup) and r.day not in (select c.day from insight_changed_days c)`

/** The point of time that a day belongs to, by binary search. */
const pointOfDay = ({ span, grain }: Asked) => {
  const points = sql`${pointsOf(span, grain)}::date[]`
  return sql`(${points})[width_bucket(k.day, ${points})]`
}

/** 1 is Monday, as the first of January 1900 was. Integers are quicker than extract, which answers a numeric. */
const weekdayOfDay = sql`(k.day - date '1900-01-01') % 7 + 1`

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
      select k.*, ${weekdayOfDay} as weekday, ${pointOfDay(asked)} as point from k where ${ofFacility(asked)}
    )
    select facility_id as "facilityId", weekday, point::text as point, ${sumsOf('booked', 24)} as booked, sum(bookings)::integer as bookings,
      sum(came)::integer as came, sum(missed)::integer as missed, ${sumsOf('lead', 7)} as lead
    from placed group by grouping sets ((facility_id, weekday), (point))`.execute(db)
  return rows
}

/** Either of a facility, way and cause, or of everything on a day. */
export type MoneyRow = {
  /** 0: no facility. */
  facilityId: number | null
  way: 'card' | 'transfer' | 'cash' | 'terminal' | null
  /** Empty: a payment. */
  cause: string | null
  day: Day | null
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
    )
    select k.facility_id as "facilityId", k.way, k.cause, k.day::text as day, sum(k.movements)::float8 as movements,
      coalesce(sum(k.amount) filter (where k.cause = ''), 0)::float8 as paid, -coalesce(sum(k.amount) filter (where k.cause <> ''), 0)::float8 as refunded
    from k where ${ofFacility(asked)} group by grouping sets ((k.facility_id, k.way, k.cause), (k.day))`.execute(db)
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
  const { from, to } = asked.span
  const { rows } = await sql<DemandRow>`
    select k.facility_id as "facilityId", k.sport, k.kind, ${weekdayOfDay} as weekday,
      ${sumsOf('times', 24)} as times, ${sumsOf('courts', 24, sql`filter (where k.kind = 'refused')`)} as courts
    from refused_demand k where k.day between ${from}::date and ${to}::date and ${ofFacility(asked)}
    group by k.facility_id, k.sport, k.kind, weekday`.execute(db)
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
