import { sql } from 'kysely'
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

/** What was found before the locks is no longer what is there: see `untilUnchanged`. */
export class ChangedMeanwhile extends Error {}

/** More rounds than others can be faster: a bug. */
const roundsAtMost = 50

/**
 * Runs `work`, which looks, locks what it has found, looks again and throws ChangedMeanwhile when it finds something else. Then what it
 * has written is undone, its locks are free, and it begins again: no round locks more after the locks of another one.
 */
export async function untilUnchanged<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  for (let round = 0; round < roundsAtMost; round++)
    try {
      return await inSavepoint(trx, work)
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error
    }
  throw new Error(`found something else behind the locks ${roundsAtMost} times`)
}

async function inSavepoint<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint attempt`.execute(trx)
  try {
    const result = await work()
    await sql`release savepoint attempt`.execute(trx)
    return result
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(trx)
    throw error
  }
}
