import type { Db } from '#db/connect.ts'
import { looseCutoff } from './rules.ts'
import type { FileStore } from './storage.ts'
import { deleteLooseFile, keepAgain, looseFiles, saysReferredTo } from './store.ts'

/** Removes files that nothing has referred to for a day, rows and bytes. One that fails does not stop the others. */
export async function removeLooseFiles(db: Db, store: FileStore, now: Date): Promise<number> {
  const before = looseCutoff(now)
  const failures: unknown[] = []
  let removed = 0
  for (const id of await looseFiles(db, before)) {
    try {
      if (await removeOne(db, store, id, before, now)) removed += 1
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} loose files could not be removed`)
  return removed
}

/** Deletes the row, then the bytes, then commits: if the bytes cannot be deleted, the row is rolled back and the next run tries again. */
async function removeOne(db: Db, store: FileStore, id: string, before: Date, now: Date): Promise<boolean> {
  try {
    return await db.transaction().execute(async (trx) => {
      const deleted = await deleteLooseFile(trx, id, before)
      if (deleted) await store.remove(id)
      return deleted
    })
  } catch (error) {
    if (!saysReferredTo(error)) throw error
    await keepAgain(db, id, now)
    return false
  }
}
