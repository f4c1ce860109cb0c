import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeDb, openDb } from '#db/connect.ts'
import { startEmbedded } from '#db/embedded.ts'
import { builtServer, startServer } from '#testing/server-process.ts'
import { fire, type Outcome, type Shot } from './load.ts'
import { benchPeople, benchSecret } from './people.ts'
import { jobsDone, picturesHung } from './visitors.ts'

/** Pages that members share, and one that is rendered for each, with how many are asked for. */
const pages = [
  ['/', 4000],
  ['/venues', 4000],
  ['/venues/1', 4000],
  ['/order', 4000],
  ['/member', 600],
] as const

/** Pages a second for two hundred members in turn, on one process, at the demo centre. */
export async function members(scale: number): Promise<{ what: string; outcome: Outcome }[]> {
  const dir = mkdtempSync(join(tmpdir(), 'fieldhouse-members-'))
  const postgres = await startEmbedded({ dir, durable: true })
  const settings = { DATABASE_URL: postgres.url, DATA_DIR: dir, DEMO: '1', SITE_ACCESS: 'open', NODE_ENV: 'production' }
  const server = await startServer({ ...settings, AUTH_SECRET: benchSecret }, builtServer)
  const db = openDb(postgres.url, 2)
  try {
    await picturesHung(server.url)
    await jobsDone(db)
    const people = await benchPeople(db, 200, 'reader', '08')
    const found = []
    for (const [path, count] of pages) {
      const visits = function* (times: number): Generator<Shot> {
        for (let n = 0; n < times; n++) {
          const cookie = `sports_v2_jwt=${people[n % people.length]!.token}`
          yield { method: 'GET', path, headers: { accept: 'text/html', 'accept-encoding': 'gzip', cookie } }
        }
      }
      await fire(server.url, 8, visits(Math.ceil(600 * scale)))
      found.push({ what: `(g) ${path} for members`, outcome: await fire(server.url, 32, visits(Math.ceil(count * scale))) })
    }
    return found
  } finally {
    await closeDb(db)
    await server.stop()
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
