import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { sql } from 'kysely'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { openFileStore } from '#modules/files/storage.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { loadDemo } from '../../demo/load.ts'
import { freshDatabase } from './postgres.ts'

/** The demo in a database of its own, with its files in a folder of its own. */
export async function openLoadedDemo(now: Date) {
  const database = await freshDatabase()
  const db = openDb(database.url, 4)
  const dir = mkdtempSync(join(tmpdir(), 'fieldhouse-demo-files-'))
  const files = await openFileStore({ kind: 'disk', dir })
  await loadDemo(db, files, now)
  return {
    db,
    files,
    catalogue: await openCatalogues(db).current(),
    async close() {
      await closeDb(db)
      await database.drop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
export type LoadedDemo = Awaited<ReturnType<typeof openLoadedDemo>>

/** The number that a statement answers as `n`. */
export async function countIn(db: Db, statement: ReturnType<typeof sql<{ n: number }>>): Promise<number> {
  return Number((await statement.execute(db)).rows[0]!.n)
}
