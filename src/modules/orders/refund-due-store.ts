import { randomUUID } from 'node:crypto'
import { anyOf } from '#db/any-of.ts'
import type { DbOrTrx, Trx } from '#db/connect.ts'
import { takeBack, type Holding } from '#modules/payments/desk-rules.ts'
import { sql } from 'kysely'

export type RefundDue = {
  id: string
  orderId: string
  attemptId: string | null
  amount: number
  reason: 'venue-cancelled' | 'late-payment' | 'double-payment' | 'given-back' | 'deposit' | 'asked' | 'moved'
  cause: string
  itemId?: string
}

/** SQL of what goes back for the item `i` when the centre cancels it: the sum that `readBack` has payment by payment. */
export const backOfItem = sql<number>`(select coalesce(sum(b.amount), 0)::integer from back_of_item(i.id) as b)`

/** What goes back for an item, to the payment that brought it. `orderId`: its order, or a supplement of the item. */
export type Back = { itemId: string; orderId: string; attemptId: string | null; method: string | null; amount: number }

/** What goes back for items that the centre is about to cancel, the oldest payment first. The caller has locked their supplements. */
export async function readBack(db: DbOrTrx, itemIds: string[]): Promise<Back[]> {
  const { rows } = await sql<Back>`
    select i.id as "itemId", b.order_id as "orderId", b.attempt_id as "attemptId", a.method, b.amount
    from unnest(${itemIds}::uuid[]) with ordinality as i (id, n), back_of_item(i.id) as b join orders o on o.id = b.order_id
    left join payment_attempts a on a.id = b.attempt_id
    order by o.created_at, o.id, i.n`.execute(db)
  return dividedBack(db, rows)
}

/** What goes back for items of an order that was paid in parts, part by part; the others as they are. */
async function dividedBack(db: DbOrTrx, rows: Back[]): Promise<Back[]> {
  const divided: Back[] = []
  for (const [orderId, backs] of Map.groupBy(rows, (back) => back.orderId)) {
    const parts = takeBack(
      await readHoldings(db, orderId),
      backs.map(({ amount }) => amount),
    )
    divided.push(...backs.flatMap((back, n) => (parts[n]!.length === 0 ? [back] : parts[n]!.map((part) => ({ ...back, ...part })))))
  }
  return divided
}

/**
 * The payments that confirmed an order, and what of each is not owed back yet: one, or several where the desk took it in parts. Not those
 * that came too late or twice, which are owed back whole. In the order in which they were taken. Who decides by them holds the lock on the order.
 */
export async function readHoldings(db: DbOrTrx, orderId: string): Promise<Holding[]> {
  const { rows } = await sql<Holding>`
    select a.id as "attemptId", a.method, greatest(0, a.amount - (select coalesce(sum(r.amount), 0) from refunds_due r where r.attempt_id = a.id))::integer as left
    from payment_attempts a where a.order_id = ${orderId} and a.state = 'paid' and not exists (
      select from refunds_due r where r.attempt_id = a.id and r.amount = a.amount and r.reason in ('late-payment', 'double-payment'))
    order by a.settled_at, (select min(l.id) from ledger l where l.order_id = a.order_id and l.attempt_id = a.id and l.kind = 'payment'), a.id`.execute(
    db,
  )
  return rows
}

/** Owes back an amount of what was paid for an order, to the payments that brought it. `cause` is unique, so it is owed once. */
export async function oweBack(trx: Trx, due: Omit<RefundDue, 'id' | 'attemptId'>, now: Date): Promise<void> {
  const { rows } = await sql`select from refunds_due where cause = ${due.cause}`.execute(trx)
  if (rows.length > 0) return
  const [parts] = takeBack(await readHoldings(trx, due.orderId), [due.amount])
  if (parts!.length === 0) return insertRefundDue(trx, { ...due, id: randomUUID(), attemptId: null }, now)
  for (const [n, { attemptId, amount }] of parts!.entries())
    await insertRefundDue(trx, { ...due, id: randomUUID(), attemptId, amount, cause: causeOfPart(due.cause, attemptId, n) }, now)
}

/** What is owed for one cause to several payments is a due for each. */
export const causeOfPart = (cause: string, attemptId: string | null, n: number): string => (n === 0 ? cause : `${cause}:${attemptId}`)

/** Writes a due refund; `cause` is unique, so it is written once. */
export async function insertRefundDue(db: DbOrTrx, due: RefundDue, now: Date): Promise<void> {
  await db
    .insertInto('refunds_due')
    .values({
      id: due.id,
      order_id: due.orderId,
      attempt_id: due.attemptId,
      amount: due.amount,
      reason: due.reason,
      cause: due.cause,
      item_id: due.itemId ?? null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .execute()
}

/** What was marked as paid out did not go back. */
export async function reopenRefundDues(db: DbOrTrx, ids: string[]): Promise<void> {
  await db.updateTable('refunds_due').set({ done_at: null }).where('id', '=', anyOf(ids)).execute()
}

/** Marks dues as paid out. */
export async function closeRefundDues(db: DbOrTrx, ids: string[], now: Date): Promise<void> {
  await db.updateTable('refunds_due').set({ done_at: now }).where('id', '=', anyOf(ids)).where('done_at', 'is', null).execute()
}
