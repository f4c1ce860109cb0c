import type { DbOrTrx, Trx } from '#db/connect.ts'
import { sql } from 'kysely'
import type { OrderState } from './rules.ts'

/** A supplement is an order for what a move to a dearer period costs besides: it belongs to one item and has none itself. */
export type Supplement = { id: string; itemId: string; state: OrderState; amount: number }

/** Supplements of items that are to be paid or paid, the newest first. Locks them by id. */
export async function lockSupplements(trx: Trx, itemIds: string[]): Promise<Supplement[]> {
  const { rows } = await sql<Supplement>`
    select s.id, s.supplement_of as "itemId", s.state, s.amount from orders s
    where s.supplement_of = any (${itemIds}::uuid[]) and s.state in ('awaiting-payment', 'confirmed') order by s.id for update`.execute(trx)
  return rows.toReversed()
}

export async function writeAmount(db: DbOrTrx, orderId: string, amount: number): Promise<void> {
  await db.updateTable('orders').set({ amount }).where('id', '=', orderId).execute()
}

/** The item that a supplement is for: false when it was cancelled. */
export async function isItemActive(db: DbOrTrx, supplementId: string): Promise<boolean> {
  const { rows } = await sql<{ active: boolean }>`
    select i.state = 'active' as active from orders s join order_items i on i.id = s.supplement_of where s.id = ${supplementId}`.execute(db)
  return rows[0]?.active ?? false
}

/** Paid for the order, minus what is owed back or was sent back. */
export async function readFreeMoney(db: DbOrTrx, orderId: string): Promise<number> {
  const { rows } = await sql<{ free: number }>`
    select ((select coalesce(sum(amount), 0) from ledger where order_id = ${orderId} and kind = 'payment')
      - (select coalesce(sum(amount), 0) from refunds_due where order_id = ${orderId}))::integer as free`.execute(db)
  return rows[0]!.free
}
