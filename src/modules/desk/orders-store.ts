import type { DbOrTrx } from '#db/connect.ts'
import { endsWith, startsWith } from '#db/starts-with.ts'
import { addDays, momentAt, type Day } from '#lib/zone.ts'
import { hasPart } from '#modules/accounts/names-store.ts'
import { readQuery, type PersonQuery, type PlainLine } from '#modules/orders/line-rules.ts'
import { plainLines } from '#modules/orders/line-store.ts'
import type { OrderState } from '#modules/orders/rules.ts'
import type { MoneyWay } from '#modules/payments/rules.ts'
import { sql, type RawBuilder } from 'kysely'
import type { HourOfWeek, OrderCursor } from './board-rules.ts'

export type StaffOrderFilter = {
  state?: OrderState | undefined
  /** Day of a booking. */
  day?: Day | undefined
  /** An hour of a weekday in a period, as insight counts it: bookings that were played in it, wholly or in part. */
  hour?: HourOfWeek | undefined
  /** Day on which it was placed. */
  placed?: Day | undefined
  /** Courts of the facility. */
  courtIds?: number[] | undefined
  way?: MoneyWay | undefined
  person?: string | undefined
  /** The start of an order number, or of a name, a mobile, an address or an account. */
  words?: string | undefined
}

export type ListedOrder = {
  /** Microseconds since 1970, as the cursor needs them. */
  micros: string
  id: string
  orderNo: string
  kind: string
  /** Its lines without floor. */
  lines: PlainLine[]
  state: OrderState
  amount: number
  payBefore: Date | null
  payAtDesk: boolean
  createdAt: Date
  byStaff: boolean
  memberId: string
  name: string
  isGuest: boolean
  /** Its first booking, those that were not cancelled first. */
  courtId: number | null
  start: Date | null
  end: Date | null
  items: number
  paid: number
  owed: number
  ways: MoneyWay[]
  /** Orders found from here on, counted as far as `countedAtMost`. */
  found: number
}

export const countedAtMost = 100

/**
 * Orders that match, newest first, with person, first booking and money: one statement, and one before it for people by name.
 * Behind a cursor nothing is skipped and nothing comes twice while orders are placed: a new order stands before all others.
 */
export async function findStaffOrders(
  db: DbOrTrx,
  filter: StaffOrderFilter,
  { after, limit }: { after: OrderCursor | undefined; limit: number },
  now: Date,
): Promise<ListedOrder[]> {
  const words = filter.words === undefined ? [] : [await named(db, filter.words)]
  const conditions = sql.join([sql`true`, ...conditionsOf(filter), ...words, ...(after ? [behind(after)] : [])], sql` and `)
  // Each state by its own index: a condition with OR would read all orders.
  const candidates = statesOf(filter.state, now).map(
    (state) =>
      sql`(select o.id, o.created_at from ${source(filter)} where ${state} and ${conditions}
        order by o.created_at desc, o.id desc limit ${countedAtMost + 1})`,
  )
  const { rows } = await sql<ListedOrder>`
    with ${ofDay(filter)} found as (
      select * from (${sql.join(candidates, sql` union all `)}) as c order by created_at desc, id desc limit ${countedAtMost + 1}
    ), page as (select * from found order by created_at desc, id desc limit ${limit})
    select (extract(epoch from o.created_at) * 1000000)::bigint::text as micros, o.id, o.order_no as "orderNo", o.kind, ${plainLines(sql`o.id`)} as lines,
      o.state, o.amount, o.pay_before as "payBefore", o.pay_at_desk as "payAtDesk", o.created_at as "createdAt", o.placed_by is not null as "byStaff",
      m.id as "memberId", m.name, m.is_guest as "isGuest", i.court_id as "courtId", i.start, i."end", coalesce(i.items, 0)::integer as items,
      coalesce(l.paid, 0)::integer as paid, coalesce(l.ways, '{}') as ways,
      (select coalesce(sum(r.amount), 0)::integer from refunds_due r where r.order_id = o.id and r.done_at is null) as owed,
      (select count(*)::integer from found) as found
    from page p join orders o on o.id = p.id join members m on m.id = o.member_id
    left join lateral (
      select court_id, lower(during) as start, upper(during) as "end", count(*) over () as items from order_items
      where order_id = o.id order by state, lower(during), court_id limit 1) as i on true
    left join lateral (
      select sum(amount) as paid, array_agg(distinct way) filter (where kind = 'payment') as ways from ledger where order_id = o.id) as l on true
    order by p.created_at desc, p.id desc`.execute(db)
  return rows
}

/** The bookings of a day are few, and may be of orders that are long ago: they are read first. */
function ofDay({ day, hour, courtIds }: StaffOrderFilter): RawBuilder<unknown> {
  const courts = courtIds ? sql`court_id = any (${courtIds}::integer[])` : sql`true`
  const dayOnly = sql`select order_id from order_items where day = ${day ?? null}::date and ${courts}`
  if (hour) {
    const inHour = bookedIn(hour, courts)
    return sql`of_day as materialized (${day === undefined ? inHour : sql`${inHour} intersect ${dayOnly}`}),`
  }
  return day === undefined ? sql`` : sql`of_day as materialized (select distinct order_id from (${dayOnly}) as i),`
}

/** What insight_use_of counts for the hour: a booking that began on the day before may still run. */
const bookedIn = ({ from, to, weekday, hour }: HourOfWeek, courts: RawBuilder<unknown>) => sql`
  select distinct i.order_id
  from (
    select d::date as day, (d::date + make_interval(hours => ${hour}::integer)) at time zone 'Asia/Taipei' as at
    from generate_series(${from}::date, ${to}::date, interval '1 day') as d where extract(isodow from d) = ${weekday}) as h
  join order_items i on i.day in (h.day, h.day - 1) and lower(i.during) < h.at + interval '1 hour' and upper(i.during) > h.at
  join orders b on b.id = i.order_id
  where i.state = 'active' and i.parked_at is null and b.state in ('confirmed', 'checked-in', 'completed', 'no-show') and ${courts}`

const isByBooking = ({ day, hour }: StaffOrderFilter): boolean => day !== undefined || hour !== undefined

const source = (filter: StaffOrderFilter): RawBuilder<unknown> =>
  isByBooking(filter) ? sql`of_day d join orders o on o.id = d.order_id` : sql`orders o`

/** An overdue order reads as expired before the job writes it. */
function statesOf(state: OrderState | undefined, now: Date): RawBuilder<unknown>[] {
  if (state === undefined) return [sql`true`]
  if (state === 'awaiting-payment') return [sql`o.state = 'awaiting-payment' and o.pay_before > ${now}`]
  if (state === 'expired') return [sql`o.state = 'expired'`, sql`o.state = 'awaiting-payment' and o.pay_before <= ${now}`]
  return [sql`o.state = ${state}`]
}

const behind = ({ micros, id }: OrderCursor): RawBuilder<unknown> =>
  sql`(o.created_at, o.id) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::uuid)`

function conditionsOf(filter: StaffOrderFilter): RawBuilder<unknown>[] {
  const { placed, courtIds, way, person } = filter
  return [
    ...(placed === undefined ? [] : [sql`o.created_at >= ${momentAt(placed, 0)} and o.created_at < ${momentAt(addDays(placed, 1), 0)}`]),
    ...(person === undefined ? [] : [sql`o.member_id = ${person}::uuid`]),
    ...(courtIds === undefined || isByBooking(filter) ? [] : [onCourts(courtIds)]),
    ...(way === undefined ? [] : [paidBy(way)]),
  ]
}

/** An order is placed on the day of its booking or before, so that the orders of a retired facility need not be looked for among newer ones. */
const onCourts = (ids: number[]) => sql`
  exists (select from order_items i where i.order_id = o.id and i.court_id = any (${ids}::integer[]))
  and o.created_at < (
    select (max(last.day) + 1)::timestamp at time zone 'Asia/Taipei' from unnest(${ids}::integer[]) as c (id),
      lateral (select i.day from order_items i where i.court_id = c.id order by i.day desc limit 1) as last)`

/** An order is placed before it is paid. */
const paidBy = (way: MoneyWay) => sql`
  exists (select from ledger l where l.order_id = o.id and l.kind = 'payment' and l.way = ${way})
  and o.created_at <= (select l.at from ledger l where l.kind = 'payment' and l.way = ${way} order by l.at desc limit 1)`

/** Conditions of people by any part of their name, the start or end of their mobile, or the start of their address or account, each with an index of its own. */
function waysToName(query: Exclude<PersonQuery, { orderNo: string }>): RawBuilder<unknown>[] {
  const mobile = sql`m.mobile`
  if ('mobile' in query)
    return [startsWith(mobile, query.mobile), endsWith(mobile, query.mobile)].map((way) => sql`m.mobile <> '' and ${way}`)
  const { words } = query
  return [hasPart(sql`m.name`, words), startsWith(sql`lower(m.email)`, words), startsWith(sql`lower(m.account)`, words)]
}

/** Orders whose number ends so. */
async function endingWith(db: DbOrTrx, end: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select o.id from orders o where ${endsWith(sql`o.order_no`, end)} limit ${fewPeople}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Few people are looked up first. Many have new orders, which are found by looking at the newest. */
const fewPeople = 300

async function named(db: DbOrTrx, text: string): Promise<RawBuilder<unknown>> {
  const query = readQuery(text)
  if ('orderNo' in query) return startsWith(sql`o.order_no`, query.orderNo)
  const ways = waysToName(query)
  const ending = query.orderEnd === undefined ? [] : await endingWith(db, query.orderEnd)
  const orEnding = ending.length === 0 ? sql`` : sql` or o.id = any (${ending}::uuid[])`
  const people = ways.map((way) => sql`(select m.id from members m where m.closed_at is null and ${way} limit ${fewPeople + 1})`)
  const { rows } = await sql<{
    id: string
  }>`select id from (${sql.join(people, sql` union all `)}) as found limit ${fewPeople + 1}`.execute(db)
  if (rows.length <= fewPeople) return sql`(o.member_id = any (${rows.map(({ id }) => id)}::uuid[])${orEnding})`
  return sql`(exists (select from members m where m.id = o.member_id and m.closed_at is null and (${sql.join(ways, sql` or `)}))${orEnding})`
}
