import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { ConnectionPool } from './pool.ts'
import type { DB } from './tables.gen.ts'

export type Db = Kysely<DB>
export type Trx = Transaction<DB>
/** The first argument of store functions: they run inside a transaction or without one. */
export type DbOrTrx = Db | Trx

const int8 = 20
const date = 1082

/** Columns of type date stay text: a Date would shift the day in another time zone. int8 becomes a number. */
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
