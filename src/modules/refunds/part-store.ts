import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { BackSum } from '#modules/orders/cancelled-letters.ts'
import { findPaidAttempt } from '#modules/orders/order-store.ts'
import { closeRefundDues } from '#modules/orders/refund-due-store.ts'
import { insertRefundEntry } from '#modules/payments/store.ts'
import { sql } from 'kysely'
import { ledgerWayOf, type RefundPart, type RefundWay } from './rules.ts'
import { readMethodOf } from './store.ts'

/** SQL of the payments that refunds have not given back yet: `refundId` and the columns of a RefundPart, of refund items `i`. */
const partsOf = sql`
  select i.refund_id as "refundId", d.order_id as "orderId", a.id as "attemptId", a.method, sum(d.amount)::integer as amount, array_agg(d.id) as "dueIds"
  from refund_items i join refunds_due d on d.id = i.due_id join refunds r on r.id = i.refund_id
  left join payment_attempts a on a.id = coalesce(d.attempt_id, r.attempt_id)`
const inOrder = sql`group by i.refund_id, r.attempt_id, d.order_id, a.id, a.method order by (a.id is not distinct from r.attempt_id) desc, a.id`

/** Payments that a refund has not given back yet, its own first. */
export async function readOpenParts(db: DbOrTrx, refundId: string): Promise<RefundPart[]> {
  const { rows } = await sql<RefundPart>`${partsOf} where i.refund_id = ${refundId} and d.done_at is null ${inOrder}`.execute(db)
  return rows
}

/** The same for all refunds that concern an order. */
export async function readOpenPartsOf(db: DbOrTrx, refundIds: string[]): Promise<Map<string, RefundPart[]>> {
  const { rows } = await sql<RefundPart & { refundId: string }>`
    ${partsOf} where i.refund_id = any (${refundIds}::uuid[]) and d.done_at is null ${inOrder}`.execute(db)
  return Map.groupBy(rows, ({ refundId }) => refundId)
}

/** Methods of the payments for an order, and for the supplements of its items or of these; empty when nothing was paid. */
export async function readMethods(db: DbOrTrx, orderId: string, itemIds?: string[]): Promise<(string | null)[]> {
  const which = itemIds ? sql`i.id = any (${itemIds}::uuid[])` : sql`true`
  const { rows } = await sql<{ id: string }>`
    select s.id from order_items i join orders s on s.supplement_of = i.id and s.state = 'confirmed' where i.order_id = ${orderId} and ${which} order by s.id`.execute(
    db,
  )
  const methods: (string | null)[] = []
  for (const id of [orderId, ...rows.map((row) => row.id)]) {
    const attemptId = await findPaidAttempt(db, id)
    if (attemptId === undefined) continue
    methods.push(await readMethodOf(db, attemptId))
  }
  return methods
}

/**
 * What is owed or was paid back for items that the venue cancelled, and for their supplements. Cash and the terminal give back only
 * what they took, so a card's part of a refund that the desk ended went to the card.
 */
export async function readBackSums(db: DbOrTrx, itemIds: string[]): Promise<BackSum[]> {
  const { rows } = await sql<BackSum>`
    select case
        when d.done_at is null then case when a.method in ('card', 'cash', 'terminal') then a.method else 'bank' end
        when a.method = 'card' and r.way <> 'bank' then 'card'
        else coalesce(nullif(r.way, 'none'), 'bank') end as by,
      d.done_at is not null as "isPaidBack", sum(d.amount)::integer as amount
    from refunds_due d
    left join refund_items i on i.due_id = d.id
    left join refunds r on r.id = i.refund_id
    left join payment_attempts a on a.id = coalesce(d.attempt_id, r.attempt_id)
    where d.reason = 'venue-cancelled'
      and (d.item_id = any (${itemIds}::uuid[]) or d.order_id in (select s.id from orders s where s.supplement_of = any (${itemIds}::uuid[])))
    group by 1, 2 order by 2 desc, 1`.execute(db)
  return rows
}

/** Writes payments that went back into the ledger, once each because `cause` is unique, and marks what was owed as paid. */
export async function bookParts(
  trx: Trx,
  refund: { id: string; attemptId: string | null; way: RefundWay },
  parts: RefundPart[],
  tillId: string | null,
  now: Date,
): Promise<void> {
  for (const { orderId, attemptId, amount, dueIds } of parts) {
    const cause = attemptId === refund.attemptId ? `refund:${refund.id}` : `refund:${refund.id}:${attemptId}`
    await insertRefundEntry(trx, { cause, orderId, attemptId, amount, way: ledgerWayOf(refund.way), tillId }, now)
    await closeRefundDues(trx, dueIds, now)
  }
}

/** The payment that the latest attempt at the gateway was to give back. */
export async function readTriedPart(db: DbOrTrx, refund: { id: string; attemptId: string | null }): Promise<RefundPart | undefined> {
  const tried = await db
    .selectFrom('refund_tries')
    .select('attempt_id')
    .where('refund_id', '=', refund.id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const attemptId = tried?.attempt_id ?? refund.attemptId
  return (await readOpenParts(db, refund.id)).find((part) => part.attemptId === attemptId)
}
