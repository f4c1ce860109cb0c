import { anyOf } from '#db/any-of.ts'
import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import type { Day } from '#lib/zone.ts'
import { holdMinutes, prolongAwaited } from '#modules/availability/waiting-store.ts'
import { sql, type RawBuilder } from 'kysely'
import { addOrderEvents, countChanges } from './event-store.ts'
import { mayMove, moveOrders } from './move-store.ts'
import type { Price } from '#modules/venues/price-rules.ts'
import type { Words } from '#modules/venues/rules.ts'
import type { OrderState } from './rules.ts'

export type LockedOrder = {
  id: string
  orderNo: string
  kind: string
  memberId: string
  state: OrderState
  amount: number
  payBefore: Date | null
  /** To be paid at the desk until the deadline. */
  payAtDesk: boolean
  /** A parked item has no spaces. */
  items: { id: string; courtId: number; period: Period; spaces: number; parked: boolean }[]
}

/** Locks the order until the end of the transaction; answers it with its active items. */
export async function lockOrder(db: DbOrTrx, id: string): Promise<LockedOrder | undefined> {
  const order = await db
    .selectFrom('orders')
    .select([
      'id',
      'order_no as orderNo',
      'kind',
      'member_id as memberId',
      'state',
      'amount',
      'pay_before as payBefore',
      'pay_at_desk as payAtDesk',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!order) return undefined
  const { rows } = await sql<{ id: string; courtId: number; start: Date; end: Date; spaces: number; parked: boolean }>`
    select i.id, i.court_id as "courtId", lower(i.during) as start, upper(i.during) as "end", (select count(*) from court_spaces cs where cs.court_id = i.court_id) as spaces, i.parked_at is not null as parked
    from order_items i where i.order_id = ${id} and i.state = 'active' order by lower(i.during), i.court_id`.execute(db)
  return { ...order, state: order.state as OrderState, items: rows.map(({ start, end, ...item }) => ({ ...item, period: { start, end } })) }
}

/** Who holds spaces for an order: its items. Of an order without items it is the order itself: a top-up holds those of the move that it pays for. */
export const holdersOf = ({ id, items }: LockedOrder): string[] => (items.length > 0 ? items.map((item) => item.id) : [id])

export type ExpiredOrder = {
  orderId: string
  memberId: string
  kind: string
  /** The service was up at the deadline, so the order could have been paid. */
  couldPay: boolean
  /** Offered by the waiting list: nobody had asked for it. */
  fromWaitingList: boolean
  /** To be paid at the desk: that is possible without a payment provider. */
  payAtDesk: boolean
  amount: number
  placedAt: Date
  firstDay: Day | null
  /** Without an account: nobody who could be shown a point, or appeal. */
  isGuest: boolean
  /** Who holds spaces for it: see holdersOf. */
  holderIds: string[]
  facilityIds: number[]
}

/** Orders whose time to pay is over, by id. */
export async function listUnpaid(db: DbOrTrx, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o where ${mayMove('expire')} and o.pay_before <= ${now} order by o.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Expires overdue orders and writes their events. Locks them in the order of their ids. The caller frees their spaces. */
export async function expireOrders(trx: Trx, only: string[], watchedSince: Date, now: Date): Promise<ExpiredOrder[]> {
  const { rows: due } = await sql<{ id: string }>`
    select o.id from orders o where o.id = any(${only}::uuid[]) and ${mayMove('expire')} and o.pay_before <= ${now} order by o.id for update`.execute(
    trx,
  )
  const ids = await moveOrders(
    trx,
    due.map(({ id }) => id),
    'expire',
    now,
  )
  if (ids.length === 0) return []
  await countChanges(trx, ids)
  const { rows } = await sql<ExpiredOrder>`
    select e.id as "orderId", e.member_id as "memberId", e.kind, e.pay_before >= ${watchedSince} as "couldPay", e.from_waiting_list as "fromWaitingList", e.pay_at_desk as "payAtDesk", e.amount, e.created_at as "placedAt", (select min(i.day) from order_items i where i.order_id = e.id) as "firstDay", (select m.is_guest from members m where m.id = e.member_id) as "isGuest",
      array(select i.id from order_items i where i.order_id = e.id union all select e.id where not exists (select from order_items i where i.order_id = e.id)) as "holderIds",
      array(select distinct c.facility_id from order_items i join courts c on c.id = i.court_id where i.order_id = e.id or i.id = e.supplement_of
        union select c.facility_id from pending_moves p join courts c on c.id = p.to_court_id where p.order_id = e.id) as "facilityIds"
    from orders e where e.id = any(${ids}::uuid[])`.execute(trx)
  await addOrderEvents(
    trx,
    rows.map(({ orderId }) => ({ orderId, kind: 'expired' })),
    now,
  )
  return rows
}

/** Goes on holding the floor of orders that lapse soon and for which somebody waits, until after the run that expires them. */
export async function prolongLapsing(trx: Trx, ids: string[], now: Date): Promise<void> {
  const { rows } = await sql<{ holder: string; until: Date }>`
    select coalesce(i.id, o.id) as holder, o.pay_before + ${holdMinutes} * interval '1 minute' as until
    from orders o left join order_items i on i.order_id = o.id
    where o.id = any(${ids}::uuid[]) and ${isAwaiting(now, lapsingBefore(now))}`.execute(trx)
  await prolongAwaited(trx, rows, now)
}

/** Orders to be paid within the time that a hold is prolonged by. */
export const listLapsing = (db: DbOrTrx, now: Date): Promise<string[]> => listAwaiting(db, isAwaiting(now, lapsingBefore(now)))

const lapsingBefore = (now: Date): Date => new Date(now.getTime() + holdMinutes * 60_000)

/** `o` waits for its payment, which is due after now and not after `before`. */
const isAwaiting = (now: Date, before: Date) => sql`o.state = 'awaiting-payment' and o.pay_before > ${now} and o.pay_before <= ${before}`

async function listAwaiting(db: DbOrTrx, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select o.id from orders o where ${which} order by o.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** What a store has scanned is reported days later: who has barcodes may have paid, and is not hurried. */
const hasBarcodes = sql`exists (
  select from payment_attempts a where a.order_id = o.id and a.state = 'number-issued' and a.payment_number ->> 'kind' = 'barcode')`

/** The day before a visit is in time for what is paid at the desk: a booking's deadline is the visit, a season's may be weeks before. */
const isRemindedInTime = sql`(o.pay_at_desk and exists (
  select from order_items i where i.order_id = o.id and i.state = 'active' and lower(i.during) < o.pay_before + interval '1 day'))`

const isToWarn = (before: Date, now: Date) =>
  sql`${isAwaiting(now, before)} and o.warned_at is null and not ${isRemindedInTime} and not ${hasBarcodes}`

/** Orders that expire soon and have no `expiring` event yet. */
export const listToWarn = (db: DbOrTrx, before: Date, now: Date): Promise<string[]> => listAwaiting(db, isToWarn(before, now))

/**
 * Writes an `expiring` event for those of the orders that expire soon, once each. An order that is locked comes the next time. An order that is
 * paid at the desk gets a reminder the day before instead: minutes before the deadline its member is on the way.
 */
export async function noteExpiring(trx: Trx, ids: string[], before: Date, now: Date): Promise<number> {
  const { rows } = await sql<{ orderId: string }>`
    update orders set warned_at = ${now} where id in (
      select o.id from orders o where o.id = any(${ids}::uuid[]) and ${isToWarn(before, now)} for update skip locked)
    returning id as "orderId"`.execute(trx)
  await addOrderEvents(
    trx,
    rows.map(({ orderId }) => ({ orderId, kind: 'expiring' })),
    now,
  )
  return rows.length
}

/** Bookings of a day that are reminded of: what was placed later needs no reminder. */
export type Reminded = { day: Day; placedBefore: Date }

/** `i` of `o` is to be reminded of: paid, or paid at the desk. */
const isToRemind = ({ day, placedBefore }: Reminded, now: Date) => sql`
  (o.state in ('confirmed', 'checked-in') or (o.state = 'awaiting-payment' and o.pay_at_desk and o.pay_before > ${now}))
  and i.state = 'active' and i.day = ${day}::date and i.reminded_at is null and i.parked_at is null and o.created_at <= ${placedBefore}`

/** Items of this day that have no `reminder` event yet. */
export async function listToRemind(db: DbOrTrx, reminded: Reminded, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from order_items i join orders o on o.id = i.order_id where ${isToRemind(reminded, now)} order by i.order_id, i.id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Writes a `reminder` event for those of the items that have none. */
export async function noteReminders(trx: Trx, itemIds: string[], reminded: Reminded, now: Date): Promise<number> {
  const { rows } = await sql<{ orderId: string; itemId: string }>`
    update order_items i set reminded_at = ${now} from orders o
    where i.id = any(${itemIds}::uuid[]) and o.id = i.order_id and ${isToRemind(reminded, now)}
    returning i.order_id as "orderId", i.id as "itemId"`.execute(trx)
  await addOrderEvents(
    trx,
    rows.map((due) => ({ ...due, kind: 'reminder' })),
    now,
  )
  return rows.length
}

/** Cancels active items; answers each with its total price. */
export async function cancelItems(db: DbOrTrx, ids: string[], by: 'member' | 'venue'): Promise<{ id: string; total: number }[]> {
  return db
    .updateTable('order_items')
    .set({ state: 'cancelled', cancelled_by_venue: by === 'venue' })
    .where('id', '=', anyOf(ids))
    .where('state', '=', 'active')
    .returning((eb) => ['id', eb('price', '+', eb('light_fee', '+', eb.ref('deposit'))).as('total')])
    .execute()
}

/** Who has cancelled these items for the centre, and why. */
export async function writeRemoved(
  db: DbOrTrx,
  ids: string[],
  { by, reason }: { by: string | null; reason: Words },
  now: Date,
): Promise<void> {
  await db
    .updateTable('order_items')
    .set({ removed_at: now, removed_by: by, removed_reason_tw: reason.tw, removed_reason_en: reason.en })
    .where('id', '=', anyOf(ids))
    .execute()
}

/** Recomputes an unpaid order's amount from its active items. */
export async function sumItems(db: DbOrTrx, id: string): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    update orders set amount = (select coalesce(sum(price + light_fee + deposit), 0) from order_items where order_id = ${id} and state = 'active')
    where id = ${id} returning amount`.execute(db)
  return rows[0]!.amount
}

/** Those of these orders that belong to one of these members. */
export async function listOrdersOfAny(db: DbOrTrx, orderIds: string[], memberIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', anyOf(orderIds))
    .where('member_id', '=', anyOf(memberIds))
    .execute()
  return rows.map(({ id }) => id)
}

/** Somebody has begun to pay and has not finished. */
export async function hasOpenAttempt(db: DbOrTrx, orderId: string): Promise<boolean> {
  const open = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', 'in', ['created', 'processing', 'number-issued'])
    .executeTakeFirst()
  return open !== undefined
}

export async function writeItemPrice(db: DbOrTrx, itemId: string, { price, lightFee, deposit }: Price): Promise<void> {
  await db.updateTable('order_items').set({ price, light_fee: lightFee, deposit }).where('id', '=', itemId).execute()
}
