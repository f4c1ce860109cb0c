import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { ConnectionPool } from './pool.ts'
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
  const connections = new ConnectionPool({ url, max: pool, name: 'fieldhouse', types: parsers })
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: connections }) })
}

export async function closeDb(db: Db): Promise<void> {
  await db.destroy()
}
