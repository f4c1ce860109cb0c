import type { DbOrTrx, Trx } from '#db/connect.ts'
import { sql } from 'kysely'
import type { Transfer } from './bank-file-rules.ts'
import { anyOf } from '#db/any-of.ts'
import { isUnsigned } from './signature-store.ts'
import { refundColumns, type RefundRow } from './store.ts'

type BatchRow = Transfer & { id: string }

const columns = sql`
  r.id, r.refund_no as "refundNo", o.order_no as "orderNo", r.bank_code as "bankCode", r.bank_account as "bankAccount", r.account_name as "accountName", r.amount - r.went_back as amount`

/**
 * Locks all transfers that wait, or those of them that were chosen, oldest first. Those that somebody else is changing or taking are skipped; who has signed is to
 * be read afterwards, in a statement of its own, which sees what was committed before the lock.
 */
export async function lockWaitingTransfers(trx: Trx, refundNos?: string[]): Promise<BatchRow[]> {
  const chosen = refundNos ? sql`r.refund_no = any(${refundNos}::text[])` : sql`true`
  const { rows } = await sql<BatchRow>`
    select ${columns} from refunds r join orders o on o.id = r.order_id
    where r.way = 'bank' and r.bank_account is not null and r.state = 'approved' and not r.perhaps_twice and ${chosen} order by r.created_at, r.id for update of r skip locked`.execute(
    trx,
  )
  return rows
}

/** Makes one batch of locked transfers. */
export async function insertBatch(
  trx: Trx,
  rows: readonly BatchRow[],
  by: string,
  now: Date,
): Promise<{ batchNo: number; count: number; amount: number }> {
  const ids = rows.map(({ id }) => id)
  const amount = rows.reduce((sum, row) => sum + row.amount, 0)
  const taken = await sql<{ batchNo: number }>`
    with batch as (
      insert into transfer_batches (batch_no, taken_by, taken_at, transfers, amount)
      values (nextval('refund_batches')::integer, ${by}, ${now}, ${ids.length}, ${amount}) returning batch_no
    ), taken as (
      update refunds r set state = 'processing', batch_no = batch.batch_no, changed_at = ${now} from batch where r.id = any(${ids}::uuid[])
    ), told as (
      insert into refund_steps (refund_id, state, by, at) select id, 'processing', ${by}, ${now} from unnest(${ids}::uuid[]) as id
    )
    select batch_no as "batchNo" from batch`.execute(trx)
  return { batchNo: taken.rows[0]!.batchNo, count: ids.length, amount }
}

/** The transfers of a batch that are not paid yet: a file never asks the bank for what it has paid, nor for what a card may have got. Undefined: no such batch. */
export async function findOpenTransfers(db: DbOrTrx, batchNo: number): Promise<BatchRow[] | undefined> {
  const batch = await db.selectFrom('transfer_batches').select('batch_no').where('batch_no', '=', batchNo).executeTakeFirst()
  if (!batch) return undefined
  const { rows } = await sql<BatchRow>`
    select ${columns} from refunds r join orders o on o.id = r.order_id
    where r.batch_no = ${batchNo} and r.state = 'processing' and r.way = 'bank' and r.bank_account is not null and not r.perhaps_twice order by r.created_at, r.id`.execute(
    db,
  )
  return rows
}

export type NamedRefund = RefundRow & { memberName: string; orderNo: string; isUnsigned: boolean }

/** The refunds of these numbers, with whether a second person is still to sign. */
export async function findByNumbers(db: DbOrTrx, refundNos: string[], above: number): Promise<NamedRefund[]> {
  const rows = await db
    .selectFrom('refunds as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .innerJoin('members as m', 'm.id', 'o.member_id')
    .select(refundColumns)
    .select(['m.name as memberName', 'o.order_no as orderNo', isUnsigned(above).as('isUnsigned')])
    .where('r.refund_no', '=', anyOf(refundNos))
    .execute()
  return rows as NamedRefund[]
}

/** Locks the refunds of these numbers in the order of their ids: two statements at once wait for each other and do not deadlock. */
export async function lockByNumbers(trx: Trx, refundNos: string[]): Promise<void> {
  await sql`select id from refunds where refund_no = any(${refundNos}::text[]) order by id for update`.execute(trx)
}
