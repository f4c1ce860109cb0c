import { anyOf } from '#db/any-of.ts'
import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { BackFor, BackSum } from '#modules/orders/cancelled-letters.ts'
import { closeRefundDues, readHoldings, reopenRefundDues } from '#modules/orders/refund-due-store.ts'
import type { Holding } from '#modules/payments/desk-rules.ts'
import type { MoneyWay } from '#modules/payments/rules.ts'
import { deleteRefundEntry, insertRefundEntry } from '#modules/payments/store.ts'
import { voucherKinds } from '#modules/tills/way-rules.ts'
import { sql } from 'kysely'
import { ledgerWayOf, type RefundPart, type RefundWay } from './rules.ts'

/** SQL of where a payment stands in the ledger, among the others. */
const place = sql`(select min(l.id) from ledger l where l.order_id = d.order_id and l.attempt_id = a.id and l.kind = 'payment')`
/** SQL of the payments that refunds have not given back yet: `refundId` and the columns of a RefundPart, of refund items `i`. */
const partsOf = sql`
  select i.refund_id as "refundId", d.order_id as "orderId", a.id as "attemptId", a.method, sum(d.amount)::integer as amount, a.gateway_trade_no as reference, ${place}::float8 as place, array_agg(d.id) as "dueIds"
  from refund_items i join refunds_due d on d.id = i.due_id join refunds r on r.id = i.refund_id
  left join payment_attempts a on a.id = coalesce(d.attempt_id, r.attempt_id)`
const inOrder = sql`group by i.refund_id, r.attempt_id, d.order_id, a.id order by (a.id is not distinct from r.attempt_id) desc, ${place}, a.id`

/** Payments that a refund has not given back yet, its own first. */
export async function readOpenParts(db: DbOrTrx, refundId: string): Promise<RefundPart[]> {
  const { rows } = await sql<RefundPart>`${partsOf} where i.refund_id = ${refundId} and d.done_at is null ${inOrder}`.execute(db)
  return rows
}

/** A payment that a refund gives back: how it was paid, how much of it goes back, and how that has gone back, if it has. */
export type ToldPart = Pick<RefundPart, 'method' | 'amount' | 'reference'> & { wentBackBy: MoneyWay | null }

/** All payments that refunds give back, whether or not they have gone back, by refund. */
export async function readParts(db: DbOrTrx, refundIds: string[]): Promise<Map<string, ToldPart[]>> {
  const { rows } = await sql<ToldPart & { refundId: string }>`
    select p."refundId", p.method, p.amount, p.reference, (
      select l.way from ledger l where l.order_id = p."orderId" and l.attempt_id = p."attemptId"
        and l.cause in ('refund:' || p."refundId", 'refund:' || p."refundId" || ':' || p."attemptId")) as "wentBackBy"
    from (${partsOf} where i.refund_id = any (${refundIds}::uuid[]) ${inOrder}) as p`.execute(db)
  return Map.groupBy(rows, ({ refundId }) => refundId)
}

/** Slips and voucher numbers of payments, by their attempt. */
export async function readReferences(db: DbOrTrx, attemptIds: string[]): Promise<Map<string, string | null>> {
  if (attemptIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('payment_attempts')
    .select(['id', 'gateway_trade_no as no'])
    .where('id', '=', anyOf(attemptIds))
    .execute()
  return new Map(rows.map(({ id, no }) => [id, no]))
}

/** Open parts of several refunds, by their ids. */
export async function readOpenPartsOf(db: DbOrTrx, refundIds: string[]): Promise<Map<string, RefundPart[]>> {
  const { rows } = await sql<RefundPart & { refundId: string }>`
    ${partsOf} where i.refund_id = any (${refundIds}::uuid[]) and d.done_at is null ${inOrder}`.execute(db)
  return Map.groupBy(rows, ({ refundId }) => refundId)
}

type Payment = { orderId: string; holdings: Holding[] }
/** What an order was paid with, and the supplements that were paid for its items, the oldest first. */
export type Payments = { own: Payment; supplements: (Payment & { itemId: string; amount: number })[] }

/** Who decides by them holds the locks on the order and on its supplements. */
export async function readPayments(db: DbOrTrx, orderId: string): Promise<Payments> {
  const paymentOf = async (id: string): Promise<Payment> => ({ orderId: id, holdings: await readHoldings(db, id) })
  const { rows } = await sql<{ id: string; itemId: string; amount: number }>`
    select s.id, i.id as "itemId", s.amount from order_items i join orders s on s.supplement_of = i.id and s.state = 'confirmed'
    where i.order_id = ${orderId} order by s.id`.execute(db)
  const supplements: Payments['supplements'] = []
  for (const { id, itemId, amount } of rows) supplements.push({ ...(await paymentOf(id)), itemId, amount })
  return { own: await paymentOf(orderId), supplements }
}

/**
 * What is owed or was paid back for items that the venue cancelled or that were moved, and for their supplements, for the mail that says
 * it; the ledger knows how each payment went back. Marks what it calls paid back, in the same statement: no other mail says that again.
 */
export async function readBackSums(trx: Trx, { itemIds, ...of }: BackFor): Promise<BackSum[]> {
  const isOwedThen = of.reason === 'moved' ? sql`d.created_at = any (${of.owedAt}::timestamptz[])` : sql`true`
  const { rows } = await sql<BackSum>`
    with back as (
      select i.id, d.amount, d.done_at is not null as is_paid_back,
        case when d.done_at is not null then coalesce(l.way, r.way) when a.method = 'wallet' then 'card'
          when a.method = any (${voucherKinds as readonly string[]}::text[]) then 'voucher' else a.method end as way
      from refunds_due d
      left join refund_items i on i.due_id = d.id
      left join refunds r on r.id = i.refund_id
      left join payment_attempts a on a.id = coalesce(d.attempt_id, r.attempt_id)
      left join ledger l on l.order_id = d.order_id and l.attempt_id = a.id and l.cause in ('refund:' || r.id, 'refund:' || r.id || ':' || a.id)
      where d.reason = ${of.reason} and ${isOwedThen}
        and (d.item_id = any (${itemIds}::uuid[]) or d.order_id in (select s.id from orders s where s.supplement_of = any (${itemIds}::uuid[])))
    ), told as (
      update refund_items i set told_by_cancellation = true from back b where i.id = b.id and b.is_paid_back
    )
    select case when way in ('card', 'cash', 'terminal', 'voucher') then way else 'bank' end as by, is_paid_back as "isPaidBack", sum(amount)::integer as amount
    from back group by 1, 2 order by 2 desc, 1`.execute(trx)
  return rows
}

/** The till that money at the desk goes back out of, and the numbers of the slips and vouchers that it goes back with, by payment. */
export type AtDesk = { tillId?: string | null; references?: ReadonlyMap<string | null, string> }

/** Writes payments that went back into the ledger, once each because `cause` is unique, and marks what was owed as paid. */
export async function bookParts(
  trx: Trx,
  refund: { id: string; attemptId: string | null; way: RefundWay },
  parts: RefundPart[],
  { tillId = null, references }: AtDesk,
  now: Date,
): Promise<void> {
  for (const { orderId, attemptId, amount, dueIds } of parts) {
    const cause = attemptId === refund.attemptId ? `refund:${refund.id}` : `refund:${refund.id}:${attemptId}`
    const reference = references?.get(attemptId) ?? null
    await insertRefundEntry(trx, { cause, orderId, attemptId, amount, way: ledgerWayOf(refund.way), tillId, reference }, now)
    await closeRefundDues(trx, dueIds, now)
  }
}

/** Whether something of a refund was paid out this way. */
export async function hasGoneBack(db: DbOrTrx, refundId: string, way: MoneyWay): Promise<boolean> {
  const { rows } = await sql`
    select from ledger l where l.way = ${way} and (l.cause = 'refund:' || ${refundId} or starts_with(l.cause, 'refund:' || ${refundId} || ':')) limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** The payment that the latest attempt at the provider was to give back. */
export async function readTriedPayment(db: DbOrTrx, refund: { id: string; attemptId: string | null }): Promise<string | null> {
  const tried = await db
    .selectFrom('refund_tries')
    .select('attempt_id')
    .where('refund_id', '=', refund.id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return tried?.attempt_id ?? refund.attemptId
}

/**
 * A payment that is booked as gone back to its card did not go back: it leaves the ledger, which knows only money that moved, and is owed
 * again. Answers how much that is; 0 when it is not booked so.
 */
export async function unbookPart(trx: Trx, refund: { id: string; attemptId: string | null }, attemptId: string | null): Promise<number> {
  const cause = attemptId === refund.attemptId ? `refund:${refund.id}` : `refund:${refund.id}:${attemptId}`
  const amount = await deleteRefundEntry(trx, cause)
  if (amount === 0) return 0
  // No mail has said that it went back.
  const { rows } = await sql<{ id: string }>`
    update refund_items i set told_by_cancellation = false from refunds_due d
    where i.refund_id = ${refund.id} and d.id = i.due_id and coalesce(d.attempt_id, ${refund.attemptId}::uuid) = ${attemptId}::uuid
    returning d.id`.execute(trx)
  await reopenRefundDues(
    trx,
    rows.map(({ id }) => id),
  )
  return amount
}
