import type { KyselyPlugin } from 'kysely'
import type { Db } from '#db/connect.ts'

/** Counts the statements of an operation. */
class Stopper implements KyselyPlugin {
  statements = 0
  #stopAt: number
  constructor(stopAt: number) {
    this.#stopAt = stopAt
  }
  transformQuery({ node }: Parameters<KyselyPlugin['transformQuery']>[0]) {
    if (++this.statements === this.#stopAt) throw new Error('stopped here')
    return node
  }
  transformResult({ result }: Parameters<KyselyPlugin['transformResult']>[0]) {
    return Promise.resolve(result)
  }
}

/** Runs an operation and answers how many statements it took. */
export async function countStatements(db: Db, operation: (db: Db) => Promise<unknown>): Promise<number> {
  const counter = new Stopper(Infinity)
  await operation(db.withPlugin(counter) as Db)
  return counter.statements
}

/**
 * Runs an operation again and again, stopped before its first statement, its second, and so on, as if the process had been killed
 * there: what a transaction had written until then is rolled back. `check` runs after each. Answers the number of steps once the
 * operation was not stopped.
 */
export async function stopAtEachStep(
  db: Db,
  operation: (db: Db) => Promise<unknown>,
  check: (step: number) => Promise<void>,
): Promise<number> {
  for (let step = 1; ; step++) {
    const stopper = new Stopper(step)
    try {
      await operation(db.withPlugin(stopper) as Db)
      return step - 1
    } catch (error) {
      if (!(error instanceof Error) || error.message !== 'stopped here') throw error
    }
    await check(step)
  }
}
