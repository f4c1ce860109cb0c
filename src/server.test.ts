import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runOf } from '#lib/running.ts'
import { hashSecret } from '#modules/logins/secrets.ts'
import { watchPace } from '#testing/pace.ts'
import { emptyDatabase, freshDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { builtServer, refusedStart, startServer, type ServerProcess } from '#testing/server-process.ts'
import { demoAccounts, demoSecret } from '../demo/accounts.ts'
import { claimPort } from './process/port.ts'

// Each start is a process, and some tests start many.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

let dir: string
const databases: FreshDatabase[] = []
const servers: ServerProcess[] = []

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), `fieldhouse-test-${process.pid}-`))
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop('SIGINT')))
  for (const database of databases.splice(0)) await database.drop()
  rmSync(dir, { recursive: true, force: true })
})

async function start(env: Record<string, string>, ...program: [typeof builtServer?]): Promise<ServerProcess> {
  const server = await startServer({ DATA_DIR: dir, ...env }, ...program)
  servers.push(server)
  return server
}

async function databaseUrl(make: () => Promise<FreshDatabase>): Promise<string> {
  const database = await make()
  databases.push(database)
  return database.url
}

const isReady = async (server: ServerProcess) => (await fetch(`${server.url}/readyz`)).status === 200
const postmaster = () => Number(readFileSync(join(dir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

describe('a start that fails', () => {
  it('says in one sentence which setting is wrong', async () => {
    expect(await refusedStart({ DATA_DIR: dir, PORT: 'many' })).toEqual({
      code: 1,
      stderr: 'The setting PORT cannot be used: must be a whole number.\n',
    })
  })

  // Workers bind their sockets long after the start has found the port free, and sockets that share a port refuse nobody.
  it('says in one sentence that the port is taken, to one of two that start at the same time', async () => {
    const DATABASE_URL = await databaseUrl(freshDatabase)
    const { port, release } = await claimPort('127.0.0.1', 0)
    release()
    const both = await Promise.allSettled([1, 2].map(() => start({ DATABASE_URL, PORT: String(port), WORKERS: '2' })))
    const reasons = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    expect(reasons).toEqual([
      `Error: The server ended with 1: Port ${port} is in use by another program: stop it, or set PORT to a free one.\n`,
    ])
  })

  it('says in one sentence that the database does not answer', async () => {
    const stderr = 'The database that DATABASE_URL names does not answer (ECONNREFUSED): check the address, and that it is running.\n'
    expect(await refusedStart({ DATA_DIR: dir, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).toEqual({ code: 1, stderr })
  })
})

it('demo accounts cannot log in while DEMO is off', async () => {
  const DATABASE_URL = await databaseUrl(freshDatabase)
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  const insert = `insert into members (id, account, email, email_confirmed_at, name, mobile, secret_hash, locale, identity_id, demo)
    values (gen_random_uuid(), $1, $1 || '@example.com', now(), '', $2, $3, 'tw', 1, $4)`
  const hash = await hashSecret(demoSecret)
  await client.query(insert, ['staff', '0912000001', hash, true])
  await client.query(insert, ['somebody', '0912000002', hash, false])
  await client.end()
  const { url } = await start({ DATABASE_URL, DEMO: '0' })
  const logIn = async (emailOrAccount: string) => {
    const body = JSON.stringify({ emailOrAccount, secret: demoSecret })
    return (await fetch(`${url}/api/AccountMember/Login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status
  }
  expect([await logIn('staff'), await logIn('somebody')]).toEqual([400, 200])
})

describe('a start without the demo and without an admin', () => {
  const setupLines = (server: ServerProcess) =>
    server
      .stdout()
      .split('\n')
      .filter((line) => line.includes('/setup'))
  const ask = (server: ServerProcess, key: string) => fetch(`${server.url}/setup?key=${key}`, { headers: { connection: 'close' } })

  it('prints one line with the setup link, a new one at every start, and logs its key nowhere', async () => {
    const DATABASE_URL = await databaseUrl(emptyDatabase)
    const keys: string[] = []
    for (const WORKERS of ['2', '1']) {
      const server = await start({ DATABASE_URL, WORKERS, LOG_LEVEL: 'info', PUBLIC_URL: 'http://courts.example' })
      await expect.poll(() => setupLines(server)).toHaveLength(1)
      const key = /http:\/\/courts\.example\/setup\?key=([\w-]{32})$/.exec(setupLines(server)[0]!)![1]!
      await ask(server, key)
      await server.stop('SIGTERM')
      expect(server.stdout().split(key)).toHaveLength(2)
      keys.push(key)
    }
    expect(keys[0]).not.toBe(keys[1])
  })
})

describe('the process with its own PostgreSQL', () => {
  it('locks its data folder, survives kill -9, and leaves nothing running when it is interrupted', async () => {
    const first = await start({})
    expect(await isReady(first)).toBe(true)
    const stderr = `The data folder ${dir} is in use by another Fieldhouse (process ${first.pid}): stop it, or set DATA_DIR to another folder.\n`
    expect(await refusedStart({ DATA_DIR: dir })).toEqual({ code: 1, stderr })

    const orphan = postmaster()
    await first.stop('SIGKILL')
    expect(runOf(orphan)).toBeDefined()
    const second = await start({})
    expect(await isReady(second)).toBe(true)
    expect(runOf(orphan)).toBeUndefined()

    const database = postmaster()
    expect(await second.stop('SIGINT')).toBe(0)
    expect([runOf(database), existsSync(join(dir, 'fieldhouse.lock'))]).toEqual([undefined, false])
  })

  it('serves with several workers, built, and replaces one that dies', async () => {
    const server = await start({ WORKERS: '2' }, builtServer)
    const workers = () => childrenOf(server.pid).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('built.js'))
    const [victim] = workers()
    expect(workers()).toHaveLength(2)
    const environment = readFileSync(`/proc/${victim}/environ`, 'utf8')
    expect(environment, 'a user who owns no table').toContain('FIELDHOUSE_WORKER_DATABASE=postgres://fieldhouse_service:')
    expect(environment, 'the embedded database stays one, and is backed up at night').not.toContain('\0DATABASE_URL=')
    process.kill(victim ?? 0, 'SIGKILL')
    await expect.poll(() => workers().filter((pid) => pid !== victim).length, { timeout: 10_000 }).toBe(2)
    await expect.poll(() => isReady(server)).toBe(true)
    const all = childrenOf(server.pid)
    expect(await server.stop('SIGTERM')).toBe(0)
    expect(all.map(runOf)).toEqual(all.map(() => undefined))
  })
})

describe('an error that nobody catches', () => {
  /** Throws where nothing can catch it, when the process gets this signal. */
  const fault = 'process.on("SIGUSR2", () => { Promise.reject(new Error("nobody catches this")) })'
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(fault)}`

  it('makes a worker finish what it has begun, while the others serve and another takes its place', async () => {
    const DATABASE_URL = await databaseUrl(freshDatabase)
    const server = await start({ DATABASE_URL, WORKERS: '2', NODE_OPTIONS, LOG_LEVEL: 'error' })
    const [victim] = childrenOf(server.pid)
    const answers = new Map<number | 'turned away', number>()
    const over = new AbortController()
    const ask = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (!over.signal.aborted) {
        const answer = await answerOf(`${server.url}/api/SystemSetting`, agent)
        answers.set(answer, (answers.get(answer) ?? 0) + 1)
      }
      agent.destroy()
    }
    const clients = Promise.allSettled(Array.from({ length: 8 }, ask))
    process.kill(victim ?? 0, 'SIGUSR2')
    await expect.poll(() => runOf(victim ?? 0), { timeout: 60_000 }).toBeUndefined()
    await expect.poll(() => childrenOf(server.pid).length, { timeout: 60_000 }).toBe(2)
    over.abort()
    expect((await clients).filter(({ status }) => status === 'rejected')).toEqual([])
    const { 'turned away': turnedAway = 0, ...others } = Object.fromEntries(answers)
    expect(Object.keys(others)).toEqual(['200'])
    expect(turnedAway).toBeLessThanOrEqual(8)
    expect(server.stdout().match(/nobody caught an error/g)).toHaveLength(1)
  })

  it('ends a single process with the code for starting it again, and leaves nothing running', async () => {
    const server = await start({ NODE_OPTIONS, LOG_LEVEL: 'error' })
    const database = postmaster()
    expect(await server.stop('SIGUSR2')).toBe(70)
    expect(server.stdout()).toContain('nobody caught an error')
    expect([runOf(database), existsSync(join(dir, 'fieldhouse.lock'))]).toEqual([undefined, false])
  })
})

describe('several processes on one DATABASE_URL', () => {
  // Ten that migrate together, without the cost of ten processes: db/migrate.test.ts.
  it('migrate once when four start together', async () => {
    const DATABASE_URL = await databaseUrl(emptyDatabase)
    const four = await Promise.all(Array.from({ length: 4 }, () => start({ DATABASE_URL })))
    expect(await Promise.all(four.map(isReady))).toEqual(four.map(() => true))
    const client = new pg.Client({ connectionString: DATABASE_URL })
    await client.connect()
    const { rows } = await client.query('select name, count(*)::int as times from migrations group by name having count(*) > 1')
    await client.end()
    expect(rows).toEqual([])
  })

  it('share sessions: one that is ended in one process is ended in all; one that is stopped sends its clients away', async () => {
    const DATABASE_URL = await databaseUrl(freshDatabase)
    const env = { DATABASE_URL, DEMO: '1', DRAIN_SECONDS: '3' }
    const [one, other] = await Promise.all([start(env), start(env)])
    const login = await fetch(`${one.url}/api/AccountMember/Login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ emailOrAccount: demoAccounts[0], secret: demoSecret }),
    })
    const { token } = (await login.json()) as { token: string }
    const headers = { authorization: `Bearer ${token}` }
    const me = await fetch(`${other.url}/api/AccountMember`, { headers })
    expect(await me.json()).toMatchObject({ account: demoAccounts[0] })

    expect((await fetch(`${other.url}/api/AccountMember/Logout`, { method: 'POST', headers })).ok).toBe(true)
    expect((await fetch(`${one.url}/api/AccountMember`, { headers })).status).toBe(401)

    const stream = await fetch(`${other.url}/api/Availability/Stream?venue1stId=1`)
    expect(stream.status).toBe(200)
    // Reading it to its end throws when the connection is cut instead.
    const streamed = stream.text()
    const pace = watchPace()
    const begun = performance.now()
    const stopped = other.stop('SIGTERM')
    const readiness = async () => (await fetch(`${other.url}/readyz`)).text()
    await expect.poll(readiness, { interval: 20, timeout: 60_000 }).toBe('draining')
    expect(await streamed).toContain('retry: ')
    expect(await stopped).toBe(0)
    expect(performance.now() - begun).toBeLessThan(10_000 * pace.stretch(begun))
    pace.stop()
    expect(await isReady(one)).toBe(true)
  })
})

/**
 * Asks as browsers and proxies do. The system resets a connection that it has opened at a socket that is closed before anybody has
 * accepted it: on such a one nothing was begun, and they open another.
 */
function answerOf(url: string, agent: Agent): Promise<number | 'turned away'> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent }, (answer) => {
      answer
        .resume()
        .once('error', reject)
        .once('end', () => resolve(answer.statusCode!))
    })
    request.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' && !request.reusedSocket ? resolve('turned away') : reject(error),
    )
  })
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
}
