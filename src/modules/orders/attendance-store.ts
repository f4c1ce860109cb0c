import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { Day } from '#lib/zone.ts'
import { sql } from 'kysely'
import { mayMove, moveOrder, moveOrders } from './move-store.ts'

/** Locks the order of an item. Every change of items takes this lock first (lock order). False when there is no such item. */
export async function lockOrderOfItem(trx: Trx, itemId: string): Promise<boolean> {
  const { rows } = await sql`
    select from orders where id = (select order_id from order_items where id = ${itemId}) for update`.execute(trx)
  return rows.length > 0
}

export async function lockOrders(trx: Trx, ids: string[]): Promise<void> {
  await sql`select from orders where id = any(${ids}::uuid[]) order by id for update`.execute(trx)
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
  return followCheckIn(trx, rows[0], now)
}

/** Marks an item that was missed as attended, behind the lock on the order. False when it is not missed any more. */
export async function markCameAfterAll(trx: Trx, itemId: string, by: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ orderId: string; isClosed: boolean }>`
    update order_items i set checked_in_at = ${now}, checked_in_by = ${by}, missed_at = null from orders o
    where i.id = ${itemId} and o.id = i.order_id and (${mayMove('checkIn')} or ${mayMove('comeAfterAll')}) and i.state = 'active' and i.missed_at is not null
    returning i.order_id as "orderId", o.closed_at is not null as "isClosed"`.execute(trx)
  return followCheckIn(trx, rows[0], now)
}

/** The order of an item that was checked in follows it. */
async function followCheckIn(trx: Trx, checkedIn: { orderId: string; isClosed: boolean } | undefined, now: Date): Promise<boolean> {
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

/** When an item counts as missed. Items that began before `watchedSince` never do: the service was down, so nobody could be checked in. */
export type MissedAfter = { noShowMinutes: number; watchedSince: Date }

/** `i` is an item that nobody came to in time. A parked booking has no court to come to. */
const isMissed = ({ noShowMinutes, watchedSince }: MissedAfter, now: Date) =>
  sql`i.state = 'active' and i.checked_in_at is null and i.missed_at is null and i.parked_at is null
    and lower(i.during) >= ${watchedSince} and least(lower(i.during) + make_interval(mins => ${noShowMinutes}), upper(i.during)) <= ${now}`

/** `o` has periods, and all of them are over or missed. */
const isOver = (now: Date) => sql`exists (select from order_items i where i.order_id = o.id and i.state = 'active')
  and not exists (select from order_items i where i.order_id = o.id
    and i.state = 'active' and i.missed_at is null and (upper(i.during) > ${now} or i.parked_at is not null))`

/** Orders with an item that was missed, or that are over. */
export async function listPast(db: DbOrTrx, missedAfter: MissedAfter, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o
    where ${mayMove('miss')} and exists (select from order_items i where i.order_id = o.id and ${isMissed(missedAfter, now)})
    union
    select o.id from orders o where ${mayMove('complete')} and ${isOver(now)}
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Marks missed items of these orders, whose locks the caller holds. */
export async function markMissed(trx: Trx, orderIds: string[], missedAfter: MissedAfter, now: Date): Promise<MissedItem[]> {
  const { rows } = await sql<MissedItem>`
    update order_items i set missed_at = ${now} from orders o
    where o.id = any(${orderIds}::uuid[]) and i.order_id = o.id and ${mayMove('miss')} and ${isMissed(missedAfter, now)}
    returning i.id as "itemId", i.order_id as "orderId", i.member_id as "memberId", i.day`.execute(trx)
  return rows
}

/**
 * Closes those of the orders whose periods are all over: completed, or no-show when any item was missed. Answers how many. The caller
 * holds their locks: a statement that waits for a lock sees items as they were before it waited.
 */
export async function closeOrders(trx: Trx, orderIds: string[], now: Date): Promise<number> {
  const { rows } = await sql<{ id: string; missed: boolean }>`
    select o.id, exists (select from order_items i where i.order_id = o.id and i.state = 'active' and i.missed_at is not null) as missed
    from orders o where o.id = any(${orderIds}::uuid[]) and ${mayMove('complete')} and ${isOver(now)}
    order by o.id`.execute(trx)
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
