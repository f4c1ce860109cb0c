import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './tables.gen.ts'

export type Db = Kysely<DB>
export type Trx = Transaction<DB>
/** What a store takes: a transaction is a Db that is already inside one. */
export type DbOrTrx = Db | Trx

const int8 = 20
const date = 1082

/** A calendar day stays the text that it is: a Date would move it across midnight in another zone. */
const parsers: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === int8) return (value: string) => Number(value)
    if (oid === date) return (value: string) => value
    return pg.types.getTypeParser(oid, format)
  },
}

export function openDb(url: string, pool: number): Db {
  const connections = new pg.Pool({
    connectionString: url,
    max: pool,
    types: parsers,
    connectionTimeoutMillis: 10_000,
    application_name: 'fieldhouse',
  })
  connections.on('connect', prepareWhatRepeats)
  // An idle connection that breaks is replaced at the next query; unheard, its error would end the process.
  connections.on('error', () => {})
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: connections }) })
}

export async function closeDb(db: Db): Promise<void> {
  await db.destroy()
}

const worthPreparing = 3
const preparedAtMost = 500
const seen = new Map<string, { name: string; times: number }>()

/**
 * Parsing and planning cost more than running a small statement. One that keeps coming is prepared on its connection,
 * by a name made from its text; lists of changing length make many texts, so there is a limit.
 */
function prepareWhatRepeats(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (config: object | string, values?: unknown[]) => Promise<pg.QueryResult>
  const prepared = (text: unknown, values?: unknown[]) => {
    if (typeof text !== 'string' || values === undefined || values.length === 0) return query(text as object, values)
    let known = seen.get(text)
    if (!known) {
      if (seen.size >= preparedAtMost) return query(text, values)
      known = { name: `fh_${seen.size}`, times: 0 }
      seen.set(text, known)
    }
    return ++known.times < worthPreparing ? query(text, values) : query({ name: known.name, text, values })
  }
  client.query = prepared as typeof client.query
}
