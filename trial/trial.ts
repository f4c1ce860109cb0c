import { sql } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { openBank } from './bank.ts'
import { openCalls } from './call.ts'
import { rollDice } from './dice.ts'
import { openDisk } from './disk.ts'
import { readFacts } from './facts.ts'
import { howLongFelt, makeFaults } from './faults.ts'
import { newHistory, type History } from './history.ts'
import { openHouse } from './house.ts'
import type { Guard, Options } from './options.ts'
import { openCentre, payMinutes } from './people.ts'
import type { Report } from './report.ts'
import { holdAgainst } from './rules.ts'
import { askAgain, seeJobsRun, settleEverything } from './settle.ts'
import { keepVisiting } from './visits.ts'
import type { World } from './world.ts'

/** Jobs that run every minute, and that a process that died must not hold up. */
const minutely = ['expire-unpaid-orders', 'settle-moves', 'send-refunds', 'offer-freed-floor', 'write-letters'] as const

/** One trial from an empty folder to its report. `mayMount`: a file system for the database can be mounted and filled. */
export async function runTrial(options: Options, folder: string, mayMount: boolean): Promise<{ report: Report; history: History }> {
  const { attempts, seconds, clients, pause, faultSeconds, calmSeconds, jobsWithin, without } = options
  const dice = rollDice(options.seed)
  const history = newHistory()
  const undo: (() => unknown)[] = []
  const begunAt = performance.now()
  const say = (phase: string) => console.error(`${((performance.now() - begunAt) / 1000).toFixed(1)} s: ${phase}`)
  try {
    const disk = openDisk(folder, attempts > 100_000 ? 16 : 2, mayMount)
    undo.push(disk.close)
    const world = {} as World
    const bank = await openBank({ trades: history.trades, dice, calls: () => world.calls, lateMs: 3000, deadlineMs: payMinutes * 61_000 })
    undo.push(bank.close)
    const house = await openHouse(disk, folder, bank.config)
    undo.push(house.close)
    const db = openDb(house.databaseUrl, 4)
    undo.push(() => closeDb(db))
    say('two processes run')
    await takeAway(db, without)
    const people = await openCentre(db, Math.max(200, Math.min(5000, attempts / 200)))
    const calls = openCalls(house.ports, history.odd)
    undo.push(calls.close)
    const begun = performance.now()
    const isOver = () => calls.sent() >= attempts || performance.now() - begun >= seconds * 1000
    Object.assign(world, {
      calls,
      bank,
      history,
      people,
      dice,
      pause,
      withoutKeys: without === 'keys',
      rushOneIn: without === 'constraint' ? 1 : 6,
      isOver,
    } satisfies World)

    say('clients begin')
    const counter = { visits: 0 }
    const visiting = [...Array.from({ length: clients }, () => keepVisiting(world, counter)), ...house.ports.map((_, n) => probe(world, n))]
    const felt = await makeFaults({ house, dice, seconds: faultSeconds, calm: calmSeconds, isOver, say })
    const faultsEnded = new Date()
    await Promise.all(visiting)
    await house.untilReady(30_000)
    say('everything works again')
    await bank.flush()
    say('notices are delivered')
    await askAgain(world)
    say('open questions are answered')
    const jobs = jobsWithin > 0 ? await seeJobsRun(db, [...minutely], faultsEnded, jobsWithin * 1000) : []
    say('jobs were seen')
    const processes = await house.stopProcesses()
    const took = (performance.now() - begun) / 1000
    say('processes have stopped')
    const last = await settleEverything(db, bank.config, history, people.staff.id)
    say('deadlines have passed')
    const facts = await readFacts(db, last, { answers: calls.sent(), processes, jobs })
    const report = {
      seconds: took,
      attempts: calls.sent(),
      counts: calls.counts,
      felt: howLongFelt(felt, calls.heard),
      checks: holdAgainst(history, facts),
      disk: disk.kind,
      timesFull: house.timesFull(),
      leftOut: [
        ...(disk.kind === undefined ? ['the full disk: mounting a file system needs root'] : []),
        ...(jobsWithin === 0 ? ['waiting for the minutely jobs'] : []),
      ],
      without,
    }
    return { report, history }
  } finally {
    for (const step of undo.toReversed()) await step()
  }
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
  // Commits are acknowledged before they are written.
  await sql`alter system set synchronous_commit = off`.execute(db)
  await sql`alter system set wal_writer_delay = '10s'`.execute(db)
  await sql`select pg_reload_conf()`.execute(db)
}

/** Asks one process for something that needs the database, ten times a second: the first answer after a fault is seen soon. */
async function probe({ calls, people, isOver }: World, process: number): Promise<void> {
  while (!isOver()) {
    const asked = calls.once('look', process, { method: 'GET', path: '/api/AccountMember', token: people.members[process]!.token })
    await Promise.race([asked, delay(1000)])
    await delay(100)
  }
}
