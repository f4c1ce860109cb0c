import * as m from '#i18n/generated/messages.js'
import type { OpenThing } from '#modules/accounts/deps.ts'
import type { DbOrTrx } from '#db/connect.ts'
import type { Day } from '#lib/zone.ts'
import { sql, type RawBuilder } from 'kysely'
import type { DocumentKind, Line, ShownState } from './rules.ts'
import type { RefusedDate } from './store.ts'

/** SQL of the state now; `p` is the pre-order, `o` its order. Every query that shows or filters by state uses this. */
const stateNow = (now: Date) => sql<ShownState>`case
  when p.state <> 'approved' or o.id is null then p.state
  when o.state in ('expired', 'cancelled', 'venue-cancelled') or o.state = 'awaiting-payment' and o.pay_before <= ${now} then 'cancelled'
  when o.state = 'awaiting-payment' then 'approved'
  else 'confirmed' end`

/** SQL of dates that are still held; `d` is the date, `i` its item, `o` the order. */
const dateStateNow = (now: Date) => sql`case
  when d.state <> 'held' or p.state not in ('rejected', 'cancelled') and (o.id is null or i.state = 'active' and o.state not in ('expired', 'cancelled', 'venue-cancelled')
    and (o.state <> 'awaiting-payment' or o.pay_before > ${now})) then d.state
  else 'released' end`

export type ReadDate = {
  id: string
  line: number
  courtId: number
  day: Day
  start: Date
  end: Date
  price: number
  lightFee: number
  state: 'held' | 'given-back' | 'released'
}
export type ReadDocument = { fileId: string; kind: DocumentKind; name: string; size: number; type: string }

export type ReadPreOrder = {
  id: string
  orderNo: string
  memberId: string
  roundId: number
  state: ShownState
  title: string
  purpose: string
  contactName: string
  contactPhone: string
  headcount: number
  lines: Line[]
  amount: number
  submittedAt: Date | null
  changedAt: Date
  reviewNote: string
  missingKinds: DocumentKind[]
  payOrderNo: string | null
  payAtDesk: boolean
  payBefore: Date | null
  communityName: string
  email: string
  /** Dates that were refused when it was sent. */
  refused: RefusedDate[]
  decidedAt: Date | null
  /** Name of who decided. */
  decidedBy: string | null
  dates: ReadDate[]
  documents: ReadDocument[]
}

type Row = Omit<ReadPreOrder, 'dates'> & { dates: (Omit<ReadDate, 'start' | 'end'> & { start: string; end: string })[]; total: number }

const columns = (now: Date) => sql`
  p.id, p.order_no as "orderNo", p.member_id as "memberId", p.round_id as "roundId", ${stateNow(now)} as state, p.title, p.purpose, p.contact_name as "contactName",
  p.contact_phone as "contactPhone", p.headcount, p.lines, p.amount, p.submitted_at as "submittedAt", p.changed_at as "changedAt", p.review_note as "reviewNote",
  p.missing_kinds as "missingKinds", o.order_no as "payOrderNo", coalesce(o.pay_at_desk, false) as "payAtDesk", case when o.state = 'awaiting-payment' and o.pay_before > ${now} then o.pay_before end as "payBefore",
  coalesce(c.name, '') as "communityName", m.email, p.refused, p.decided_at as "decidedAt",
  (select w.name from members w where w.id = p.decided_by) as "decidedBy",
  (select coalesce(json_agg(json_build_object('id', d.id, 'line', d.line, 'courtId', d.court_id, 'day', d.day, 'start', lower(d.during), 'end', upper(d.during), 'price', d.price,
      'lightFee', d.light_fee, 'state', ${dateStateNow(now)}) order by d.line, d.during), '[]')
    from preorder_dates d left join order_items i on i.id = d.id where d.preorder_id = p.id) as dates,
  (select coalesce(json_agg(json_build_object('fileId', f.id, 'kind', x.kind, 'name', f.name, 'size', f.size, 'type', f.type) order by array_position('{application,affidavit,roster}', x.kind), f.name), '[]')
    from preorder_documents x join files f on f.id = x.file_id where x.preorder_id = p.id) as documents`

const tables = sql`preorders p left join orders o on o.id = p.order_id join members m on m.id = p.member_id left join communities c on c.member_id = p.member_id`

const fromRow = ({ dates, total: _, ...row }: Row): ReadPreOrder => ({
  ...row,
  dates: dates.map((date) => ({ ...date, start: new Date(date.start), end: new Date(date.end) })),
})

/** `memberId` undefined: for staff, who do not see drafts. Another community's pre-order is not found. */
export async function findPreOrder(
  db: DbOrTrx,
  { orderNo, memberId }: { orderNo: string; memberId: string | undefined },
  now: Date,
): Promise<ReadPreOrder | undefined> {
  const { rows } = await sql<Row>`select ${columns(now)} from ${tables} where p.order_no = ${orderNo} and ${ownedBy(memberId)}`.execute(db)
  return rows[0] && fromRow(rows[0])
}

const ownedBy = (memberId: string | undefined): RawBuilder<unknown> =>
  memberId === undefined ? sql`p.state <> 'draft'` : sql`p.member_id = ${memberId}`

/** The community's pre-orders that hold coming dates. */
export async function seasonsWithOpenDates(db: DbOrTrx, memberId: string, now: Date): Promise<OpenThing[]> {
  const { rows } = await sql<{ no: string }>`
    select distinct p.order_no as no
    from preorder_dates d join held_spaces o on o.holder_id = d.id join preorders p on p.id = d.preorder_id
    where d.member_id = ${memberId} and d.state = 'held' and upper(d.during) > ${now} and o.held_until > ${now}
    order by p.order_no`.execute(db)
  return rows.map(({ no }) => ({
    kind: 'season',
    no,
    words: (locale) => m.setting_close_season({ no }, { locale }),
    path: `/member/order/schedule/${no}`,
  }))
}

export type PreOrderFilter = {
  memberId: string | undefined
  status: ShownState | undefined
  roundId?: number | undefined
  page: number
  pageSize: number
}

/** More than clubs of any town: a bound for the answer, not a page. */
const mostOfRound = 2000

/** Most recently changed first. */
export async function findPreOrders(
  db: DbOrTrx,
  { memberId, status, roundId, page, pageSize }: PreOrderFilter,
  now: Date,
): Promise<{ preOrders: ReadPreOrder[]; total: number }> {
  const everything = sql`true`
  const where = sql`${ownedBy(memberId)} and ${status === undefined ? everything : sql`${stateNow(now)} = ${status}`}
    and ${roundId === undefined ? everything : sql`p.round_id = ${roundId}`}`
  const { rows } = await sql<Row>`
    select ${columns(now)} from ${tables} where ${where} order by p.changed_at desc, p.order_no limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`select count(*) as total from ${tables} where ${where}`.execute(db)
  return { preOrders: rows.map(fromRow), total: counted.rows[0]!.total }
}

/** All pre-orders of a round, without drafts, in the order in which they were sent: a season is shown and decided as a whole. */
export async function findOfRound(db: DbOrTrx, roundId: number, now: Date): Promise<ReadPreOrder[]> {
  const { rows } = await sql<Row>`
    select ${columns(now)} from ${tables} where p.round_id = ${roundId} and p.state <> 'draft' order by p.submitted_at, p.order_no limit ${mostOfRound}`.execute(
    db,
  )
  return rows.map(fromRow)
}

export type SubmittedRow = {
  orderNo: string
  state: ShownState
  amount: number
  dates: { line: number; day: Day }[]
  refused: RefusedDate[]
}

/** The stored outcome of the submission, for a repeated request. */
export async function readSubmitted(db: DbOrTrx, id: string, now: Date): Promise<SubmittedRow> {
  const { rows } = await sql<SubmittedRow>`
    select p.order_no as "orderNo", ${stateNow(now)} as state, p.amount, p.refused,
      (select coalesce(json_agg(json_build_object('line', d.line, 'day', d.day) order by d.line, d.day), '[]') from preorder_dates d where d.preorder_id = p.id) as dates
    from ${tables} where p.id = ${id}`.execute(db)
  return rows[0]!
}

export async function readRoundId(db: DbOrTrx, memberId: string, orderNo: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('preorders')
    .select('round_id as roundId')
    .where('order_no', '=', orderNo)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row?.roundId
}
