import type { DbOrTrx } from '#db/connect.ts'
import { waitingForOffice } from '#modules/refunds/queue-store.ts'
import { waitingAtDesk } from '#modules/refunds/read-store.ts'
import { dayOf } from '#lib/zone.ts'
import type { PlainLine } from '#modules/orders/line-rules.ts'
import { plainLines } from '#modules/orders/line-store.ts'
import { sql, type RawBuilder } from 'kysely'
import type { WaterKind } from '#modules/feedback/rules.ts'
import { parkedItems, unpaidSupplements, type ParkedRow } from './board-store.ts'
import type { Queue, TodayTimes } from './today-rules.ts'

type Counted = { total: number }
export type ExpectedRow = Counted & {
  id: string
  orderNo: string
  name: string
  courtId: number
  start: string
  end: string
  toPay: number
}
export type UnpaidRow = Counted & {
  orderNo: string
  name: string
  amount: number
  payBefore: string
  payAtDesk: boolean
  /** Its lines without floor. */
  lines: PlainLine[]
  booking: { id: string; courtId: number; start: string; end: string; count: number } | null
}
export type BrokenRow = Counted & {
  ticketNo: string
  title: string
  waterKind: WaterKind | null
  facilityId: number
  courtId: number | null
  state: 'received' | 'in-progress'
  createdAt: string
}
export type FailedRow = Counted & { channel: 'mail' | 'sms'; error: string | null; createdAt: string }
export type TodayRow = {
  arrivals: ExpectedRow[]
  late: ExpectedRow[]
  unpaid: UnpaidRow[]
  parked: ParkedRow[]
  broken: BrokenRow[]
  failed: FailedRow[]
  /** How many texts wait for room in the hour's budget. */
  textsWaiting: number
}

/** Bookings whose holder is awaited and has not come. The days make it a read of an index. */
const isAwaited = ({ now, arrives: until }: TodayTimes) => sql`
  i.day in (${dayOf(now)}::date, ${dayOf(until)}::date) and i.state = 'active' and i.parked_at is null and i.checked_in_at is null
    and i.missed_at is null and d.state in ('confirmed', 'checked-in')`
const isLate = (times: TodayTimes) => sql`${isAwaited(times)} and lower(i.during) <= ${times.now} and upper(i.during) > ${times.now}`
const arrives = (times: TodayTimes) => sql`${isAwaited(times)} and lower(i.during) > ${times.now} and lower(i.during) <= ${times.arrives}`
const lapses = ({ now, lapses: until }: TodayTimes) =>
  sql`d.state = 'awaiting-payment' and d.pay_before > ${now} and d.pay_before <= ${until}`
const isBroken = sql`r.state <> 'done'`
const hasFailed = ({ failed }: TodayTimes) => sql`s.state = 'failed' and s.created_at > ${failed}`

const expected = (condition: RawBuilder<unknown>) => sql`
  select i.id, d.order_no as "orderNo", coalesce(nullif(d.contact_name, ''), m.name) as name, i.court_id as "courtId", lower(i.during) as start,
    upper(i.during) as "end", ${unpaidSupplements} as "toPay", count(*) over () as total
  from order_items i join orders d on d.id = i.order_id join members m on m.id = d.member_id
  where ${condition} order by lower(i.during), i.court_id limit 50`

const unpaid = (times: TodayTimes) => sql`
  select d.order_no as "orderNo", m.name, d.amount, d.pay_before as "payBefore", d.pay_at_desk as "payAtDesk", ${plainLines(sql`d.id`)} as lines,
    (select json_build_object('id', i.id, 'courtId', i.court_id, 'start', lower(i.during), 'end', upper(i.during), 'count', count(*) over ())
      from order_items i where i.order_id = d.id and i.state = 'active' order by lower(i.during), i.court_id limit 1) as booking,
    count(*) over () as total
  from orders d join members m on m.id = d.member_id where ${lapses(times)} order by d.pay_before, d.id limit 50`

const broken = sql`
  select r.ticket_no as "ticketNo", r.title, r.water_kind as "waterKind", r.facility_id as "facilityId", r.court_id as "courtId", r.state, r.created_at as "createdAt",
    count(*) over () as total
  from reports r where ${isBroken} order by r.created_at desc, r.id limit 5`

const failed = (times: TodayTimes) => sql`
  select s.channel, s.last_error as error, s.created_at as "createdAt", count(*) over () as total
  from messages s where ${hasFailed(times)} order by s.created_at desc, s.id limit 3`

const listOf = (rows: RawBuilder<unknown>) => sql`(select coalesce(json_agg(one), '[]') from (${rows}) as one)`

/** What the desk has to know at a moment: one statement. Lists are cut at what a screen can show; their rows have the total. */
export async function readTodayRow(db: DbOrTrx, times: TodayTimes): Promise<TodayRow> {
  const { rows } = await sql<TodayRow>`
    select ${listOf(expected(arrives(times)))} as arrivals, ${listOf(expected(isLate(times)))} as late, ${listOf(unpaid(times))} as unpaid,
      ${listOf(parkedItems(times.now))} as parked, ${listOf(broken)} as broken, ${listOf(failed(times))} as failed,
      (select count(*)::integer from messages s where s.waits_until > ${times.now} and s.state = 'queued') as "textsWaiting"`.execute(db)
  return rows[0]!
}

/** Rows of each queue as the call that lists them has them, by the moment since which they wait. */
const waitingOf: Record<Queue, (times: TodayTimes) => RawBuilder<unknown>> = {
  late: (times) => sql`select lower(i.during) as since from order_items i join orders d on d.id = i.order_id where ${isLate(times)}`,
  unpaid: (times) => sql`select d.created_at as since from orders d where ${lapses(times)}`,
  parked: ({ now }) => sql`select p."parkedAt" as since from (${parkedItems(now)}) as p where p."offeredUntil" is null`,
  payouts: () => sql`select r.created_at as since from (${waitingAtDesk}) as r`,
  proofs: () => sql`
    select p.submitted_at as since from identity_proofs p join members m on m.id = p.member_id
    where p.state = 'under-review' and m.email_confirmed_at is not null and m.closed_at is null`,
  clubs: () => sql`
    select c.submitted_at as since from communities c join members m on m.id = c.member_id
    where c.state = 'under-review' and m.email_confirmed_at is not null and m.closed_at is null`,
  preorders: () => sql`select q.submitted_at as since from preorders q where q.state = 'submitted'`,
  reports: () => sql`select r.created_at as since from reports r where ${isBroken}`,
  lockers: ({ now }) => sql`select l.ends_at as since from locker_rentals l where l.state = 'active' and l.ends_at <= ${now}`,
  refunds: () => sql`select r.created_at as since from (${waitingForOffice}) as r`,
  discrepancies: () => sql`select d.found_at as since from discrepancies d where d.settled_at is null`,
  appeals: () => sql`select a.sent_at as since from appeals a where a.state = 'open'`,
  messages: (times) => sql`select s.created_at as since from messages s where ${hasFailed(times)}`,
}

export type WaitingRow = { queue: Queue; count: number; oldest: Date | null }

/** How many wait in each of these queues, and since when: one statement. */
export async function readWaiting(db: DbOrTrx, queues: readonly Queue[], times: TodayTimes): Promise<WaitingRow[]> {
  if (queues.length === 0) return []
  const counts = queues.map(
    (queue) =>
      sql`select ${queue}::text as queue, count(*)::integer as count, min(w.since) as oldest from (${waitingOf[queue](times)}) as w`,
  )
  const { rows } = await sql<WaitingRow>`${sql.join(counts, sql` union all `)}`.execute(db)
  return rows
}
