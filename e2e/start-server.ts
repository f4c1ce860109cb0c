import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '#testing/server-process.ts'

/** Two servers with the demo centre for all journeys: the wired site, and the open one. */
export default async function setup(): Promise<() => Promise<void>> {
  const stops = await Promise.all([start('E2E_URL', 'wired'), start('E2E_OPEN_URL', 'open')])
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

async function start(variable: string, siteAccess: string): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(tmpdir(), `fieldhouse-test-${process.pid}-`))
  // A trusted proxy: each journey comes from an address of its own, so that the limits of one do not meet another.
  const server = await startServer({ DATA_DIR: dir, DEMO: '1', NODE_ENV: 'production', SITE_ACCESS: siteAccess, TRUST_PROXY: '1' })
  // Workers read the configuration after this, and find it there.
  process.env[variable] = server.url
  return async () => {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
