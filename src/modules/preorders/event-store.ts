import { anyOf } from '#db/any-of.ts'
import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import { sql } from 'kysely'
import type { PreOrderEvent } from './date-store.ts'

export type UntoldPreOrder = {
  id: number
  preOrderId: string
  orderNo: string
  kind: PreOrderEvent
  dateId: string | null
  memberId: string
  name: string
  email: string
  locale: Locale
  reachable: boolean
}

/** The oldest that nobody else is telling at this moment. */
export async function lockUntoldPreOrders(trx: Trx, limit: number): Promise<UntoldPreOrder[]> {
  const { rows } = await sql<UntoldPreOrder>`
    select e.id, e.preorder_id as "preOrderId", p.order_no as "orderNo", e.kind, e.date_id as "dateId", p.member_id as "memberId", m.name, m.email, m.locale, m.closed_at is null as reachable
    from preorder_events e join preorders p on p.id = e.preorder_id join members m on m.id = p.member_id
    where e.told_at is null order by e.id limit ${limit} for update of e skip locked`.execute(trx)
  return rows
}

export async function markPreOrdersTold(db: DbOrTrx, ids: number[], now: Date): Promise<void> {
  if (ids.length > 0) await db.updateTable('preorder_events').set({ told_at: now }).where('id', '=', anyOf(ids)).execute()
}
