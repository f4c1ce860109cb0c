import type { Result } from '#lib/result.ts'
import type { Db, Trx } from './connect.ts'

class Refused extends Error {
  readonly refusal: unknown
  constructor(refusal: unknown) {
    super('refused')
    this.refusal = refusal
  }
}

/** Runs `work` in a transaction, and rolls back when it throws or returns a refusal. */
export async function inTransaction<T, R>(db: Db, work: (trx: Trx) => Promise<Result<T, R>>): Promise<Result<T, R>> {
  try {
    return await db.transaction().execute(async (trx) => {
      const result = await work(trx)
      if (!result.ok) throw new Refused(result.refusal)
      return result
    })
  } catch (error) {
    if (error instanceof Refused) return { ok: false, refusal: error.refusal as R }
    throw error
  }
}
