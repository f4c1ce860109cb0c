import { sql } from 'kysely'
import type { Db, DbOrTrx } from '#db/connect.ts'

export type OwnReceipt = {
  series: string
  number: number
  relateNo: string
  /** Of the receipt of which this gives back a part. */
  backOf: string | null
  amount: number
  at: Date
  voidedAt: Date | null
}

const columns = ['series', 'number', 'relate_no as relateNo', 'back_of as backOf', 'amount', 'at', 'voided_at as voidedAt'] as const

export const findOwn = (db: DbOrTrx, relateNo: string): Promise<OwnReceipt | undefined> =>
  db.selectFrom('own_receipts').select(columns).where('relate_no', '=', relateNo).executeTakeFirst()

export const findOwnBacks = (db: DbOrTrx, relateNo: string): Promise<OwnReceipt[]> =>
  db.selectFrom('own_receipts').select(columns).where('back_of', '=', relateNo).orderBy('at').execute()

/**
 * Takes the next number of its series. The row of the series is locked until the receipt is written or both are undone, so that no
 * number is missing; `relate_no` is unique, so that nothing gets two.
 */
export async function numberOwn(
  db: Db,
  { series, relateNo, backOf, amount }: Pick<OwnReceipt, 'series' | 'relateNo' | 'backOf' | 'amount'>,
  now: Date,
): Promise<OwnReceipt> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ last: number }>`
      insert into receipt_series (series, last) values (${series}, 1)
      on conflict (series) do update set last = receipt_series.last + 1 returning last`.execute(trx)
    const { last: number } = rows[0]!
    await trx.insertInto('own_receipts').values({ series, number, relate_no: relateNo, back_of: backOf, amount, at: now }).execute()
    return { series, number, relateNo, backOf, amount, at: now, voidedAt: null }
  })
}

/** True when it is void, now or before. */
export async function voidOwn(db: Db, relateNo: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update own_receipts set voided_at = coalesce(voided_at, ${now}) where relate_no = ${relateNo} returning number`.execute(db)
  return rows.length > 0
}
