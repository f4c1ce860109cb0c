import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { startEmbedded } from '#db/embedded.ts'
import { isMigrated } from '#db/migrate.ts'
import { runOf } from '#lib/running.ts'
import { addDays, dayOf } from '#lib/zone.ts'
import { writeSetting } from '#modules/settings/store.ts'
import { defaultSettings } from '#modules/settings/rules.ts'
import { Tokens } from '#modules/logins/tokens.ts'
import { openDatabaseLink } from '#testing/database-link.ts'
import { newMember, type TestMember } from '#testing/test-service.ts'
import { watchPace, type Pace } from '#testing/pace.ts'
import { startServer, type ServerProcess } from '#testing/server-process.ts'
import { smallCentre } from '#testing/small-centre.ts'

// Only against waiting for ever: the limits below know how busy the machine is.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 300_000 })

const AUTH_SECRET = 'a secret that only tests know, long enough'
let pace: Pace
/** On a quiet machine, a call that meets an outage is answered within this time, and after its end everything works within this time. */
const soon = 2000
/** What takes its time on a quiet machine too: to recover, to migrate. */
const patiently = 20_000

let dir: string
let undo: (() => unknown)[]
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), `fieldhouse-test-${process.pid}-`))
  pace = watchPace()
  undo = [() => rmSync(dir, { recursive: true, force: true }), () => pace.stop()]
})
afterEach(async () => {
  for (const step of undo.toReversed()) await step()
})

/** A gateway that is set and never asked: what cannot be paid cannot be ordered. */
const gateway = { PAYMENT_URL: 'https://gateway.example', PAYMENT_MERCHANT_ID: '1', PAYMENT_HASH_KEY: 'key', PAYMENT_HASH_IV: 'iv' }

async function startWith(env: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer({ AUTH_SECRET, DATA_DIR: dir, ...gateway, ...env })
  undo.push(() => server.stop('SIGTERM'))
  return server
}

const postmaster = () => Number(readFileSync(join(dir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

/** The embedded server's address, as only its owner knows it. */
function urlOfEmbedded(): string {
  const sockets = readFileSync(join(dir, 'postgres/postmaster.pid'), 'utf8').split('\n')[4]!
  return `postgres://fieldhouse:${readFileSync(join(dir, 'postgres-password'), 'utf8')}@${encodeURIComponent(sockets)}/fieldhouse`
}

/** A centre with courts and members. */
async function furnish(url: string): Promise<{ db: Db; members: TestMember[] }> {
  const db = openDb(url, 2)
  undo.push(() => closeDb(db))
  await smallCentre(db)
  // As many bookings as can be made while the machine takes its time.
  const unlimited = { daysAhead: 60, minutesPerDayAndSport: 100_000, minutesPerWeek: 100_000 }
  await writeSetting(db, 'booking', { ...defaultSettings.booking, ...unlimited }, null, new Date())
  const tokens = new Tokens(AUTH_SECRET)
  const members: TestMember[] = []
  await db.transaction().execute(async (trx) => {
    for (let n = 0; n < 60; n++) members.push(await newMember(trx, tokens, new Date(), {}))
  })
  return { db, members }
}

type Answered = { what: string; status: number; at: number; ms: number; retryAfter: string | null }

/** Members who book, visitors who look, and pages, at every server, for as long as it is wanted. */
function press(servers: ServerProcess[], members: TestMember[]) {
  const answers: Answered[] = []
  const orders: string[] = []
  const stopped = new AbortController()
  let booked = 0
  // Who asks for a link books nothing: every booking has a letter of its own.
  const bookers = members.slice(askers)
  const call = async (server: ServerProcess, what: string, init?: RequestInit) => {
    const begun = performance.now()
    const note = (status: number, retryAfter: string | null) =>
      answers.push({ what, status, at: begun, ms: Math.round(performance.now() - begun), retryAfter })
    try {
      const response = await fetch(server.url + what, { signal: AbortSignal.timeout(120_000), ...init })
      const text = await response.text()
      note(response.status, response.headers.get('retry-after'))
      return { status: response.status, text }
    } catch (error) {
      note(0, null)
      return { status: 0, text: String(error) }
    }
  }
  const again = async (work: () => Promise<unknown>) => {
    while (!stopped.signal.aborted) {
      await work()
      await delay(50)
    }
  }
  const book = async (server: ServerProcess) => {
    // Each its own hour of its own court.
    const number = booked++
    const member = bookers[number % bookers.length]!
    const day = addDays(dayOf(new Date()), 2 + Math.trunc(number / (8 * 14)))
    const hour = 6 + (Math.trunc(number / 8) % 14)
    const start = new Date(Date.parse(`${day}T00:00:00+08:00`) + hour * 3_600_000)
    const { status, text } = await call(server, '/api/Order/Member', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${member.token}`, 'idempotency-key': randomUUID() },
      body: JSON.stringify({
        items: [{ venue2ndId: 1 + (number % 8), start: start.toISOString(), end: new Date(start.getTime() + 3_600_000).toISOString() }],
      }),
    })
    if (status === 201) orders.push((JSON.parse(text) as { orderNo: string }).orderNo)
    return status
  }
  const running = servers.flatMap((server) => [
    again(() => book(server)),
    again(() => call(server, '/api/AccountMember', { headers: { authorization: `Bearer ${members[0]!.token}` } })),
    again(() => call(server, '/api/News/List', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })),
    again(() => call(server, '/login')),
  ])
  const stop = async () => {
    stopped.abort()
    await Promise.all(running)
  }
  undo.push(stop)
  return { answers, orders, book, stop }
}

/** Counts the `change` events of a grid's stream. */
async function watchGrid(server: ServerProcess) {
  const stop = new AbortController()
  undo.push(() => stop.abort())
  const response = await fetch(`${server.url}/api/Availability/Stream?venue1stId=1`, { signal: stop.signal })
  let changes = 0
  const decoder = new TextDecoder()
  void (async () => {
    for await (const chunk of response.body!) changes += decoder.decode(chunk).split('event: change').length - 1
  })().catch(() => {})
  return () => changes
}

/** Waits until it is so, and fails when that takes longer than it may. */
async function expectSoon<T>(read: () => T | Promise<T>, wanted: T, quietMs = soon): Promise<void> {
  expect(await pace.read(read, (value) => value === wanted, quietMs)).toBe(wanted)
}
async function expectMore(read: () => number | Promise<number>, than: number, quietMs = soon): Promise<void> {
  expect(await pace.read(read, (value) => value > than, quietMs)).toBeGreaterThan(than)
}

const readiness = async (server: ServerProcess) => (await fetch(`${server.url}/readyz`)).status
const health = async (server: ServerProcess) => (await fetch(`${server.url}/healthz`)).status

/** Answers under pressure are good ones, or say when to come back, and soon. */
function expectOnlyPatience(answers: Answered[]): void {
  const isLate = ({ at, ms }: Answered) => ms > soon * pace.stretch(at, at + ms)
  const wrong = answers.filter((one) => (one.status < 300 ? false : one.status !== 503 || one.retryAfter === null || isLate(one)))
  expect(wrong).toEqual([])
}

type Pressed = { pressing: ReturnType<typeof press>; db: Db; members: TestMember[]; grids: (() => number)[] }
let asked = 0
/** The first members ask for links, each once. */
const askers = 3

async function expectAllWorks(servers: ServerProcess[], { pressing, db, members, grids }: Pressed): Promise<void> {
  const before = grids.map((changes) => changes())
  for (const server of servers) {
    await expectSoon(() => readiness(server), 200)
    await expectSoon(() => pressing.book(server), 201)
    await expectSoon(async () => (await fetch(`${server.url}/login`)).status, 200)
  }
  // Open grids are notified of a booking.
  for (const [n, changes] of grids.entries()) await expectMore(changes, before[n]!)
  // A requested link is mailed by a job.
  const { email } = members[asked++]!
  const body = JSON.stringify({ email })
  const asking = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  expect((await fetch(`${servers[0]!.url}/api/AccountMember/ForgetPKey`, asking)).status).toBe(204)
  const letters = () => db.selectFrom('messages').select('id').where('recipient', '=', email).execute()
  await expectSoon(async () => (await letters()).length, 1)
}

async function expectNothingLost(db: Db, orders: string[]): Promise<void> {
  const kept = await db.selectFrom('orders').select('order_no').where('order_no', 'in', orders).execute()
  expect(kept).toHaveLength(orders.length)
}

it('the server survives its embedded PostgreSQL being killed under load, and starts it again', async () => {
  const server = await startWith({ WORKERS: '2' })
  const { db, members } = await furnish(urlOfEmbedded())
  const grid = await watchGrid(server)
  const workers = () => readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim().split(' ')
  const pressing = press([server], members)
  await expectMore(() => pressing.orders.length, 5, patiently)
  const before = workers()
  const killed = postmaster()
  // The first process starts it again, in next to no time: stopped, it leaves the workers without a database until they have said so.
  undo.push(() => process.kill(server.pid, 'SIGCONT'))
  process.kill(server.pid, 'SIGSTOP')
  process.kill(killed, 'SIGKILL')
  await expectSoon(() => readiness(server), 503)
  expect(await health(server)).toBe(200)
  process.kill(server.pid, 'SIGCONT')
  await expectSoon(() => postmaster() !== killed, true, patiently)
  await expectSoon(() => readiness(server), 200, patiently)
  await expectAllWorks([server], { pressing, db, members, grids: [grid] })
  await pressing.stop()
  expectOnlyPatience(pressing.answers)
  await expectNothingLost(db, pressing.orders)
  // Its children are the two workers, as before, and a new PostgreSQL.
  expect(workers().filter((pid) => before.includes(pid))).toHaveLength(2)
})

it('the server survives an external PostgreSQL that is killed, refuses connections, or stops answering under load', async () => {
  const postgres = await startEmbedded({ dir, durable: true })
  undo.push(postgres.stop)
  const link = await openDatabaseLink(postgres.url)
  undo.push(link.close)
  const env = { DATABASE_URL: link.url, DATA_DIR: join(dir, 'unused') }
  const servers = [await startWith(env), await startWith(env)]
  const { db, members } = await furnish(postgres.url)
  const grids = await Promise.all(servers.map(watchGrid))
  const pressing = press(servers, members)
  await expectMore(() => pressing.orders.length, 5, patiently)

  process.kill(postmaster(), 'SIGKILL')
  await link.cut()
  for (const server of servers) await expectSoon(() => readiness(server), 503)
  await delay(1000)
  expect(await Promise.all(servers.map(health))).toEqual([200, 200])
  await expectSoon(() => isMigrated(db), true, patiently)
  await link.restore()
  await expectAllWorks(servers, { pressing, db, members, grids })

  link.silence()
  for (const server of servers) await expectSoon(() => readiness(server), 503)
  await delay(1000)
  await link.restore()
  await expectAllWorks(servers, { pressing, db, members, grids })

  await pressing.stop()
  expectOnlyPatience(pressing.answers)
  expect(pressing.answers.filter(({ status }) => status === 503).length).toBeGreaterThan(10)
  await expectNothingLost(db, pressing.orders)
  expect(servers.map(({ pid }) => runOf(pid))).not.toContain(undefined)
})
