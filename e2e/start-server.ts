import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '#testing/server-process.ts'

/** One server with the demo centre for all journeys. */
export default async function setup(): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(tmpdir(), `fieldhouse-test-${process.pid}-`))
  const server = await startServer({ DATA_DIR: dir, DEMO: '1', NODE_ENV: 'production' })
  // Workers read the configuration after this, and find it there.
  process.env.E2E_URL = server.url
  return async () => {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
