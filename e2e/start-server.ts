import { cpSync } from 'node:fs'
import { databaseAt, runAt, startDemoCentre } from '#testing/demo-centre.ts'
import { deadPort } from '#testing/http-stand-in.ts'
import { startIssuers } from '#testing/issuers.ts'
import { builtServer, startServer } from '#testing/server-process.ts'

/** Starts two servers for all tests, one wired site and one open site, with issuers by whom members log in, each with a copy of the demo centre, which is loaded once. */
export default async function setup(): Promise<() => Promise<void>> {
  const demo = await startDemoCentre()
  const site = (name: string) => ({ database: databaseAt(demo.url, name), files: `${demo.files}-${name}` })
  const [wired, open] = [site('wired'), site('open')]
  for (const [name, { files }] of Object.entries({ wired, open })) {
    await runAt(demo.url, `create database ${name} template demo strategy file_copy`)
    cpSync(demo.files, files, { recursive: true })
  }
  const ports = { wired: await deadPort(), open: await deadPort() }
  const issuers = await startIssuers(Object.values(ports).map((port) => `http://localhost:${port}`))
  // The city's issuer is down.
  await issuers.city.close()
  const stops = await Promise.all([
    start('E2E_URL', { ...issuers.settings, SITE_ACCESS: 'wired', PORT: String(ports.wired) }, wired),
    start('E2E_OPEN_URL', { ...issuers.settings, SITE_ACCESS: 'open', PORT: String(ports.open) }, open),
  ])
  return async () => {
    await Promise.all([...stops.map((stop) => stop()), issuers.world.close()])
    await demo.stop()
  }
}

async function start(variable: string, settings: Record<string, string>, { database, files }: { database: string; files: string }) {
  const env = { ...settings, DATABASE_URL: database, STORAGE_DIR: files, DEMO: '1', NODE_ENV: 'production' }
  // The servers trust a proxy's X-Forwarded-For: each test comes from its own IP address, so that rate limits do not meet.
  const server = await startServer({ ...env, TRUST_PROXY: '1' }, builtServer)
  // Playwright's workers read the configuration after this and find the addresses in the environment.
  process.env[variable] = server.url
  process.env[variable.replace('URL', 'DATABASE')] = database
  return () => server.stop()
}
