import type { Db, Trx } from '#db/connect.ts'
import { sql } from 'kysely'
import type { Provider } from './provider.ts'
import { providers } from './providers.ts'

/** Erases the payer from the providers' notices of these orders; what the books need stays, and of a provider that nobody knows nothing. */
export async function forgetPayers(trx: Trx, orderIds: string[], list: readonly Provider[] = providers): Promise<void> {
  const kept = JSON.stringify(Object.fromEntries(list.map(({ name, keptFields }) => [name, keptFields])))
  const body = sql`(
    select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(n.body) f where ${kept}::jsonb -> n.provider ? f.key)`
  const isTheirs = sql`a.trade_no = n.trade_no and a.order_id = any(${orderIds}::uuid[]) and jsonb_typeof(n.body) = 'object'`
  await sql`update payment_notices n set body = ${body} from payment_attempts a where ${isTheirs}`.execute(trx)
  await sql`update payment_notices_archive n set body = ${body} from payment_attempts a where ${isTheirs}`.execute(trx)
}

/** Moves old notices into the archive of their year, in one statement, so that a notice is never in both or in neither. */
export async function archiveNotices(db: Db, before: Date, most: number): Promise<number> {
  const { rows } = await sql`
    with moved as (
      delete from payment_notices where id in (select id from payment_notices where received_at < ${before} order by received_at limit ${most})
      returning id, provider, trade_no, received_at, body, verdict
    )
    insert into payment_notices_archive (year, id, provider, trade_no, received_at, body, verdict)
    select extract(year from received_at at time zone 'Asia/Taipei'), id, provider, trade_no, received_at, body, verdict from moved returning id`.execute(
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
