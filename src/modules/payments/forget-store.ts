import type { Db, Trx } from '#db/connect.ts'
import type { LeavingMember } from '#modules/accounts/deps.ts'
import { sql } from 'kysely'

/** Fields of a notice that accounting needs. The others (card, account, phone of the payer) are personal data. */
const kept = [
  'MerchantID',
  'MerchantTradeNo',
  'TradeNo',
  'TradeAmt',
  'TradeDate',
  'PaymentDate',
  'PaymentType',
  'PaymentTypeChargeFee',
  'RtnCode',
  'RtnMsg',
  'SimulatePaid',
]

/** Removes the payer's data from notices; the amounts stay for accounting. */
export async function forgetInPayments(trx: Trx, { id }: LeavingMember): Promise<void> {
  for (const table of ['payment_notices', 'payment_notices_archive'])
    await sql`
      update ${sql.table(table)} n
      set body = (select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(n.body) f where f.key = any(${kept}::text[]))
      from payment_attempts a join orders o on o.id = a.order_id
      where a.trade_no = n.trade_no and o.member_id = ${id} and jsonb_typeof(n.body) = 'object'`.execute(trx)
}

/** Moves old notices into the archive of their year, in one statement, so that a notice is never in both or in neither. */
export async function archiveNotices(db: Db, before: Date, most: number): Promise<number> {
  const { rows } = await sql`
    with moved as (
      delete from payment_notices where id in (select id from payment_notices where received_at < ${before} order by received_at limit ${most})
      returning id, trade_no, received_at, body, verdict
    )
    insert into payment_notices_archive (year, id, trade_no, received_at, body, verdict)
    select extract(year from received_at at time zone 'Asia/Taipei'), id, trade_no, received_at, body, verdict from moved returning id`.execute(
    db,
  )
  return rows.length
}

export async function deleteArchivedNotices(db: Db, beforeYear: number, most: number): Promise<number> {
  const gone = await sql`
    delete from payment_notices_archive where (year, id) in (
      select year, id from payment_notices_archive where year < ${beforeYear} limit ${most})`.execute(db)
  return Number(gone.numAffectedRows)
}
