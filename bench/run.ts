import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { sql } from 'kysely'
import { builtServer, startServer } from '#testing/server-process.ts'
import { benchCentre, benchDay, benchMembers, bookableAhead, courts, facilityId } from './centre.ts'
import { ballot } from './ballot.ts'
import { board } from './board.ts'
import { empty, emptyAfter, inserts, mustBeSingle, orders } from './bookings.ts'
import { besideChanges } from './catalogue.ts'
import { members } from './members.ts'
import type { Load } from './pairs.ts'
import { benchSecret } from './people.ts'
import { lighthouse } from './lighthouse.ts'
import { growth, looking } from './looking.ts'
import { fire, repeat, type Shot } from './load.ts'
import { bareLines, benchCommunities, openRound, submissions, weeklyPeriods } from './rush.ts'
import { search } from './search.ts'
import { insight } from './insight.ts'
import { searchPeople } from './search-people.ts'
import { restart } from './restart.ts'
import { start } from './start.ts'
import { note, report } from './table.ts'
import { visitors } from './visitors.ts'
import { besideWishes, rushBesideWishes } from './waiting.ts'
import { years } from './years.ts'

const quick = process.argv.includes('--quick')
const only =
  process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length) ??
  process.argv.slice(2).find((word) => !word.startsWith('-'))
/** Pages for Lighthouse by their ids: `--pages=A1,A10`. */
const pages = process.argv
  .find((word) => word.startsWith('--pages='))
  ?.slice('--pages='.length)
  .split(',')
/** Sizes of the bookings table at which `looking` and `growth` are measured, in this order: `--only=looking --bookings=1000,100000`. */
const bookedBefore = process.argv
  .find((word) => word.startsWith('--bookings='))
  ?.slice('--bookings='.length)
  .split(',')
  .map(Number)
const scale = quick ? 0.1 : 1
const dir = mkdtempSync(join(tmpdir(), 'fieldhouse-bench-'))
const scores: string[] = []

// These two measure the demo centre, in a server of its own.
if (only === 'visitors' || only === 'lighthouse') {
  await (only === 'visitors' ? crowd() : looked())
  process.exit(0)
}

// These need no server, or start their own.
if (only === 'ballot' || only === 'start') {
  for (const line of only === 'ballot' ? ballot() : await start(quick ? 1 : 5)) console.log(line)
  process.exit(0)
}

const postgres = await startEmbedded({ dir, durable: true })
const settings = {
  DATABASE_URL: postgres.url,
  DATA_DIR: dir,
  DEMO: '0',
  AUTH_SECRET: benchSecret,
  SITE_ACCESS: 'open',
  NODE_ENV: 'production',
  DATABASE_POOL: '10',
  // What cannot be paid cannot be ordered. Nobody pays: the gateway is never asked.
  PAYMENT_URL: 'http://127.0.0.1:9',
  PAYMENT_MERCHANT_ID: '7654321',
  PAYMENT_HASH_KEY: 'bench hash key 1',
  PAYMENT_HASH_IV: 'bench hash iv 12',
}
try {
  await migrate(postgres.url)
  const db = openDb(postgres.url, 4)
  await benchCentre(db)
  const tokens = await benchMembers(db, 200)
  if (only === 'restart') console.log(await restart(db, settings, tokens, scale))
  const server = await startServer(settings, builtServer)
  const bare = await startBare(postgres.url)
  try {
    await warmUp(db, server.url, bare.url, tokens)
    if (!only || only === 'bookings') await bookings(db, server.url, bare.url, tokens)
    if (!only || only === 'looking')
      await looking(db, server.url, { token: tokens[0]!, scale, counts: bookedBefore ?? (quick ? [1e3] : [1e3, 1e5, 1e6]) })
    if (only === 'growth') await growth(db, server.url, scale, bookedBefore ?? [1e3, 1e7, 1e3, 1e7, 1e3])
    if (!only || only === 'catalogue') await changing(db, server.url, tokens)
    if (only === 'waiting') await waiting(db, server.url, tokens)
    if (!only || only === 'board') await boards(db, server.url, tokens)
    if (only === 'years') await years(db, server.url, { token: tokens[0]!, scale })
    if (only === 'insight') for (const { what, outcome } of await insight(db, server.url, scale)) note(what, outcome)
    if (only === 'people') for (const { what, outcome } of await searchPeople(db, server.url, scale)) note(what, outcome)
    if (!only || only === 'search') for (const { what, outcome } of await search(db, server.url, scale)) note(what, outcome)
  } finally {
    bare.stop()
    await server.stop()
  }
  if (!only || only === 'rush' || only === 'waiting') await rush(db)
  await closeDb(db)
} finally {
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
if (!only) {
  await crowd()
  await looked()
  report(scores)
}

/** (g) visitors on the front door and on a facility, two workers; members, one process. */
async function crowd(): Promise<void> {
  for (const { what, outcome } of [...(await visitors(scale)), ...(await members(scale))]) note(what, outcome)
}

/** Lighthouse, the middle of three. */
async function looked(): Promise<void> {
  scores.push(...(await lighthouse(quick ? 1 : 3, pages)))
}

async function warmUp(db: Db, ours: string, bare: string, tokens: string[]): Promise<void> {
  const { statuses } = await fire(
    ours,
    16,
    orders(tokens, 400, (n) => 200_000 + n),
  )
  // Otherwise refusals would be measured.
  if (statuses[201] !== 400) throw new Error(`orders are refused: ${JSON.stringify(statuses)}`)
  await fire(
    bare,
    16,
    inserts(400, (n) => 200_000 + n),
  )
  await empty(db)
}

/** (a) everybody wants the same period, (b) everybody wants another one. */
async function bookings(db: Db, ours: string, bare: string, tokens: string[]): Promise<void> {
  const rounds = Math.ceil(20 * scale)
  const race = (n: number) => Math.floor(n / 200)
  note(
    '(a) race: 200 clients, one period at a time',
    await fire(ours, 200, orders(tokens, 200 * rounds, race)),
    await fire(bare, 200, inserts(200 * rounds, race)),
  )
  await mustBeSingle(db)
  await empty(db)
  const distinct = Math.ceil(8000 * scale)
  note(
    '(b) distinct periods, 64 clients',
    await fire(
      ours,
      64,
      orders(tokens, distinct, (n) => n),
    ),
    await fire(
      bare,
      64,
      inserts(distinct, (n) => 50_000 + n),
    ),
  )
  await mustBeSingle(db)
  await empty(db)
}

/** Two hundred clients press for one period after the other, from the given one on. */
function raceLoad(tokens: string[], after: () => Promise<void>, first = 0): Load {
  return {
    what: 'race: 200 clients, one period at a time',
    clients: 200,
    shots: () => orders(tokens, Math.ceil(4000 * scale), (n) => first + Math.floor(n / 200)),
    after,
  }
}

/** Nothing is booked twice; then everything is free again. */
async function checkAndEmpty(db: Db): Promise<void> {
  await mustBeSingle(db)
  await empty(db)
}

/** (j) the board, and bookings while fifty are open. */
async function boards(db: Db, ours: string, tokens: string[]): Promise<void> {
  await bookableAhead(db, 3650)
  // On days after the board's own.
  const race = raceLoad(tokens, () => emptyAfter(db, benchDay), 5000)
  const { found, ratio } = await board(db, ours, race, scale)
  for (const { what, outcome } of found) note(what, outcome)
  console.log(`of the speed of bookings while fifty boards are open: ${ratio}`)
  await empty(db)
}

/** (i) bookings and the availability call while the catalogue changes. */
async function changing(db: Db, ours: string, tokens: string[]): Promise<void> {
  await bookableAhead(db, 3650)
  const body = JSON.stringify({ venue1stId: facilityId, date: benchDay })
  const schedule: Shot = { method: 'POST', path: '/api/Order/Member/Schedule', body }
  const grid = { what: `availability of ${courts} courts`, clients: 32, shots: () => repeat(schedule, Math.ceil(6000 * scale)) }
  for (const load of [raceLoad(tokens, () => checkAndEmpty(db)), grid])
    for (const { what, outcome } of await besideChanges(db, ours, load)) note(what, outcome)
}

/** (p) bookings while five thousand wishes wait for the same periods. */
async function waiting(db: Db, ours: string, tokens: string[]): Promise<void> {
  await bookableAhead(db, 3650)
  for (const { what, outcome } of await besideWishes(
    db,
    ours,
    raceLoad(tokens, () => checkAndEmpty(db)),
  ))
    note(what, outcome)
}

/** (e) two thousand communities press at order start, on two workers; asked for wishes: in pairs, with five thousand waiting and without. */
async function rush(db: Db): Promise<void> {
  const clients = Math.ceil(2000 * scale)
  await sql`truncate occupancy`.execute(db)
  const warm = await benchCommunities(db, 400, 'warm')
  const tokens = await benchCommunities(db, clients, 'club')
  const server = await startServer({ ...settings, WORKERS: '2' }, builtServer)
  const bare = await startBare(postgres.url, 2)
  const knock: Shot = { method: 'GET', path: '/healthz' }
  const press = async () => {
    await sql`truncate occupancy, outbox, preorder_documents, preorder_dates, preorders, round_facilities, rounds cascade`.execute(db)
    const orderStart = new Date(Date.now() + 4000)
    await openRound(db, orderStart)
    const outcome = await fire(server.url, clients, submissions(tokens), { before: knock, notBefore: orderStart })
    await mustBeSingle(db)
    return outcome
  }
  try {
    await openRound(db, new Date())
    // Both servers are warm.
    for (let times = 0; times < 6; times++) {
      await fire(server.url, 64, submissions(warm))
      await fire(bare.url, 64, bareLines(400))
    }
    await sql`truncate bare_occupancy`.execute(db)
    const what = `rush: ${clients.toLocaleString('en')} clients at order start, ${weeklyPeriods} weekly periods of 13 dates, two workers`
    if (only === 'waiting') for (const { what: row, outcome } of await rushBesideWishes(db, what, press)) note(row, outcome)
    else note(`(e) ${what}`, await press(), await fire(bare.url, clients, bareLines(clients), { before: knock }))
  } finally {
    bare.stop()
    await server.stop()
  }
}

async function startBare(url: string, workers = 1): Promise<{ url: string; stop(): void }> {
  const child = fork(join(import.meta.dirname, 'bare-server.ts'), { env: { ...process.env, DATABASE_URL: url, WORKERS: String(workers) } })
  const [message] = (await once(child, 'message')) as [{ ready: string }]
  return { url: message.ready, stop: () => child.kill('SIGINT') }
}
