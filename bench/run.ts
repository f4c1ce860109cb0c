import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { sql } from 'kysely'
import { builtServer, startServer } from '#testing/server-process.ts'
import { benchCentre, benchDay, benchMembers, bookableAhead, courts, facilityId, fillOccupancy } from './centre.ts'
import { ballot } from './ballot.ts'
import { board } from './board.ts'
import { empty, emptyAfter, inserts, mustBeSingle, orders } from './bookings.ts'
import { besideChanges } from './catalogue.ts'
import { benchSecret } from './people.ts'
import { lighthouse } from './lighthouse.ts'
import { fire, repeat, type Outcome, type Shot } from './load.ts'
import { bareLines, benchCommunities, openRound, submissions, weeklyPeriods } from './rush.ts'
import { search } from './search.ts'
import { insight } from './insight.ts'
import { searchPeople } from './search-people.ts'
import { restart } from './restart.ts'
import { start } from './start.ts'
import { visitors } from './visitors.ts'
import { years } from './years.ts'

const quick = process.argv.includes('--quick')
const only =
  process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length) ??
  process.argv.slice(2).find((word) => !word.startsWith('-'))
const scale = quick ? 0.1 : 1
const dir = mkdtempSync(join(tmpdir(), 'fieldhouse-bench-'))
const rows: string[] = []
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
    if (!only || only === 'looking') await looking(db, server.url, tokens[0]!)
    if (!only || only === 'catalogue') await changing(db, server.url, tokens)
    if (!only || only === 'board') await boards(db, server.url, tokens)
    if (only === 'years') await years(db, server.url, { token: tokens[0]!, scale })
    if (only === 'insight') for (const { what, outcome } of await insight(db, server.url, scale)) note(what, outcome)
    if (only === 'people') for (const { what, outcome } of await searchPeople(db, server.url, scale)) note(what, outcome)
    if (!only || only === 'search') for (const { what, outcome } of await search(db, server.url, scale)) note(what, outcome)
  } finally {
    bare.stop()
    await server.stop()
  }
  if (!only || only === 'rush') await rush(db)
  await closeDb(db)
} finally {
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
if (!only) {
  await crowd()
  await looked()
  report()
}

/** (g) visitors on the front door and on a facility, two workers. */
async function crowd(): Promise<void> {
  for (const { what, outcome } of await visitors(scale)) note(what, outcome)
}

/** Lighthouse, the middle of three. */
async function looked(): Promise<void> {
  scores.push(...(await lighthouse(quick ? 1 : 3)))
}

async function warmUp(db: Db, ours: string, bare: string, tokens: string[]): Promise<void> {
  await fire(
    ours,
    16,
    orders(tokens, 400, (n) => 200_000 + n),
  )
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

/** (c) and (d): the availability call and the page, with more and more bookings in the table. */
async function looking(db: Db, ours: string, token: string): Promise<void> {
  await bookableAhead(db, 14)
  for (const count of quick ? [1e3] : [1e3, 1e5, 1e6]) {
    await fillOccupancy(db, count)
    const body = JSON.stringify({ venue1stId: facilityId, date: benchDay })
    const schedule: Shot = { method: 'POST', path: '/api/Order/Member/Schedule', body }
    await fire(ours, 8, repeat(schedule, Math.ceil(1500 * scale)))
    note(
      `(c) availability of ${courts} courts, ${count.toLocaleString('en')} bookings`,
      await fire(ours, 32, repeat(schedule, Math.ceil(4000 * scale))),
    )
    const page: Shot = {
      method: 'GET',
      path: `/venues/${facilityId}?date=${benchDay}`,
      headers: { accept: 'text/html', 'accept-encoding': 'gzip' },
    }
    await fire(ours, 4, repeat(page, Math.ceil(200 * scale)))
    note(
      `(c) page /venues/${facilityId} for visitors, ${count.toLocaleString('en')} bookings`,
      await fire(ours, 16, repeat(page, Math.ceil(4000 * scale))),
    )
    const own = { ...page, headers: { ...page.headers, cookie: `sports_v2_jwt=${token}` } }
    await fire(ours, 4, repeat(own, 20))
    note(
      `(c) the same, rendered for a member, ${count.toLocaleString('en')} bookings`,
      await fire(ours, 16, repeat(own, Math.ceil(400 * scale))),
    )
  }
}

/** (j) the board, and bookings while fifty are open. */
async function boards(db: Db, ours: string, tokens: string[]): Promise<void> {
  await bookableAhead(db, 3650)
  const race = {
    what: 'race: 200 clients, one period at a time',
    clients: 200,
    // On days after the board's own.
    shots: () => orders(tokens, Math.ceil(4000 * scale), (n) => 5000 + Math.floor(n / 200)),
    after: () => emptyAfter(db, benchDay),
  }
  const { found, ratio } = await board(db, ours, race, scale)
  for (const { what, outcome } of found) note(what, outcome)
  console.log(`of the speed of bookings while fifty boards are open: ${ratio}`)
  await empty(db)
}

/** (i) bookings and the availability call while the catalogue changes. */
async function changing(db: Db, ours: string, tokens: string[]): Promise<void> {
  await bookableAhead(db, 3650)
  const race = {
    what: 'race: 200 clients, one period at a time',
    clients: 200,
    shots: () => orders(tokens, Math.ceil(4000 * scale), (n) => Math.floor(n / 200)),
    async after() {
      await mustBeSingle(db)
      await empty(db)
    },
  }
  const body = JSON.stringify({ venue1stId: facilityId, date: benchDay })
  const schedule: Shot = { method: 'POST', path: '/api/Order/Member/Schedule', body }
  const grid = { what: `availability of ${courts} courts`, clients: 32, shots: () => repeat(schedule, Math.ceil(6000 * scale)) }
  for (const load of [race, grid]) for (const { what, outcome } of await besideChanges(db, ours, load)) note(what, outcome)
}

/** (e) two thousand communities press at order start, on two workers. */
async function rush(db: Db): Promise<void> {
  const clients = Math.ceil(2000 * scale)
  await sql`truncate occupancy`.execute(db)
  const warm = await benchCommunities(db, 400, 'warm')
  const tokens = await benchCommunities(db, clients, 'club')
  const server = await startServer({ ...settings, WORKERS: '2' }, builtServer)
  const bare = await startBare(postgres.url, 2)
  const knock: Shot = { method: 'GET', path: '/healthz' }
  try {
    await openRound(db, new Date())
    // Both servers are warm.
    for (let times = 0; times < 6; times++) {
      await fire(server.url, 64, submissions(warm))
      await fire(bare.url, 64, bareLines(400))
    }
    await sql`truncate occupancy, outbox, preorder_documents, preorder_dates, preorders, round_facilities, rounds cascade`.execute(db)
    await sql`truncate bare_occupancy`.execute(db)
    const orderStart = new Date(Date.now() + 4000)
    await openRound(db, orderStart)
    note(
      `(e) rush: ${clients.toLocaleString('en')} clients at order start, ${weeklyPeriods} weekly periods of 13 dates, two workers`,
      await fire(server.url, clients, submissions(tokens), { before: knock, notBefore: orderStart }),
      await fire(bare.url, clients, bareLines(clients), { before: knock }),
    )
    await mustBeSingle(db)
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

function note(what: string, ours: Outcome, bare?: Outcome): void {
  const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0)
  const statuses = Object.entries(ours.statuses)
    .map(([status, count]) => `${status}×${count}`)
    .join(' ')
  const line = [
    what,
    Math.round(ours.perSecond).toLocaleString('en'),
    ms(ours.p50),
    ms(ours.p95),
    ms(ours.p99),
    statuses,
    bare ? Math.round(bare.perSecond).toLocaleString('en') : '',
    bare ? (ours.perSecond / bare.perSecond).toFixed(2) : '',
  ]
  rows.push(`| ${line.join(' | ')} |`)
  console.log(line.join('  '))
}

function report(): void {
  const table = [
    '| what | a second | p50 ms | p95 ms | p99 ms | answers | bare server, a second | ratio |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ]
  const lighthouseTable = [
    'Lighthouse on a phone profile, the middle of three (by `npm run bench -- lighthouse`):',
    '',
    '| page | performance, simulated | performance, really slowed down | accessibility | best practices | SEO |',
    '|---|---|---|---|---|---|',
    ...scores,
  ]
  const file = join(import.meta.dirname, 'RESULTS.md')
  // Measured by itself, and kept: see years.ts.
  const [, tenYears = ''] = readFileSync(file, 'utf8').split('\n## Ten years\n')
  writeFileSync(
    file,
    `# Measured\n\nBy \`npm run bench\`, ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${availableParallelism()} cores shared by server, database and load generator, one process.\n\n${table.join('\n')}\n\n${lighthouseTable.join('\n')}\n${tenYears && `\n## Ten years\n${tenYears}`}`,
  )
}
