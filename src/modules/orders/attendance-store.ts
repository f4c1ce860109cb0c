import type { Trx } from '#db/connect.ts'
import type { Day } from '#lib/zone.ts'
import { sql } from 'kysely'
import { mayMove, moveOrder, moveOrders } from './move-store.ts'

/** Locks the order of an item. Every change of items takes this lock first (lock order). False when there is no such item. */
export async function lockOrderOfItem(trx: Trx, itemId: string): Promise<boolean> {
  const { rows } = await sql`
    select from orders where id = (select order_id from order_items where id = ${itemId}) for update`.execute(trx)
  return rows.length > 0
}

/**
 * Checks an item in, and its order with it; behind the lock on the order. The WHERE is the guard: false when the item is checked
 * in, missed or cancelled already, or outside its time. `at` is when somebody came: a no-show that was marked later is undone.
 */
export async function markCheckedIn(
  trx: Trx,
  itemId: string,
  { by, opensMinutes, at }: { by: string; opensMinutes: number; at: Date },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ orderId: string; isClosed: boolean }>`
    update order_items i set checked_in_at = ${at}, checked_in_by = ${by}, missed_at = null from orders o
    where i.id = ${itemId} and o.id = i.order_id and (${mayMove('checkIn')} or ${mayMove('comeAfterAll')}) and i.state = 'active'
      and i.checked_in_at is null and (i.missed_at is null or i.missed_at > ${at}) and i.parked_at is null
      and lower(i.during) <= ${at}::timestamptz + make_interval(mins => ${opensMinutes}) and upper(i.during) > ${at}
    returning i.order_id as "orderId", o.closed_at is not null as "isClosed"`.execute(trx)
  const [checkedIn] = rows
  if (!checkedIn) return false
  if (!(await moveOrder(trx, checkedIn.orderId, checkedIn.isClosed ? 'comeAfterAll' : 'checkIn', now)))
    throw new Error(`the order ${checkedIn.orderId} changed although it was locked`)
  return true
}

/** Takes a check-in back, behind the lock on the order. Without another one the order is confirmed as before. False when the order is over. */
export async function unmarkCheckedIn(trx: Trx, itemId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ orderId: string; isLast: boolean }>`
    update order_items i set checked_in_at = null, checked_in_by = null from orders o
    where i.id = ${itemId} and o.id = i.order_id and ${mayMove('undoCheckIn')} and i.checked_in_at is not null
    returning i.order_id as "orderId",
      not exists (select from order_items other where other.order_id = i.order_id and other.id <> i.id and other.checked_in_at is not null) as "isLast"`.execute(
    trx,
  )
  const [undone] = rows
  if (undone?.isLast) await moveOrder(trx, undone.orderId, 'undoCheckIn', now)
  return undone !== undefined
}

export type MissedItem = { itemId: string; orderId: string; memberId: string; day: Day }

/** Kinds of orders that have periods to attend; lockers have none. */
const areBookings = sql`o.kind in ('venue', 'preorder')`

/**
 * Marks items as missed, in one statement. Locks the orders in the order of their ids; an item that was checked in
 * meanwhile is read again and left alone. Items that began before `watchedSince` are left out: the service was down, so
 * nobody could be checked in.
 */
export async function markMissed(
  trx: Trx,
  { noShowMinutes, watchedSince }: { noShowMinutes: number; watchedSince: Date },
  now: Date,
): Promise<MissedItem[]> {
  // A parked booking has no court to come to.
  const isDue = sql`i.state = 'active' and i.checked_in_at is null and i.missed_at is null and i.parked_at is null
    and lower(i.during) >= ${watchedSince} and least(lower(i.during) + make_interval(mins => ${noShowMinutes}), upper(i.during)) <= ${now}`
  const { rows } = await sql<MissedItem>`
    with due as materialized (
      select o.id from orders o
      where ${areBookings} and ${mayMove('miss')} and exists (select from order_items i where i.order_id = o.id and ${isDue})
      order by o.id for update
    )
    update order_items i set missed_at = ${now} from due where i.order_id = due.id and ${isDue}
    returning i.id as "itemId", i.order_id as "orderId", i.member_id as "memberId", i.day`.execute(trx)
  return rows
}

/** Closes orders whose periods are all over: completed, or no-show when any item was missed. Answers how many. */
export async function closeOrders(trx: Trx, now: Date): Promise<number> {
  const isOpen = sql`i.state = 'active' and i.missed_at is null and (upper(i.during) > ${now} or i.parked_at is not null)`
  const { rows } = await sql<{ id: string; missed: boolean }>`
    select o.id, exists (select from order_items i where i.order_id = o.id and i.state = 'active' and i.missed_at is not null) as missed from orders o
    where ${areBookings} and ${mayMove('complete')}
      and exists (select from order_items i where i.order_id = o.id and i.state = 'active')
      and not exists (select from order_items i where i.order_id = o.id and ${isOpen})
    order by o.id for update`.execute(trx)
  const close = (move: 'complete' | 'miss', ids: typeof rows) =>
    moveOrders(
      trx,
      ids.map(({ id }) => id),
      move,
      now,
    )
  const completed = await close(
    'complete',
    rows.filter(({ missed }) => !missed),
  )
  const missed = await close(
    'miss',
    rows.filter((order) => order.missed),
  )
  return completed.length + missed.length
}
