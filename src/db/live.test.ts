import { sql } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { watchPace } from '#testing/pace.ts'
import { failuresOf } from '#lib/failures.ts'
import { freshDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { notifyLive } from './announcer.ts'
import { closeDb, openDb, type Db } from './connect.ts'
import { openLive, type Live } from './live.ts'

const log = pino({ level: 'silent' })
let database: FreshDatabase
let db: Db
let hubs: Live[] = []
beforeAll(async () => {
  database = await freshDatabase()
  db = openDb(database.url, 4)
})
afterEach(async () => {
  await Promise.all(hubs.map((hub) => hub.stop()))
  hubs = []
})
afterAll(async () => {
  await closeDb(db)
  await database.drop()
})

function openHub(): Live {
  const hub = openLive(database.url, db, log)
  hubs.push(hub)
  return hub
}

/** A watcher that counts its notices; `next` waits for one more. */
async function watch(hub: Live, ...keys: string[]) {
  let told = 0
  let wake = () => {}
  let ended = false
  const stop = hub.watch(keys, {
    tell() {
      told++
      wake()
    },
    end: () => (ended = true),
  })
  const next = async (within = 30_000) => {
    const before = told
    const begun = Date.now()
    await Promise.race([new Promise<void>((resolve) => (wake = resolve)), delay(within)])
    if (told === before) throw new Error('nothing was told')
    return Date.now() - begun
  }
  // The first word is that it listens now.
  await next()
  return { next, stop, told: () => told, ended: () => ended }
}

it('a watcher that throws is ended and counted, and the others are told', async () => {
  const hub = openHub()
  let ended = 0
  const before = failuresOf('event')
  const boom = () => {
    throw new Error('boom')
  }
  hub.watch(['7'], { tell: boom, end: () => (ended++, boom()) })
  await watch(hub, '7')
  expect(ended).toBe(1)
  expect(failuresOf('event')).toBe(before + 2)
})

describe('a booking in one process', () => {
  it('is announced in every other process within a second', async () => {
    const pace = watchPace()
    const here = openHub()
    const there = openHub()
    const watchers = await Promise.all([watch(here, 'floor:1'), watch(there, 'floor:1')])
    await delay(300)
    for (let round = 0; round < 3; round++) {
      const begun = performance.now()
      const heard = watchers.map(({ next }) => next())
      here.announce(['floor:1'])
      for (const took of await Promise.all(heard)) expect(took).toBeLessThan(1000 * pace.stretch(begun))
    }
    pace.stop()
  })

  it('is announced only to watchers of that facility', async () => {
    const hub = openHub()
    const [one, two] = await Promise.all([watch(hub, 'floor:1'), watch(hub, 'floor:2')])
    const before = two.told()
    const heard = one.next()
    hub.announce(['floor:1', 'floor:3'])
    await heard
    // Its own notice comes after any notice that it should not have got.
    const own = two.next()
    hub.announce(['floor:2'])
    await own
    expect(two.told()).toBe(before + 1)
  })

  it('is batched with others: many bookings make few notices, and the last one is never lost', async () => {
    const hub = openHub()
    const watcher = await watch(hub, 'floor:1')
    const before = watcher.told()
    const begun = performance.now()
    while (performance.now() - begun < 1000 || watcher.told() === before) {
      hub.announce(['floor:1'])
      await delay(5)
    }
    // Five a second, and one at once.
    expect(watcher.told() - before).toBeLessThanOrEqual(2 + (performance.now() - begun) / 200)
    await delay(600)
    const last = watcher.next()
    hub.announce(['floor:1'])
    await last
  })

  it('is not announced to a stream that was closed', async () => {
    const hub = openHub()
    const [watcher, staying] = await Promise.all([watch(hub, 'floor:1'), watch(hub, 'floor:1')])
    watcher.stop()
    watcher.stop()
    const before = watcher.told()
    const heard = staying.next()
    await notifyLive(db, ['floor:1'])
    await heard
    expect(watcher.told()).toBe(before)
    expect(hub.watching()).toBe(1)
  })
})

describe('a lost connection', () => {
  it('is reopened, and every stream gets a notice because some may have been missed', async () => {
    const hub = openHub()
    const watcher = await watch(hub, 'floor:1')
    for (let round = 0; round < 2; round++) {
      const mended = watcher.next(10_000)
      const { rows } = await sql<{
        ended: boolean
      }>`select pg_terminate_backend(pid) as ended from pg_stat_activity where application_name = 'fieldhouse-live' and datname = current_database()`.execute(
        db,
      )
      expect(rows).toHaveLength(1)
      await mended
      await delay(300)
      const heard = watcher.next()
      hub.announce(['floor:1'])
      await heard
    }
  })

  it('is not reopened after stop: every stream is closed, and no connection is left', async () => {
    const hub = openHub()
    const watcher = await watch(hub, 'floor:1')
    hub.announce(['floor:1'])
    await hub.stop()
    expect(watcher.ended()).toBe(true)
    await expect
      .poll(
        async () =>
          (
            await sql`select 1 from pg_stat_activity where application_name = 'fieldhouse-live' and datname = current_database()`.execute(
              db,
            )
          ).rows,
      )
      .toEqual([])
  })
})
