import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import type { Day } from '#lib/zone.ts'
import { sql } from 'kysely'
import type { OrderState } from '#modules/orders/rules.ts'

/** Locks the order of an item. Every change of items takes this lock first (lock order). False when there is no such item. */
export async function lockOrderOfItem(trx: Trx, itemId: string): Promise<boolean> {
  const { rows } = await sql`
    select from orders where id = (select order_id from order_items where id = ${itemId}) for update`.execute(trx)
  return rows.length > 0
}

/** Ids of items that occupy any of these spaces within a period; holds that can still lapse are left out. */
export async function findBookedItems(db: DbOrTrx, spaceIds: number[], within: Period): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct holder_id as id from occupancy
    where kind = 'order' and hold_until is null and space_id = any(${spaceIds}::integer[]) and during && tstzrange(${within.start}, ${within.end})`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Checks an item in. The WHERE is the guard: false when it is checked in, missed or cancelled already, or outside its time. */
export async function markCheckedIn(
  db: DbOrTrx,
  itemId: string,
  { by, opensMinutes }: { by: string; opensMinutes: number },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    with came as (
      update order_items i set checked_in_at = ${now}, checked_in_by = ${by} from orders o
      where i.id = ${itemId} and o.id = i.order_id and o.state in ('confirmed', 'checked-in') and i.state = 'active'
        and i.checked_in_at is null and i.missed_at is null
        and lower(i.during) <= ${now}::timestamptz + make_interval(mins => ${opensMinutes}) and upper(i.during) > ${now}
      returning i.order_id
    ), moved as (
      update orders set state = 'checked-in' where id in (select order_id from came) and state = 'confirmed'
    )
    select order_id from came`.execute(db)
  return rows.length > 0
}

export type TicketItem = {
  orderNo: string
  orderState: OrderState
  memberName: string
  contactName: string
  courtId: number
  start: Date
  end: Date
  state: 'active' | 'cancelled'
  checkedInAt: Date | null
  missedAt: Date | null
}

export async function readTicketItem(db: DbOrTrx, itemId: string): Promise<TicketItem | undefined> {
  const { rows } = await sql<TicketItem>`
    select o.order_no as "orderNo", o.state as "orderState", m.name as "memberName", o.contact_name as "contactName", i.court_id as "courtId", lower(i.during) as start,
      upper(i.during) as "end", i.state, i.checked_in_at as "checkedInAt", i.missed_at as "missedAt"
    from order_items i join orders o on o.id = i.order_id join members m on m.id = o.member_id where i.id = ${itemId}`.execute(db)
  return rows[0]
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
  db: DbOrTrx,
  { noShowMinutes, watchedSince }: { noShowMinutes: number; watchedSince: Date },
  now: Date,
): Promise<MissedItem[]> {
  const isDue = sql`i.state = 'active' and i.checked_in_at is null and i.missed_at is null
    and lower(i.during) >= ${watchedSince} and least(lower(i.during) + make_interval(mins => ${noShowMinutes}), upper(i.during)) <= ${now}`
  const { rows } = await sql<MissedItem>`
    with due as materialized (
      select o.id from orders o
      where ${areBookings} and o.state in ('confirmed', 'checked-in') and exists (select from order_items i where i.order_id = o.id and ${isDue})
      order by o.id for update
    )
    update order_items i set missed_at = ${now} from due where i.order_id = due.id and ${isDue}
    returning i.id as "itemId", i.order_id as "orderId", i.member_id as "memberId", i.day`.execute(db)
  return rows
}

/** Closes orders whose periods are all over: completed, or no-show when any item was missed. */
export async function closeOrders(db: DbOrTrx, now: Date): Promise<{ orderId: string; state: 'completed' | 'no-show' }[]> {
  const isOpen = sql`i.state = 'active' and i.missed_at is null and upper(i.during) > ${now}`
  const { rows } = await sql<{ orderId: string; state: 'completed' | 'no-show' }>`
    with over as materialized (
      select o.id from orders o
      where ${areBookings} and o.state in ('confirmed', 'checked-in')
        and exists (select from order_items i where i.order_id = o.id and i.state = 'active')
        and not exists (select from order_items i where i.order_id = o.id and ${isOpen})
      order by o.id for update
    )
    update orders o set closed_at = ${now},
      state = case when exists (select from order_items i where i.order_id = o.id and i.state = 'active' and i.missed_at is not null) then 'no-show' else 'completed' end
    from over where o.id = over.id
    returning o.id as "orderId", o.state`.execute(db)
  return rows
}
