import type { DbOrTrx, Trx } from '#db/connect.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Pieces, TillRowKind } from './rules.ts'

export type Till = {
  id: string
  name: string
  openedAt: Date
  openedBy: string
  closedAt: Date | null
  closedBy: string | null
  /** The sum of its rows: what has to be in it, or had to be when it was closed. */
  expected: number
  counted: number | null
  pieces: Pieces | null
  explanation: string
}

export type TillRow = {
  id: number
  kind: TillRowKind
  amount: number
  given: number | null
  reason: string
  reference: string | null
  by: string
  at: Date
}

const columns = sql`t.id, t.name, t.opened_at as "openedAt", o.name as "openedBy", t.closed_at as "closedAt", c.name as "closedBy",
  coalesce(t.expected, (select sum(r.amount) from till_rows r where r.till_id = t.id), 0)::integer as expected, t.counted, t.pieces, t.explanation`
const from = sql`tills t join members o on o.id = t.opened_by left join members c on c.id = t.closed_by`

/** False when a till of this name is open: the unique index decides, also between concurrent calls. */
export async function insertTill(trx: Trx, till: { id: string; name: string; by: string }, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into tills (id, name, opened_at, opened_by) values (${till.id}, ${till.name}, ${now}, ${till.by})
    on conflict (lower(name)) where closed_at is null do nothing returning id`.execute(trx)
  return rows.length > 0
}

export async function findTills(db: DbOrTrx, which: 'open' | { limit: number; before?: Date | undefined }): Promise<Till[]> {
  const wanted =
    which === 'open' ? sql`t.closed_at is null` : which.before ? sql`t.opened_at < ${which.before}` : (sql`true` as RawBuilder<unknown>)
  const limit = which === 'open' ? 50 : which.limit
  const { rows } = await sql<Till>`select ${columns} from ${from} where ${wanted} order by t.opened_at desc, t.id limit ${limit}`.execute(
    db,
  )
  return rows
}

export async function findTill(db: DbOrTrx, id: string): Promise<Till | undefined> {
  const { rows } = await sql<Till>`select ${columns} from ${from} where t.id = ${id}`.execute(db)
  return rows[0]
}

export async function readTillRows(db: DbOrTrx, tillId: string): Promise<TillRow[]> {
  const { rows } = await sql<TillRow>`
    select r.id::integer, r.kind, r.amount, r.given, r.reason, r.reference, m.name as by, r.at
    from till_rows r join members m on m.id = r.by where r.till_id = ${tillId} order by r.id`.execute(db)
  return rows
}

/**
 * Locks an open till until the end of the transaction. `share`: for adding a row, which several may do at once; `alone`: for
 * closing it, which waits for them. Undefined when it is closed: of a row and a closing at once, the row is in the count or
 * is refused.
 */
export async function lockOpenTill(trx: Trx, id: string, how: 'share' | 'alone'): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await (
    how === 'share'
      ? sql<{ id: string; name: string }>`select t.id, t.name from tills t where t.id = ${id} and t.closed_at is null for share of t`
      : sql<{ id: string; name: string }>`select t.id, t.name from tills t where t.id = ${id} and t.closed_at is null for update of t`
  ).execute(trx)
  return rows[0]
}

/** The till of a card slip that names none: the open one, as long as there is only one. */
export async function findOnlyOpenTill(db: DbOrTrx): Promise<string | null> {
  const open = await db.selectFrom('tills').select('id').where('closed_at', 'is', null).limit(2).execute()
  return open.length === 1 ? open[0]!.id : null
}

export type NewTillRow = {
  tillId: string
  kind: TillRowKind
  amount: number
  given?: number
  reason?: string
  reference?: string
  idempotencyKey?: string
  by: string
}

/** The cash that was handed over for a sale, by the key of its row; null: none was. */
export async function findGiven(trx: DbOrTrx, key: string): Promise<number | null> {
  const row = await trx
    .selectFrom('till_rows')
    .select('given')
    .where('kind', '=', 'sale')
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return row?.given ?? null
}

/** The caller holds the lock on the till. False when the idempotency key was used in this till before. */
export async function insertTillRow(trx: Trx, row: NewTillRow, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into till_rows (till_id, kind, amount, given, reason, reference, idempotency_key, by, at)
    values (${row.tillId}, ${row.kind}, ${row.amount}, ${row.given ?? null}, ${row.reason ?? ''}, ${row.reference ?? null}, ${row.idempotencyKey ?? null}, ${row.by}, ${now})
    on conflict (till_id, idempotency_key) do nothing returning id`.execute(trx)
  return rows.length > 0
}

export async function findRowByKey(
  trx: DbOrTrx,
  tillId: string,
  key: string,
): Promise<Pick<TillRow, 'kind' | 'amount' | 'reason'> | undefined> {
  return (await trx
    .selectFrom('till_rows')
    .select(['kind', 'amount', 'reason'])
    .where('till_id', '=', tillId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()) as Pick<TillRow, 'kind' | 'amount' | 'reason'> | undefined
}

/** What has to be in the till, behind the lock on it. */
export async function sumTill(trx: Trx, id: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(amount), 0)::integer as sum from till_rows where till_id = ${id}`.execute(
    trx,
  )
  return rows[0]!.sum
}

export type Closing = { expected: number; counted: number; pieces: Pieces; explanation: string; by: string }

export async function writeClosed(trx: Trx, id: string, { expected, counted, pieces, explanation, by }: Closing, now: Date): Promise<void> {
  await trx
    .updateTable('tills')
    .set({ closed_at: now, closed_by: by, expected, counted, pieces: JSON.stringify(pieces), explanation })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .execute()
}
