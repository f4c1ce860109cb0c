import { sql } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { servedUntil } from '#modules/venues/catalogue.ts'
import { openBank } from './bank.ts'
import { openCalls } from './call.ts'
import { rollDice } from './dice.ts'
import { openDisk, type Disk } from './disk.ts'
import { readDoubleHolds, readFacts } from './facts.ts'
import { howLongFelt, makeFaults } from './faults.ts'
import { newHistory, type History } from './history.ts'
import { openIssuer, type TrialIssuer } from './issuer.ts'
import { openHouse, type House } from './house.ts'
import { openOutages, type Outages } from './outages.ts'
import { openOtherBanks } from './other-banks.ts'
import type { Guard, Options } from './options.ts'
import { openCentre, payMinutes } from './people.ts'
import type { Report } from './report.ts'
import { keepAnswering } from './counter.ts'
import { keepClosing } from './office.ts'
import { holdAgainst } from './rules.ts'
import { askAgain, seeJobsRun, settleEverything } from './settle.ts'
import { keepVisiting } from './visits.ts'
import type { World } from './world.ts'

/** Jobs that run every minute, and that a process that died must not hold up. */
const minutely = [
  'expire-unpaid-orders',
  'settle-moves',
  'send-refunds',
  'offer-freed-floor',
  'run-closures',
  'write-letters',
  'settle-invoices',
] as const

type Undo = (() => unknown)[]
type Say = (what: string) => void
type Scene = { world: World; house: House; db: Db; issuer: TrialIssuer; outages: Outages; begun: number }

/** One trial from an empty folder to its report. `mayMount`: a file system for the database can be mounted and filled. */
export async function runTrial(options: Options, folder: string, mayMount: boolean): Promise<{ report: Report; history: History }> {
  const undo: Undo = []
  const started = performance.now()
  const say = (what: string) => console.error(`${((performance.now() - started) / 1000).toFixed(1)} s: ${what}`)
  try {
    const scene = await setUp(options, openDisk(folder, options.attempts > 100_000 ? 16 : 2, mayMount), folder, undo)
    say('two processes run')
    const { felt, seenTwice, silences } = await play(options, scene, say)
    const { world, house } = scene
    const seen = { ...(await bringToAnEnd(options, scene, say)), seenTwice }
    const seconds = (performance.now() - scene.begun) / 1000
    const parties = { bank: world.bank.config, others: world.others, issuer: scene.issuer }
    const last = await settleEverything(scene.db, parties, world.history, world.people.staff.id)
    say('every deadline has passed')
    const facts = await readFacts(scene.db, last, { answers: world.calls.sent(), ...seen })
    const report = {
      seconds,
      attempts: world.calls.sent(),
      counts: world.calls.counts,
      felt: howLongFelt(felt, world.calls.heard),
      checks: holdAgainst(world.history, facts),
      silences,
      papers: papersOf(scene.issuer.name, world.history),
      disk: house.disk.kind,
      timesFull: house.timesFull(),
      leftOut: [
        ...(house.disk.kind === undefined ? ['the full disk: mounting a file system needs root'] : []),
        ...(options.jobsWithin === 0 ? ['waiting for the minutely jobs'] : []),
      ],
      without: options.without,
    }
    return { report, history: world.history }
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

function papersOf(issuer: string, { invoices }: History): string {
  const all = [...invoices.values()]
  const allowances = all.reduce((sum, paper) => sum + paper.allowances.length, 0)
  return `${all.length} by ${issuer}, ${all.filter(({ isVoid }) => isVoid).length} of them void, ${allowances} allowances`
}

async function setUp(options: Options, disk: Disk, folder: string, undo: Undo): Promise<Scene> {
  const { attempts, seconds, pause, rushOneIn, pressing, without, seed, faultSeconds, issuer: issuerName } = options
  undo.push(disk.close)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const dice = rollDice(seed)
  const history = newHistory()
  const world = {} as World
  const outages = openOutages(faultSeconds)
  const bank = await openBank({
    trades: history.trades,
    dice,
    outages,
    calls: () => world.calls,
    lateMs: 3000,
    deadlineMs: payMinutes * 61_000,
  })
  undo.push(bank.close)
  const issuer = await openIssuer(issuerName, dice, outages)
  undo.push(issuer.close)
  const others = await openOtherBanks(dice, outages)
  undo.push(others.close)
  const house = await openHouse(disk, folder, { payment: bank.config, ...others.config, issuer })
  undo.push(house.close)
  const db = openDb(house.databaseUrl, 4)
  undo.push(() => closeDb(db))
  const people = await openCentre(db, Math.max(200, Math.min(5000, attempts / 200)))
  await takeAway(db, without)
  // The processes began without a centre, and may answer from their copy of the catalogue as long as this.
  await delay(servedUntil)
  const calls = openCalls(house.ports, history.odd, dice)
  undo.push(calls.close)
  const begun = performance.now()
  const isOver = () => calls.sent() >= attempts || performance.now() - begun >= seconds * 1000 || stop.signal.aborted || house.isGivenUp()
  const control = { withoutKeys: without === 'keys', rushOneIn: without === 'constraint' ? 1 : rushOneIn }
  Object.assign(world, { calls, bank, others, history, people, dice, pause, pressing, ...control, isOver } satisfies World)
  return { world, house, db, issuer, outages, begun }
}

/** Clients and faults at the same time, until there were enough attempts. */
async function play({ clients, faultSeconds, calmSeconds }: Options, { world, house, db, outages }: Scene, say: Say) {
  const { dice, isOver } = world
  const seenTwice = new Set<string>()
  const counter = { visits: 0 }
  let silences = 0
  const busy = [
    ...Array.from({ length: clients }, () => keepVisiting(world, counter)),
    keepAnswering(world, counter),
    keepClosing(world, counter),
    ...house.ports.map((_, n) => probe(world, n)),
    watchFloor(db, seenTwice, isOver),
    outages.keepFailing(isOver).then((times) => void (silences = times)),
  ]
  const telling = setInterval(() => say(`${world.calls.sent().toLocaleString('en')} attempts`), 60_000)
  const felt = await makeFaults({ house, dice, seconds: faultSeconds, calm: calmSeconds, isOver, say })
  clearInterval(telling)
  await Promise.all(busy)
  return { felt, seenTwice: [...seenTwice], silences }
}

/** Without faults: what is open is delivered and asked again, jobs run, and the processes stop when they are asked to. */
async function bringToAnEnd({ jobsWithin }: Options, { world, house, db }: Scene, say: Say) {
  const faultsEnded = new Date()
  await house.untilReady(30_000)
  say('everything works again')
  await world.bank.flush()
  say('the bank’s notices are delivered')
  await askAgain(world, say)
  say('open questions are answered')
  const jobs = jobsWithin > 0 ? await seeJobsRun(db, [...minutely], faultsEnded, jobsWithin * 1000) : []
  const processes = await house.stopProcesses()
  say('the processes have stopped')
  return { jobs, processes }
}

/** Switches a guard of the database off. */
async function takeAway(db: Db, guard: Guard | undefined): Promise<void> {
  if (guard === 'constraint') {
    await sql`alter table occupancy drop constraint occupancy_never_twice`.execute(db)
    // Statements take a while, so that two of them meet.
    await sql`create function be_slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.05); return new; end $$`.execute(db)
    await sql`create trigger slow before insert on occupancy for each row execute function be_slow()`.execute(db)
  }
  if (guard !== 'durability') return
  // What the trial itself needs is not to be lost.
  await sql`checkpoint`.execute(db)
  // Commits are acknowledged before they are written.
  await sql`alter system set synchronous_commit = off`.execute(db)
  await sql`alter system set wal_writer_delay = '10s'`.execute(db)
  await sql`select pg_reload_conf()`.execute(db)
}

/** Looks at the floor every half second, as long as the database answers. */
async function watchFloor(db: Db, seenTwice: Set<string>, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    for (const what of await readDoubleHolds(db).catch(() => [])) seenTwice.add(what)
    await delay(500)
  }
}

/**
 * The health check of one process: asks for something that needs the database, ten times a second, so that the first answer after
 * a fault is seen soon.
 */
async function probe({ calls, people, isOver }: World, process: number): Promise<void> {
  while (!isOver()) {
    const asked = calls.once('look', process, { method: 'GET', path: '/api/AccountMember', token: people.members[process]!.token })
    const answer = await Promise.race([asked, delay(1000)])
    calls.isHealthy[process] = answer?.status === 200
    await delay(100)
  }
}
