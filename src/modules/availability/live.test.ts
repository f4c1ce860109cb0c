import { sql } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { openLog } from '#http/log.ts'
import { listen } from '#process/listen.ts'
import { freshDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { retryWhenBusy } from '#testing/retry-when-busy.ts'
import { openLive, type Live } from './live.ts'
import { openStream, StreamPlaces } from './stream.ts'
import { notifyOccupancy } from './store.ts'

const log = openLog('silent')
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
async function watch(hub: Live, facilityId: number) {
  let told = 0
  let wake = () => {}
  let ended = false
  const stop = hub.watch(facilityId, {
    tell() {
      told++
      wake()
    },
    end: () => (ended = true),
  })
  const next = async (within = 5000) => {
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

describe('a booking in one process', () => {
  it('is announced in every other process within a second', retryWhenBusy, async () => {
    const here = openHub()
    const there = openHub()
    const watchers = await Promise.all([watch(here, 1), watch(there, 1)])
    await delay(300)
    for (let round = 0; round < 3; round++) {
      const heard = watchers.map(({ next }) => next())
      here.announceChange([1])
      for (const took of await Promise.all(heard)) expect(took).toBeLessThan(1000)
    }
  })

  it('is announced only to streams of that facility', async () => {
    const hub = openHub()
    const [one, two] = await Promise.all([watch(hub, 1), watch(hub, 2)])
    const before = two.told()
    const heard = one.next()
    hub.announceChange([1, 3])
    await heard
    // Its own notice comes after any notice that it should not have got.
    const own = two.next()
    hub.announceChange([2])
    await own
    expect(two.told()).toBe(before + 1)
  })

  it('is batched with others: many bookings make few notices, and the last one is never lost', retryWhenBusy, async () => {
    const hub = openHub()
    const watcher = await watch(hub, 1)
    const before = watcher.told()
    const begun = Date.now()
    while (Date.now() - begun < 1000) {
      hub.announceChange([1])
      await delay(5)
    }
    const during = watcher.told() - before
    expect(during).toBeGreaterThanOrEqual(1)
    expect(during).toBeLessThanOrEqual(7)
    await delay(600)
    const last = watcher.next()
    hub.announceChange([1])
    await last
  })

  it('is not announced to a stream that was closed', async () => {
    const hub = openHub()
    const [watcher, staying] = await Promise.all([watch(hub, 1), watch(hub, 1)])
    watcher.stop()
    watcher.stop()
    const before = watcher.told()
    const heard = staying.next()
    await notifyOccupancy(db, '1')
    await heard
    expect(watcher.told()).toBe(before)
    expect(hub.watching()).toBe(1)
  })
})

describe('a lost connection', () => {
  it('is reopened, and every stream gets a notice because some may have been missed', async () => {
    const hub = openHub()
    const watcher = await watch(hub, 1)
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
      hub.announceChange([1])
      await heard
    }
  })

  it('is not reopened after stop: every stream is closed, and no connection is left', async () => {
    const hub = openHub()
    const watcher = await watch(hub, 1)
    hub.announceChange([1])
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

describe('a stream over HTTP', () => {
  const catalogue = { facilityOf: new Map([[1, {}]]) } as unknown as Parameters<typeof openStream>[0]
  const twoFacilities = { facilityOf: new Map([1, 2].map((id) => [id, {}])) } as unknown as Parameters<typeof openStream>[0]
  async function serve(hub: Live) {
    const answer = () => {
      const opened = openStream(catalogue, hub, new StreamPlaces(), 1, 'here')
      return new Response(opened.ok ? opened.value : null, { headers: { 'content-type': 'text/event-stream' } })
    }
    return listen(answer, '127.0.0.1', 0)
  }

  it('begins with the retry delay, sends `change` events, and is removed when the browser disconnects', async () => {
    const hub = openHub()
    const server = await serve(hub)
    const gone = new AbortController()
    const response = await fetch(`http://127.0.0.1:${server.port}/`, { signal: gone.signal })
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toContain('retry: ')
    expect((await reader.read()).value).toBe('event: change\ndata: {}\n\n')
    expect(hub.watching()).toBe(1)
    gone.abort()
    await reader.read().catch(() => {})
    await expect.poll(() => hub.watching()).toBe(0)
    await server.close(0)
  })

  it('is closed for a new one at the limit if it was idle the longest, with a longer retry delay', async () => {
    const hub = openHub()
    const places = new StreamPlaces(20, 3)
    const open = (facilityId: number, address: string) => {
      const opened = openStream(twoFacilities, hub, places, facilityId, address)
      if (!opened.ok) throw new Error(opened.refusal.code)
      return new Response(opened.value as ReadableStream<Uint8Array<ArrayBuffer>>).body!.pipeThrough(new TextDecoderStream()).getReader()
    }
    const [busy, idle, idleToo] = [open(1, 'a'), open(2, 'b'), open(2, 'c')]
    for (const reader of [busy, idle, idleToo]) expect((await reader.read()).value).toContain('retry: 2000')
    // All streams get a notice when listening begins; then only the first facility changes.
    for (const reader of [busy, idle, idleToo]) expect((await reader.read()).value).toContain('change')
    hub.announceChange([1])
    expect((await busy.read()).value).toContain('change')

    const last = open(1, 'd')
    expect((await idle.read()).value).toContain('retry: 30000')
    expect((await idle.read()).done).toBe(true)
    expect(hub.watching()).toBe(3)
    hub.announceChange([1, 2])
    for (const reader of [busy, idleToo]) expect((await reader.read()).value).toContain('change')
    await Promise.all([busy, idleToo, last].map((reader) => reader.cancel()))
    expect(hub.watching()).toBe(0)
  })

  it('is closed when the server closes', async () => {
    const hub = openHub()
    const server = await serve(hub)
    const response = await fetch(`http://127.0.0.1:${server.port}/`)
    const rest = response.text().catch(() => 'cut')
    await server.close(1000)
    await rest
    await expect.poll(() => hub.watching()).toBe(0)
  })
})
