import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtServer, startServer } from '#testing/server-process.ts'

/** Starts two servers with the demo centre for all tests: one wired site, one open site. */
export default async function setup(): Promise<() => Promise<void>> {
  const stops = await Promise.all([start('E2E_URL', 'wired'), start('E2E_OPEN_URL', 'open')])
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

async function start(variable: string, siteAccess: string): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(tmpdir(), `fieldhouse-test-${process.pid}-`))
  // The servers trust a proxy's X-Forwarded-For: each test comes from its own IP address, so that rate limits do not meet.
  const env = { DATA_DIR: dir, DEMO: '1', NODE_ENV: 'production', SITE_ACCESS: siteAccess, TRUST_PROXY: '1' }
  const server = await startServer(env, builtServer)
  // Playwright's workers read the configuration after this and find the address in the environment.
  process.env[variable] = server.url
  process.env[variable.replace('URL', 'DATA')] = dir
  return async () => {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
