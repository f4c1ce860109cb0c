import type { DbOrTrx, Trx } from '#db/connect.ts'
import { anyOf } from '#db/any-of.ts'
import { sql } from 'kysely'
import { isUnsigned } from './signature-store.ts'
import { refundColumns, type RefundRow } from './store.ts'

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
