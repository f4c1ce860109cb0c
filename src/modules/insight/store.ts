import type { DbOrTrx } from '#db/connect.ts'
import { momentAt, type Day } from '#lib/zone.ts'
import type { MoneyWay } from '#modules/payments/rules.ts'
import { sql, type RawBuilder } from 'kysely'
import { pointsOf, type DaySpan, type Grain } from './rules.ts'
import { sourcesOf, type RolledUp } from './bookable-rules.ts'
import { sumsOf, weekdayOfDay } from './rollup-store.ts'

/** What is counted, and of which facility: undefined means all. */
export type Asked = { span: DaySpan; grain: Grain; facilityId: number | undefined }

/**
 * How far days are rolled up. What is read by it later stays right while a roll-up runs in between: a day that was to be counted
 * from its rows still is, and a sum that was there still is, or a newer one.
 */
export async function readRolledUp(db: DbOrTrx): Promise<RolledUp> {
  const { rows } = await sql<{ until: Day | null; years: Day[]; changed: Day[] }>`
    select (select until::text from insight_rollup) as until, array(select year::text from insight_summed_years) as years,
      array(select distinct day::text from insight_changed_days) as changed`.execute(db)
  return rows[0]!
}

/** The centre's first day: the first for which something was booked, be its rows still there or only their counts. */
export async function readFirstDay(db: DbOrTrx): Promise<Day | null> {
  const { rows } = await sql<{ day: Day | null }>`
    select least(
      (select min(k.day) from insight_days k),
      (select min(f.day) from courts c cross join lateral (select i.day from order_items i where i.court_id = c.id order by i.day limit 1) as f)
    )::text as day`.execute(db)
  return rows[0]!.day
}

/** The point of time that a day belongs to, by binary search. */
const pointOfDay = ({ span, grain }: Asked) => {
  const points = sql`${pointsOf(span, grain)}::date[]`
  return sql`(${points})[width_bucket(k.day, ${points})]`
}

const ofFacility = ({ facilityId }: Asked) => (facilityId === undefined ? sql`true` : sql`k.facility_id = ${facilityId}`)

/** Where the points of a plot over time are read from: monthly sums may serve only a plot with one point a month. */
const sourcesOfPoints = ({ span, grain }: Asked, rolledUp: RolledUp) => sourcesOf(span, rolledUp, grain === 'month' ? 'month' : 'day')

/** Rows as one JSON value, which is read faster than arrays of PostgreSQL. */
const jsonOf = (rows: RawBuilder<unknown>) => sql`(select coalesce(json_agg(j), '[]') from (${rows}) as j)`

/** Of a facility on a weekday (1 is Monday). */
export type UseRow = {
  facilityId: number
  weekday: number
  booked: number[]
  bookings: number
  came: number
  missed: number
  lead: number[]
}
export type UseRows = { byWeekday: UseRow[]; /** Minutes of all facilities. */ points: { point: Day; minutes: number }[] }

/** In one statement, so that the points sum up to the rest. */
export async function readUse(db: DbOrTrx, asked: Asked, rolledUp: RolledUp): Promise<UseRows> {
  const [{ years, months, days, live }, points] = [sourcesOf(asked.span, rolledUp, 'year'), sourcesOfPoints(asked, rolledUp)]
  const counts = sql`k.booked, k.bookings, k.came, k.missed, k.lead`
  // The functions that count rows are part of the statement only if needed: planning them takes longer than reading sums.
  const counted = live.length === 0 ? sql`` : sql`with live as materialized (select * from insight_use_of(${live}::date[]))`
  const fromRows = (columns: RawBuilder<unknown>) => (live.length === 0 ? sql`` : sql`union all select ${columns} from live k`)
  const { rows } = await sql<UseRows>`
    ${counted} select ${jsonOf(sql`
      select k.facility_id as "facilityId", k.weekday, ${sumsOf('booked', 24)} as booked, sum(k.bookings)::integer as bookings,
        sum(k.came)::integer as came, sum(k.missed)::integer as missed, ${sumsOf('lead', 7)} as lead
      from (
        select k.facility_id, k.weekday, ${counts} from insight_years k where k.year = any (${years}::date[])
        union all select k.facility_id, k.weekday, ${counts} from insight_months k where k.month = any (${months}::date[])
        union all select k.facility_id, ${weekdayOfDay}, ${counts} from insight_days k where k.day = any (${days}::date[])
        ${fromRows(sql`k.facility_id, ${weekdayOfDay}, ${counts}`)}
      ) as k where ${ofFacility(asked)} group by k.facility_id, k.weekday`)} as "byWeekday",
    ${jsonOf(sql`
      select k.point::text as point, sum(k.minutes)::integer as minutes
      from (
        select k.facility_id, k.month as point, k.minutes from insight_months k where k.month = any (${points.months}::date[])
        union all select k.facility_id, ${pointOfDay(asked)}, k.minutes from insight_days k where k.day = any (${points.days}::date[])
        ${fromRows(sql`k.facility_id, ${pointOfDay(asked)}, (select sum(m) from unnest(k.booked) as m)`)}
      ) as k where ${ofFacility(asked)} group by k.point`)} as points`.execute(db)
  return rows[0]!
}

export type MoneyRow = {
  /** 0: no facility. */
  facilityId: number
  way: MoneyWay
  /** Empty: a payment. */
  cause: string
  movements: number
  paid: number
  refunded: number
}
export type MoneyRows = { byWay: MoneyRow[]; points: { point: Day; paid: number; refunded: number }[] }

/** In one statement, as the use is. */
export async function readMoney(db: DbOrTrx, asked: Asked, rolledUp: RolledUp): Promise<MoneyRows> {
  const [{ months, days, live }, points] = [sourcesOf(asked.span, rolledUp, 'month'), sourcesOfPoints(asked, rolledUp)]
  const moved = sql`k.facility_id, k.way, k.cause, k.movements, k.amount`
  const paidAndRefunded = sql`coalesce(sum(k.amount) filter (where k.cause = ''), 0)::float8 as paid,
    -coalesce(sum(k.amount) filter (where k.cause <> ''), 0)::float8 as refunded`
  const counted = live.length === 0 ? sql`` : sql`with live as materialized (select * from insight_money_of(${live}::date[]))`
  const fromRows = (columns: RawBuilder<unknown>) => (live.length === 0 ? sql`` : sql`union all select ${columns} from live k`)
  const { rows } = await sql<MoneyRows>`
    ${counted} select ${jsonOf(sql`
      select k.facility_id as "facilityId", k.way, k.cause, sum(k.movements)::float8 as movements, ${paidAndRefunded}
      from (
        select ${moved} from insight_money_months k where k.month = any (${months}::date[])
        union all select ${moved} from insight_money k where k.day = any (${days}::date[])
        ${fromRows(moved)}
      ) as k where ${ofFacility(asked)} group by k.facility_id, k.way, k.cause`)} as "byWay",
    ${jsonOf(sql`
      select k.point::text as point, ${paidAndRefunded}
      from (
        select ${moved}, k.month as point from insight_money_months k where k.month = any (${points.months}::date[])
        union all select ${moved}, ${pointOfDay(asked)} from insight_money k where k.day = any (${points.days}::date[])
        ${fromRows(sql`${moved}, ${pointOfDay(asked)}`)}
      ) as k where ${ofFacility(asked)} group by k.point`)} as points`.execute(db)
  return rows[0]!
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

export async function readDemand(db: DbOrTrx, asked: Asked, rolledUp: RolledUp): Promise<DemandRow[]> {
  const { years, months, days, live } = sourcesOf(asked.span, rolledUp, 'year')
  const wanted = sql`k.facility_id, k.sport, k.kind, k.times, k.courts`
  const { rows } = await sql<{ demand: DemandRow[] }>`
    select ${jsonOf(sql`
      select k.facility_id as "facilityId", k.sport, k.kind, k.weekday,
        ${sumsOf('times', 24)} as times, ${sumsOf('courts', 24, sql`filter (where k.kind = 'refused')`)} as courts
      from (
        select ${wanted}, k.weekday from refused_demand_years k where k.year = any (${years}::date[])
        union all select ${wanted}, k.weekday from refused_demand_months k where k.month = any (${months}::date[])
        union all select ${wanted}, ${weekdayOfDay} from refused_demand k where k.day = any (${[...days, ...live]}::date[])
      ) as k where ${ofFacility(asked)} group by k.facility_id, k.sport, k.kind, k.weekday`)} as demand`.execute(db)
  return rows[0]!.demand
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

/** Logins of the whole centre, by how it was and by the issuer. */
export type LoginCount = { means: 'secret' | 'passkey' | 'mail' | 'issuer'; way: string; logins: number }

export async function readLogins(db: DbOrTrx, { from, to }: DaySpan): Promise<LoginCount[]> {
  const { rows } = await sql<LoginCount>`
    select means, way, sum(logins)::integer as logins from logins_by_day
    where day between ${from}::date and ${to}::date group by means, way order by sum(logins) desc, means, way`.execute(db)
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
