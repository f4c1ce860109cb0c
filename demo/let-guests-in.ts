import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { mayMove, moveOrders } from '#modules/orders/move-store.ts'

/** Checks in the demo's generated guests in time: the demo has no staff. Bookings of real visitors are left to them. */
export async function letGuestsIn(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ orderId: string }>`
      with due as materialized (
        select o.id from orders o
        where o.kind = 'venue' and ${mayMove('checkIn')} and o.idempotency_key like 'demo-%'
          and exists (select from order_items i where i.order_id = o.id and i.state = 'active' and i.checked_in_at is null and i.missed_at is null and lower(i.during) <= ${now})
        order by o.id for update
      )
      update order_items i set checked_in_at = lower(i.during) from due
      where i.order_id = due.id and i.state = 'active' and i.checked_in_at is null and i.missed_at is null and lower(i.during) <= ${now}
      returning i.order_id as "orderId"`.execute(trx)
    await moveOrders(trx, [...new Set(rows.map(({ orderId }) => orderId))], 'checkIn', now)
  })
}
