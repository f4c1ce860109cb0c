import { execFile } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startEmbedded } from '#db/embedded.ts'
import { dayOf } from '#lib/zone.ts'

export type DemoCentre = {
  /** The server; its database `demo` holds the centre. */
  url: string
  /** The centre's files. */
  files: string
  stop(): Promise<void>
}

/** A PostgreSQL with the whole demo centre. Loading takes half a minute: a test run keeps the first in a folder, and the next is a copy of it. */
export async function startDemoCentre(kept = process.env.TEST_DEMO_CENTRE): Promise<DemoCentre> {
  const dir = mkdtempSync(join(tmpdir(), `fieldhouse-test-${process.pid}-`))
  const remove = () => rmSync(dir, { recursive: true, force: true })
  try {
    // Its days are counted from the day on which it was loaded.
    const today = kept && `${kept}-${dayOf(new Date())}`
    if (today && !existsSync(today)) {
      const draft = `${today}.new-${process.pid}`
      rmSync(draft, { recursive: true, force: true })
      await load(draft)
      renameSync(draft, today)
    }
    if (today) {
      cpSync(today, dir, { recursive: true })
      // A copy of a folder has other rights, which PostgreSQL refuses.
      chmodSync(join(dir, 'postgres'), 0o700)
    } else await load(dir)
    const postgres = await startEmbedded({ dir, durable: false })
    return { url: postgres.url, files: filesIn(dir), stop: () => postgres.stop().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}

const filesIn = (dir: string) => join(dir, 'files')

/** Address of a database of a server. */
export const databaseAt = (server: string, name: string): string => Object.assign(new URL(server), { pathname: `/${name}` }).href

export async function runAt(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

async function load(dir: string): Promise<void> {
  const postgres = await startEmbedded({ dir, durable: false })
  try {
    await runAt(postgres.url, 'create database demo')
    const script = resolve(import.meta.dirname, '../../e2e/load-demo.ts')
    await promisify(execFile)(process.execPath, [script, databaseAt(postgres.url, 'demo'), filesIn(dir)])
  } finally {
    await postgres.stop()
  }
}
