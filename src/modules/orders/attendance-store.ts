import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import type { Day } from '#lib/zone.ts'
import { sql } from 'kysely'
import type { OrderState } from './rules.ts'

/** Everybody who changes items of an order waits here first, so that nobody waits in a circle. False: there is no such item. */
export async function lockOrderOfItem(trx: Trx, itemId: string): Promise<boolean> {
  const { rows } = await sql`
    select from orders where id = (select order_id from order_items where id = ${itemId}) for update`.execute(trx)
  return rows.length > 0
}

/** Items that are booked for good and stand on any of these spaces within a time. */
export async function findBookedItems(db: DbOrTrx, spaceIds: number[], within: Period): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct holder_id as id from occupancy
    where kind = 'order' and hold_until is null and space_id = any(${spaceIds}::integer[]) and during && tstzrange(${within.start}, ${within.end})`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** The statement that decides: it writes only while nobody else has said that they came, missed it or cancelled it. */
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

/** Orders of courts: a season's dates are periods like any other. */
const areBookings = sql`o.kind in ('venue', 'preorder')`

/**
 * Everything for which nobody has come in time, in one statement. The orders are locked first and in the order of their
 * ids; an item that was checked in meanwhile is looked at again and left alone. What began before `watchedSince` began
 * while nobody could be let in.
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

/** Orders of which nothing is to come any more: completed, or no-show when some of it was missed. */
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
