import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { inject } from 'vitest'
import { closeDb, openDb, type Db } from '#db/connect.ts'

export type FreshDatabase = { url: string; drop(): Promise<void> }

/** A new database for a test file, migrated and without data. */
export async function freshDatabase(): Promise<FreshDatabase> {
  return cloneDatabase('fieldhouse_template')
}

/** The same with so many connections to it. `close` ends them and drops the database. */
export async function freshDb(connections: number): Promise<{ db: Db; close(): Promise<void> }> {
  const { url, drop } = await freshDatabase()
  const db = openDb(url, connections)
  const close = async () => {
    await closeDb(db)
    await drop()
  }
  return { db, close }
}

/** A new database without tables, for tests of migrating. */
export async function emptyDatabase(): Promise<FreshDatabase> {
  return cloneDatabase('template0')
}

async function cloneDatabase(template: string): Promise<FreshDatabase> {
  const server = await serverUrl()
  const name = `test_${randomBytes(6).toString('hex')}`
  // By files: logging every page of a template takes longer than writing it out.
  await run(server, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(server, `drop database if exists ${name} with (force)`) }
}

const maintenance = new Map<string, Promise<pg.Client>>()

/** By one connection of this process to the server, which ends with it. */
async function run(server: string, statement: string): Promise<void> {
  const kept = maintenance.get(server) ?? connectTo(server)
  maintenance.set(server, kept)
  await (await kept).query(statement)
}

async function connectTo(server: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server })
  // The server stops before the process does.
  client.on('error', () => maintenance.delete(server))
  await client.connect().catch((error: unknown) => {
    maintenance.delete(server)
    throw error
  })
  return client
}

let asked: Promise<string> | undefined
function serverUrl(): Promise<string> {
  asked ??= askForServer()
  return asked
}

async function askForServer(): Promise<string> {
  const url = await text(connect(inject('postgresSocket')))
  if (url === '') throw new Error('The PostgreSQL for tests did not start')
  return url
}
