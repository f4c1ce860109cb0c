import { sql } from 'kysely'
import type { DbOrTrx } from '#db/connect.ts'
import { readInvoices, type ReadInvoice } from './read-store.ts'
import type { Span } from './sums-store.ts'

type Asked = { show: 'waiting' | 'all'; keyword?: string | undefined; page: number }

const isWaiting = sql`exists (select from invoice_deeds d where d.invoice_id = v.id and d.state in ('open', 'held'))`

export async function listOffice(
  db: DbOrTrx,
  { show, keyword, page }: Asked,
  pageSize: number,
): Promise<{ invoices: ReadInvoice[]; total: number }> {
  const words = keyword?.toUpperCase()
  const found = words ? sql`(upper(o.order_no) = ${words} or upper(v.number) = ${words})` : show === 'waiting' ? isWaiting : sql`true`
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from invoices v join orders o on o.id = v.order_id where ${found}`.execute(db)
  const invoices = await readInvoices(db, found, sql`limit ${pageSize} offset ${(page - 1) * pageSize}`)
  return { invoices, total: rows[0]!.total }
}

export async function countHeld(db: DbOrTrx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from invoice_deeds where state = 'held'`.execute(db)
  return rows[0]!.count
}

/** Invoices to which something happened in a span. */
export const readWithin = (db: DbOrTrx, { from, until }: Span): Promise<ReadInvoice[]> =>
  readInvoices(
    db,
    sql`(v.issued_at >= ${from} and v.issued_at < ${until}) or (v.voided_at >= ${from} and v.voided_at < ${until})
      or exists (select from invoice_deeds d where d.invoice_id = v.id and d.kind = 'allow' and d.state = 'done' and d.done_at >= ${from} and d.done_at < ${until})`,
  )
