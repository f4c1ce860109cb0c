import type { DbOrTrx, Trx } from '#db/connect.ts'
import { sql } from 'kysely'
import type { OrderState } from './rules.ts'

/** A supplement is an order for what a move to a dearer period costs besides: it belongs to one item and has none itself. */
export type Supplement = { id: string; itemId: string; state: OrderState; amount: number }

/** Supplements of items, locked by id: unpaid ones first, then the paid ones, each the newest first. */
export async function lockSupplements(trx: Trx, itemIds: string[]): Promise<Supplement[]> {
  const { rows } = await sql<Supplement & { at: Date }>`
    select s.id, s.supplement_of as "itemId", s.state, s.amount, s.created_at as at from orders s
    where s.supplement_of = any (${itemIds}::uuid[]) and s.state in ('awaiting-payment', 'confirmed') order by s.id for update`.execute(trx)
  const isPaid = ({ state }: Supplement) => Number(state === 'confirmed')
  return rows.toSorted((one, other) => isPaid(one) - isPaid(other) || other.at.getTime() - one.at.getTime())
}

export async function writeAmount(db: DbOrTrx, orderId: string, amount: number): Promise<void> {
  await db.updateTable('orders').set({ amount }).where('id', '=', orderId).execute()
}

/** A paid order costs less: one of its items was moved to a cheaper period. */
export async function lowerAmount(db: DbOrTrx, orderId: string, by: number): Promise<void> {
  await sql`update orders set amount = amount - ${by} where id = ${orderId}`.execute(db)
}

/** Locks the supplements of an order's items, by id: none of them is paid while the caller decides what goes back. */
export async function lockSupplementsOf(trx: Trx, orderId: string): Promise<void> {
  await sql`
    select from orders where supplement_of in (select id from order_items where order_id = ${orderId}) order by id for update`.execute(trx)
}

/** The item that a supplement is for: false when it was cancelled. */
export async function isItemActive(db: DbOrTrx, supplementId: string): Promise<boolean> {
  const { rows } = await sql<{ active: boolean }>`
    select i.state = 'active' as active from orders s join order_items i on i.id = s.supplement_of where s.id = ${supplementId}`.execute(db)
  return rows[0]?.active ?? false
}

/** Paid for the order and for the supplements of these items, minus what is owed back or was sent back. */
export async function readFreeMoney(db: DbOrTrx, orderId: string, itemIds: string[] = []): Promise<number> {
  const { rows } = await sql<{ free: number }>`
    with these as (select ${orderId}::uuid as id union all select id from orders where supplement_of = any (${itemIds}::uuid[]))
    select ((select coalesce(sum(l.amount), 0) from ledger l join these t on t.id = l.order_id where l.kind = 'payment')
      - (select coalesce(sum(d.amount), 0) from refunds_due d join these t on t.id = d.order_id))::integer as free`.execute(db)
  return rows[0]!.free
}
