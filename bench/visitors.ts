import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { startEmbedded } from '#db/embedded.ts'
import { builtServer, startServer } from '#testing/server-process.ts'
import type { Outcome } from './load.ts'
import { firePages } from './pages-load.ts'

const pages = [
  ['A1', '/'],
  ['A10', '/venues/1'],
] as const

/** Pages a second for visitors without a session, on two workers, at the demo centre. */
export async function visitors(scale: number): Promise<{ what: string; outcome: Outcome }[]> {
  const dir = mkdtempSync(join(tmpdir(), 'fieldhouse-visitors-'))
  const postgres = await startEmbedded({ dir, durable: true })
  const settings = { DATABASE_URL: postgres.url, DATA_DIR: dir, DEMO: '1', SITE_ACCESS: 'open', NODE_ENV: 'production', WORKERS: '2' }
  const server = await startServer(settings, builtServer)
  const db = openDb(postgres.url, 1)
  try {
    await picturesHung(server.url)
    await jobsDone(db)
    const found = []
    for (const [id, path] of pages) {
      const headers = { accept: 'text/html', 'accept-encoding': 'gzip' }
      await firePages(server.url, 8, path, headers, Math.ceil(10_000 * scale))
      const outcome = await firePages(server.url, 32, path, headers, Math.ceil(40_000 * scale))
      found.push({ what: `(g) ${id} ${path} for visitors, two workers`, outcome })
    }
    return found
  } finally {
    await closeDb(db)
    await server.stop()
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Waits until no job is under way: the demo's past is counted after its first start, which takes a minute of one core. */
export async function jobsDone(db: Db): Promise<void> {
  const isBusy = async () => {
    const { rows } = await sql`
      select from pgboss.job where state = 'active' or (state in ('created', 'retry') and start_after <= now()) limit 1`.execute(db)
    return rows.length > 0
  }
  for (let [tries, calm] = [0, 0]; tries < 300 && calm < 5; tries++) {
    calm = (await isBusy()) ? 0 : calm + 1
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

/** Waits for the demo's pictures, which are drawn after the start and would disturb the measurement. */
export async function picturesHung(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const response = await fetch(`${url}/api/Highlight/List`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    const { items } = (await response.json()) as { items: { pictures: { avif: { src: string }[] }[] }[] }
    const sources = items.flatMap(({ pictures }) => pictures.flatMap(({ avif }) => avif.map(({ src }) => src)))
    for (const src of sources) await (await fetch(url + src)).arrayBuffer()
    if (sources.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  throw new Error('The pictures of the demo have not come')
}
