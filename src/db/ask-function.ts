import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { DbOrTrx } from './connect.ts'

/**
 * The rows that a function of src/db/functions/ answers, parsed. The function and the code that calls it are written apart: an
 * answer of another shape is an error here, where a cast would let it through.
 */
export async function askFunction<Row extends z.ZodType>(db: DbOrTrx, row: Row, call: RawBuilder<unknown>): Promise<z.infer<Row>[]> {
  const { rows } = await call.execute(db)
  return rows.map((answered) => row.parse(answered))
}
