import { anyOf } from '#db/any-of.ts'
import type { Db, DbOrTrx } from '#db/connect.ts'
import { sqlWords } from '#db/words.ts'
import { sql, type RawBuilder } from 'kysely'
import type { PlainLine } from './line-rules.ts'

/** SQL of the lines without floor of an order, such as `o.id`: an array of JSON, in their order. */
export const plainLines = (orderId: RawBuilder<unknown>) => sql<PlainLine[]>`(
  select coalesce(json_agg(json_build_object('id', n.id, 'words', ${sqlWords('n.words')}, 'count', n.count, 'amount', n.amount, 'purpose', n.purpose, 'state', n.state)
    order by n.position), '[]') from order_lines n where n.order_id = ${orderId})`

/** Marks active lines as given back; answers how many. */
export async function cancelLines(db: DbOrTrx, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const cancelled = await db
    .updateTable('order_lines')
    .set({ state: 'cancelled' })
    .where('id', '=', anyOf(ids))
    .where('state', '=', 'active')
    .executeTakeFirst()
  return Number(cancelled.numUpdatedRows)
}

/** The kinds of orders that the database allows. */
export async function readAllowedKinds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'orders_kind_check' and conrelid = 'orders'::regclass`.execute(
    db,
  )
  return [...rows[0]!.definition.matchAll(/'([^']+)'/g)].map(([, kind]) => kind!)
}
