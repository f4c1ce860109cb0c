import type { Db, Trx } from '#db/connect.ts'
import type { LeavingMember } from '#modules/accounts/deps.ts'
import { sql } from 'kysely'

/** Erases contact and remarks of a closed account's orders; bookings and amounts stay for the books. */
export async function forgetInOrders(trx: Trx, { id }: LeavingMember): Promise<void> {
  await trx.updateTable('orders').set({ contact_name: '', contact_phone: '', remark: '' }).where('member_id', '=', id).execute()
}

/**
 * Deletes old told events of orders that are over. Kept: `venue-cancelled`, which reading an order needs, and all events
 * while calendars may still ask, since their count is the iCalendar SEQUENCE.
 */
export async function deleteToldOrderEvents(db: Db, before: Date, most: number): Promise<number> {
  const gone = await sql`
    delete from order_events where id in (
      select e.id from order_events e
      where e.told_at < ${before} and e.kind <> 'venue-cancelled'
        and not exists (select from order_items i where i.order_id = e.order_id and upper(i.during) > ${before})
      limit ${most})`.execute(db)
  return Number(gone.numAffectedRows)
}
