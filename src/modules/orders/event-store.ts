import { anyOf } from '#db/any-of.ts'
import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import { sql } from 'kysely'
import type { OrderEvent } from './order-store.ts'

export type UntoldEvent = {
  id: number
  orderId: string
  orderNo: string
  kind: OrderEvent
  itemId: string | null
  memberId: string
  name: string
  email: string
  locale: Locale
  reachable: boolean
}

/** Locks the oldest untold events, in order, skipping those that another worker holds. */
export async function lockUntold(trx: Trx, limit: number): Promise<UntoldEvent[]> {
  const { rows } = await sql<UntoldEvent>`
    select e.id, e.order_id as "orderId", o.order_no as "orderNo", e.kind, e.item_id as "itemId", o.member_id as "memberId", m.name, m.email, m.locale, m.closed_at is null as reachable
    from order_events e join orders o on o.id = e.order_id join members m on m.id = o.member_id
    where e.told_at is null order by e.id limit ${limit} for update of e skip locked`.execute(trx)
  return rows
}

export async function markTold(db: DbOrTrx, ids: number[], now: Date): Promise<void> {
  if (ids.length > 0) await db.updateTable('order_events').set({ told_at: now }).where('id', '=', anyOf(ids)).execute()
}
