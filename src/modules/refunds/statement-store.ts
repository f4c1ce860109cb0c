import type { DbOrTrx, Trx } from '#db/connect.ts'
import { sql } from 'kysely'
import { lockedColumns, type RefundRow } from './store.ts'
import { isUnsigned } from './signature-store.ts'

export type NamedRefund = RefundRow & { memberName: string; orderNo: string; isUnsigned: boolean }

/** The refunds of these numbers, with whether a second person is still to sign. */
export async function findByNumbers(db: DbOrTrx, refundNos: string[], above: number): Promise<NamedRefund[]> {
  const { rows } = await sql<NamedRefund>`
    select ${sql.raw(lockedColumns)}, m.name as "memberName", o.order_no as "orderNo", ${isUnsigned(above)} as "isUnsigned"
    from refunds r join orders o on o.id = r.order_id join members m on m.id = o.member_id
    where r.refund_no = any(${refundNos}::text[])`.execute(db)
  return rows
}

/** Locks the refunds of these numbers in the order of their ids: two statements at once wait for each other and do not deadlock. */
export async function lockByNumbers(trx: Trx, refundNos: string[]): Promise<void> {
  await sql`select id from refunds where refund_no = any(${refundNos}::text[]) order by id for update`.execute(trx)
}
