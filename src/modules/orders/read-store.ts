import * as m from '#i18n/generated/messages.js'
import type { OpenThing } from '#modules/accounts/deps.ts'
import type { DbOrTrx } from '#db/connect.ts'
import { dayOf, type Day } from '#lib/zone.ts'
import { isOpen } from '#modules/accounts/admission-store.ts'
import { pricedIdentity } from '#modules/accounts/identity-store.ts'
import { sql, type RawBuilder } from 'kysely'
import type { PlainLine } from './line-rules.ts'
import { plainLines } from './line-store.ts'
import type { OrderState } from './rules.ts'

export type ReadItem = {
  id: string
  courtId: number
  start: Date
  end: Date
  day: Day
  price: number
  lightFee: number
  deposit: number
  /** Paid supplements of moves to dearer periods. */
  toppedUp: number
  identityTw: string
  identityEn: string
  state: 'active' | 'cancelled'
  /** Cancelled by the venue; false: by the member. */
  byVenue: boolean
  checkedInAt: Date | null
  missedAt: Date | null
  /** A move by the member does not improve the refund; null: no limit. */
  refundCap: number | null
  /** How often it was moved. */
  moves: number
  /** Moves by the member. */
  ownMoves: number
  /** A move to a dearer period that waits for its top-up. */
  pendingMove: { orderNo: string; amount: number; payBefore: Date; courtId: number; start: Date; end: Date } | null
  /** Staff took it off the floor and will say where it goes. */
  parked: boolean
  /** Where it was before it was moved last. */
  movedFrom: { courtId: number; start: Date; end: Date } | null
}

export type ReadOrder = {
  id: string
  orderNo: string
  /** `supplement`: what a move to a dearer period costs besides. */
  kind: string
  /** Its lines without floor, such as a locker's rent. */
  lines: PlainLine[]
  preOrderNo: string | null
  state: OrderState
  amount: number
  payBefore: Date | null
  contactName: string
  contactPhone: string
  remark: string
  placedByStaff: boolean
  fromWaitingList: boolean
  /** To be paid at the desk until the deadline. */
  payAtDesk: boolean
  createdAt: Date
  confirmedAt: Date | null
  closedAt: Date | null
  /** Paid minus refunded, with the supplements of its items. */
  paid: number
  /** Owed back and not sent yet. */
  owed: number
  /** A bank or store number was issued and waits for payment. */
  numberIssued: boolean
  /** Number of changes so far: the iCalendar SEQUENCE. */
  changes: number
  /** Of a supplement: the order whose booking it is for; of a top-up also the court and time that it moves the booking to. */
  topUpFor: { orderNo: string; to: { courtId: number; start: Date; end: Date } | null } | null
  items: ReadItem[]
}

type ItemMoment = 'start' | 'end' | 'checkedInAt' | 'missedAt' | 'movedFrom' | 'pendingMove'
type SpotRow = { courtId: number; start: string; end: string }
type ItemRow = Omit<ReadItem, ItemMoment> & {
  start: string
  end: string
  checkedInAt: string | null
  missedAt: string | null
  movedFrom: SpotRow | null
  pendingMove: (SpotRow & { orderNo: string; amount: number; payBefore: string }) | null
}
type Row = Omit<ReadOrder, 'items' | 'topUpFor'> & { items: ItemRow[]; topUpFor: { orderNo: string; to: SpotRow | null } | null }

/** Of a cancelled item: what had been paid for it besides when it was cancelled, without what had gone back for moves before. */
const toppedUp = sql`(
  select coalesce(sum(s.amount), 0) from orders s where s.supplement_of = i.id and (s.state = 'confirmed'
    or (i.state = 'cancelled' and s.state = 'cancelled' and s.confirmed_at is not null
      and not exists (select from refunds_due d where d.cause = 'moved:' || s.id || ':' || s.amount))))`

const itemsOf = sql`(
  select coalesce(json_agg(json_build_object(
    'id', i.id, 'courtId', i.court_id, 'start', lower(i.during), 'end', upper(i.during), 'day', i.day, 'price', i.price, 'lightFee', i.light_fee,
    'deposit', i.deposit, 'toppedUp', case when i.moves > 0 then ${toppedUp} else 0 end, 'identityTw', d.name_tw, 'identityEn', d.name_en, 'state', i.state, 'byVenue',
    i.state = 'cancelled' and i.cancelled_by_venue, 'checkedInAt', i.checked_in_at, 'missedAt', i.missed_at,
    'parked', i.parked_at is not null, 'refundCap', i.refund_cap, 'moves', i.moves,
    'ownMoves', case when i.moves > 0 then (select count(*) from item_moves v where v.item_id = i.id and v.kind = 'member') else 0 end,
    'pendingMove', (
      select json_build_object('orderNo', s.order_no, 'amount', s.amount, 'payBefore', s.pay_before, 'courtId', p.to_court_id, 'start', lower(p.to_during), 'end', upper(p.to_during))
      from pending_moves p join orders s on s.id = p.order_id where p.item_id = i.id and s.state = 'awaiting-payment' limit 1), 'movedFrom', case when i.moves > 0 then (
      select json_build_object('courtId', v.from_court_id, 'start', lower(v.from_during), 'end', upper(v.from_during)) from item_moves v
      where v.item_id = i.id and v.settled_at is not null and (v.from_court_id <> i.court_id or v.from_during <> i.during)
      order by v.settled_at desc, v.id limit 1) end
  ) order by lower(i.during), i.court_id), '[]')
  from order_items i join identities d on d.id = i.identity_id where i.order_id = o.id)`

/** The order and the supplements of its items: money that came in and goes back for one thing. */
const withSupplements = sql`array(select o.id union all select s.id from order_items i join orders s on s.supplement_of = i.id where i.order_id = o.id)`

const columns = sql`
  o.id, o.order_no as "orderNo", o.kind, o.preorder_no as "preOrderNo", o.state, o.amount, o.pay_before as "payBefore", o.contact_name as "contactName", o.contact_phone as "contactPhone", o.remark,
  o.placed_by is not null as "placedByStaff", o.from_waiting_list as "fromWaitingList", o.pay_at_desk as "payAtDesk", o.created_at as "createdAt", o.confirmed_at as "confirmedAt", o.closed_at as "closedAt",
  (select coalesce(sum(l.amount), 0) from ledger l where l.order_id = any (${withSupplements})) as paid,
  (select coalesce(sum(r.amount), 0) from refunds_due r where r.order_id = any (${withSupplements}) and r.done_at is null) as owed,
  exists (select from payment_attempts a where a.order_id = o.id and a.state = 'number-issued') as "numberIssued",
  o.changes,
  (select json_build_object('orderNo', b.order_no, 'to', case when p.order_id is not null then
      json_build_object('courtId', p.to_court_id, 'start', lower(p.to_during), 'end', upper(p.to_during)) end)
    from order_items i join orders b on b.id = i.order_id left join pending_moves p on p.order_id = o.id
    where i.id = coalesce(o.supplement_of, (select item_id from pending_moves where order_id = o.id))) as "topUpFor",
  ${plainLines(sql`o.id`)} as lines, ${itemsOf} as items`

const spotOf = ({ courtId, start, end }: SpotRow) => ({ courtId, start: new Date(start), end: new Date(end) })

const fromRow = ({ items, topUpFor, ...order }: Row): ReadOrder => ({
  ...order,
  topUpFor: topUpFor && { ...topUpFor, to: topUpFor.to && spotOf(topUpFor.to) },
  items: items.map((item) => ({
    ...item,
    start: new Date(item.start),
    end: new Date(item.end),
    checkedInAt: item.checkedInAt === null ? null : new Date(item.checkedInAt),
    missedAt: item.missedAt === null ? null : new Date(item.missedAt),
    movedFrom: item.movedFrom && spotOf(item.movedFrom),
    pendingMove: item.pendingMove && {
      ...spotOf(item.pendingMove),
      orderNo: item.pendingMove.orderNo,
      amount: item.pendingMove.amount,
      payBefore: new Date(item.pendingMove.payBefore),
    },
  })),
})

/** Another member's order is not found, so that numbers cannot be probed. */
export async function findOrder(db: DbOrTrx, memberId: string, orderNo: string): Promise<ReadOrder | undefined> {
  const { rows } = await sql<Row>`select ${columns} from orders o where o.order_no = ${orderNo} and o.member_id = ${memberId}`.execute(db)
  return rows[0] && fromRow(rows[0])
}

export async function findAllOrders(db: DbOrTrx, memberId: string): Promise<ReadOrder[]> {
  const { rows } =
    await sql<Row>`select ${columns} from orders o where o.member_id = ${memberId} order by o.created_at desc, o.order_no`.execute(db)
  return rows.map(fromRow)
}

export async function findOrdersSince(db: DbOrTrx, memberId: string, since: Date): Promise<ReadOrder[]> {
  const { rows } = await sql<Row>`
    select ${columns} from orders o
    where o.member_id = ${memberId} and o.id in (
      select i.order_id from order_items i where i.member_id = ${memberId} and i.day >= (${since}::timestamptz - interval '1 day')::date and upper(i.during) > ${since}) order by o.created_at, o.order_no`.execute(
    db,
  )
  return rows.map(fromRow)
}

/** Orders that are to be paid, have a coming period, or owe a refund; the oldest first. */
export async function openOrders(db: DbOrTrx, memberId: string, now: Date): Promise<OpenThing[]> {
  const { rows } = await sql<{ kind: keyof typeof openWords; no: string }>`
    select kind, order_no as no from (
      select o.order_no, o.created_at, case
        when o.state = 'awaiting-payment' and o.pay_before > ${now} then 'to-pay'
        when o.state in ('confirmed', 'checked-in') and exists (select from order_items i where i.order_id = o.id and i.state = 'active' and (upper(i.during) > ${now} or i.parked_at is not null)) then 'to-come'
        when exists (select from refunds_due r where r.order_id = o.id and r.done_at is null) then 'to-refund'
      end as kind
      from orders o where o.member_id = ${memberId}
    ) o where kind is not null order by created_at, order_no`.execute(db)
  return rows.map(({ kind, no }) => ({
    kind,
    no,
    words: (locale) => openWords[kind]({ no }, { locale }),
    path: `/member/order/overview?orderNo=${no}`,
  }))
}
const openWords = { 'to-come': m.setting_close_to_come, 'to-pay': m.setting_close_to_pay, 'to-refund': m.setting_close_to_refund }

export type OrderFilter = {
  /** All kinds when left out. */
  kinds: readonly string[] | undefined
  isFree: boolean
  status: OrderState | undefined
  keyword: string | undefined
  /** `coming`: to pay or to use, the next first; `past`: the rest, the latest first. Unless given: all, the newest first. */
  when: 'coming' | 'past' | undefined
  page: number
  pageSize: number
}

export async function findOrders(
  db: DbOrTrx,
  memberId: string,
  filter: OrderFilter,
  now: Date,
): Promise<{ orders: ReadOrder[]; total: number }> {
  const where = sql`o.member_id = ${memberId} and ${ofKinds(filter)} and ${stateIs(filter.status, now)} and ${mentions(filter.keyword)} and ${whenIs(filter.when, now)}`
  const { rows } = await sql<Row>`
    select ${columns} from orders o where ${where} order by ${sorted(filter.when, now)}, o.order_no limit ${filter.pageSize} offset ${(filter.page - 1) * filter.pageSize}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`select count(*) as total from orders o where ${where}`.execute(db)
  return { orders: rows.map(fromRow), total: counted.rows[0]!.total }
}

const everything = sql`true`

function ofKinds({ kinds, isFree }: OrderFilter): RawBuilder<unknown> {
  if (isFree) return sql`o.amount = 0`
  return kinds === undefined ? everything : sql`o.kind = any (${[...kinds]}::text[])`
}

/** SQL of the state now: an overdue order reads as expired before the job writes it. */
function stateIs(state: OrderState | undefined, now: Date): RawBuilder<unknown> {
  if (state === undefined) return everything
  if (state === 'awaiting-payment') return sql`(o.state = 'awaiting-payment' and o.pay_before > ${now})`
  if (state === 'expired') return sql`(o.state = 'expired' or (o.state = 'awaiting-payment' and o.pay_before <= ${now}))`
  return sql`o.state = ${state}`
}

/** SQL of the items `i` of an order; of a supplement, the booking that it is for: it stands in lists where its booking does. */
const isItemOf = sql`(i.order_id = o.id or i.id = o.supplement_of)`

/** SQL of whether something is still to be paid or used. What has no floor, such as a locker's term, its module completes. */
function whenIs(when: OrderFilter['when'], now: Date): RawBuilder<unknown> {
  if (when === undefined) return everything
  const coming = sql`(${stateIs('awaiting-payment', now)} or (o.state in ('confirmed', 'checked-in') and ((o.supplement_of is null and not exists (select from order_items i where i.order_id = o.id)) or exists (
    select from order_items i where ${isItemOf} and i.state = 'active' and (upper(i.during) > ${now} or i.parked_at is not null)))))`
  return when === 'coming' ? coming : sql`not ${coming}`
}

function sorted(when: OrderFilter['when'], now: Date): RawBuilder<unknown> {
  if (when === undefined) return sql`o.created_at desc`
  if (when === 'past')
    return sql`coalesce((select least(o.closed_at, max(upper(i.during))) from order_items i where ${isItemOf}), o.created_at) desc`
  return sql`o.state = 'awaiting-payment' desc, case when o.state = 'awaiting-payment' then o.pay_before else (
    select min(lower(i.during)) from order_items i where ${isItemOf} and i.state = 'active' and upper(i.during) > ${now}) end`
}

function mentions(keyword: string | undefined): RawBuilder<unknown> {
  if (keyword === undefined || keyword === '') return everything
  const like = `%${keyword.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`(o.order_no ilike ${like} or exists (select from order_lines n where n.order_id = o.id and (n.words_tw ilike ${like} or n.words_en ilike ${like})) or exists (
    select from order_items i join courts c on c.id = i.court_id join facilities f on f.id = c.facility_id
    where i.order_id = o.id and (c.name_tw ilike ${like} or c.name_en ilike ${like} or f.name_tw ilike ${like} or f.name_en ilike ${like})))`
}

/** Orders to pay now, and orders with coming periods, the next first. */
export async function findUpcoming(db: DbOrTrx, memberId: string, limit: number, now: Date): Promise<ReadOrder[]> {
  const { rows } = await sql<Row>`
    select ${columns} from orders o
    join lateral (select min(lower(i.during)) as first from order_items i where i.order_id = o.id and i.state = 'active' and i.missed_at is null and upper(i.during) > ${now}) as next on true
    where o.member_id = ${memberId} and o.state in ('awaiting-payment', 'confirmed', 'checked-in') and (
      (o.state = 'awaiting-payment' and o.pay_before > ${now}) or (o.state in ('confirmed', 'checked-in') and next.first is not null))
    order by o.state = 'awaiting-payment' desc, case when o.state = 'awaiting-payment' then o.pay_before else next.first end, o.order_no
    limit ${limit}`.execute(db)
  return rows.map(fromRow)
}

export async function writeContact(
  db: DbOrTrx,
  id: string,
  change: { contact_name?: string; contact_phone?: string; remark?: string },
): Promise<void> {
  if (Object.keys(change).length > 0) await db.updateTable('orders').set(change).where('id', '=', id).execute()
}

export type Recipient = { memberId: string; identityId: number }

/** Finds a member by account or confirmed email, with the identity that prices depend on. */
export async function findRecipient(db: DbOrTrx, emailOrAccount: string, now: Date): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select m.id as "memberId", ${pricedIdentity(dayOf(now))} as "identityId"
    from priced_members m
    where ${isOpen('m')} and m.email_confirmed_at is not null and (lower(m.account) = lower(${emailOrAccount}) or lower(m.email) = lower(${emailOrAccount}))`.execute(
    db,
  )
  return rows[0]
}

export async function readIdentityName(db: DbOrTrx, id: number): Promise<{ tw: string; en: string }> {
  const row = await db.selectFrom('identities').select(['name_tw as tw', 'name_en as en']).where('id', '=', id).executeTakeFirstOrThrow()
  return row
}
