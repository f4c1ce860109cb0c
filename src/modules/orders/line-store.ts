import { sqlWords } from '#db/words.ts'
import { sql, type RawBuilder } from 'kysely'
import type { PlainLine } from './line-rules.ts'

/** SQL of the lines without floor of an order, such as `o.id`: an array of JSON, in their order. */
export const plainLines = (orderId: RawBuilder<unknown>) => sql<PlainLine[]>`(
  select coalesce(json_agg(json_build_object('id', n.id, 'words', ${sqlWords('n.words')}, 'count', n.count, 'amount', n.amount, 'purpose', n.purpose, 'state', n.state)
    order by n.position), '[]') from order_lines n where n.order_id = ${orderId})`
