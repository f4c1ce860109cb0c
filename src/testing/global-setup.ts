import pg from 'pg'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded, type Embedded } from '#db/embedded.ts'
import { openJobs } from '#db/jobs.ts'
import { migrate } from '#db/migrate.ts'
import { openLog } from '#http/log.ts'
import { compileMessages } from '../../scripts/messages.ts'
import { stopOrphan } from '#db/embedded-orphan.ts'
import { runOf } from '#lib/running.ts'

const prefix = 'fieldhouse-test-'

/** A PostgreSQL in a temporary folder, which is deleted when it stops. */
export async function startTemporaryPostgres(): Promise<Embedded> {
  await sweepLeftovers()
  const dir = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  const remove = () => rmSync(dir, { recursive: true, force: true })
  try {
    const postgres = await startEmbedded({ dir, durable: false })
    return { ...postgres, stop: () => postgres.stop().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}

/** Removes what a killed run has left behind. */
async function sweepLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : NaN
    if (Number.isNaN(pid) || runOf(pid) !== undefined) continue
    await stopOrphan(join(tmpdir(), name, 'postgres')).catch(() => {})
    rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}

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
  // Its queues too: they are kept for every database that is made of it.
  await (await openJobs(template.href, openLog('silent'), { workers: false })).stop()
  return postgres
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresSocket: string
  }
}
