import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import type { Embedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { compileMessages } from '../../scripts/messages.ts'
import { startTemporaryPostgres } from './run-postgres.ts'

/** One PostgreSQL for the whole test run, started lazily: a run of pure rules starts none. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  compileMessages()
  let starting: Promise<Embedded> | undefined
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-ask-'))
  const server = createServer(async (caller) => {
    caller.on('error', () => {})
    try {
      starting ??= startWithTemplate()
      caller.end((await starting).url)
    } catch (error) {
      console.error(error)
      caller.destroy()
    }
  })
  const path = join(folder, 'socket')
  await new Promise<void>((resolve) => server.listen(path, resolve))
  project.provide('postgresSocket', path)
  return async () => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
    const postgres = await starting?.catch(() => undefined)
    await postgres?.stop()
  }
}

async function startWithTemplate(): Promise<Embedded> {
  const postgres = await startTemporaryPostgres()
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('create database fieldhouse_template')
  await client.end()
  const template = new URL(postgres.url)
  template.pathname = '/fieldhouse_template'
  await migrate(template.href)
  return postgres
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresSocket: string
  }
}
