import type { DbOrTrx, Trx } from '#db/connect.ts'
import { sql, type RawBuilder } from 'kysely'
import { signaturesNeeded, type SignedDeed } from './rules.ts'

/** SQL: the refund `r` is a transfer above the amount that fewer than two people have signed. */
export const isUnsigned = (above: number): RawBuilder<boolean> => sql<boolean>`
  (${above}::integer > 0 and r.amount > ${above}::integer and r.way = 'bank' and r.state = 'approved' and r.bank_account is not null
    and (select count(*) from refund_signatures g where g.refund_id = r.id and g.deed = 'transfer') < ${signaturesNeeded})`

/** The primary key is the guard: false when this person has signed already. */
export async function insertSignature(trx: Trx, refundId: string, deed: SignedDeed, by: string, now: Date): Promise<boolean> {
  const written = await trx
    .insertInto('refund_signatures')
    .values({ refund_id: refundId, deed, by, at: now })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst()
  return (written.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function countSignatures(db: DbOrTrx, refundIds: string[], deed: SignedDeed): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select refund_id as id, count(*)::integer as count from refund_signatures
    where refund_id = any(${refundIds}::uuid[]) and deed = ${deed} group by refund_id`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Money that goes elsewhere needs to be agreed to anew. */
export async function clearSignatures(trx: DbOrTrx, refundId: string): Promise<void> {
  await trx.deleteFrom('refund_signatures').where('refund_id', '=', refundId).execute()
}
