import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { openLive, type Live } from '#db/live.ts'
import { listen } from '#process/listen.ts'
import { freshDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { streamOf, StreamPlaces } from './event-stream.ts'
import { openLog } from './log.ts'

const log = openLog('silent')
let database: FreshDatabase
let db: Db
let hubs: Live[] = []
beforeAll(async () => {
  database = await freshDatabase()
  db = openDb(database.url, 4)
})
afterEach(async () => {
  vi.useRealTimers()
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

type Asked = { places?: StreamPlaces; address?: string; isAllowed?: () => Promise<boolean> }
const open = (hub: Live, keys: string[], { places = new StreamPlaces(), address = 'here', ...rest }: Asked = {}) =>
  streamOf(hub, { keys, dataOf: (key) => key, takePlace: (close) => places.take(address, close), ...rest })

const read = (stream: ReadableStream<Uint8Array>) =>
  new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).body!.pipeThrough(new TextDecoderStream()).getReader()

const serve = (hub: Live) =>
  listen(() => new Response(open(hub, ['one']), { headers: { 'content-type': 'text/event-stream' } }), '127.0.0.1', 0)

it('begins with the retry delay, sends `change` events, and is removed when the browser disconnects', async () => {
  const hub = openHub()
  const server = await serve(hub)
  const gone = new AbortController()
  const response = await fetch(`http://127.0.0.1:${server.port}/`, { signal: gone.signal })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toContain('retry: ')
  expect((await reader.read()).value).toBe('event: change\ndata: one\n\n')
  expect(hub.watching()).toBe(1)
  gone.abort()
  await reader.read().catch(() => {})
  await expect.poll(() => hub.watching()).toBe(0)
  await server.close(0)
})

it('is closed for a new one at the limit if it was idle the longest, with a longer retry delay', async () => {
  const hub = openHub()
  const places = new StreamPlaces(20, 3)
  const stream = (key: string, address: string) => read(open(hub, [key], { places, address }))
  const [busy, idle, idleToo] = [stream('one', 'a'), stream('two', 'b'), stream('two', 'c')]
  for (const reader of [busy, idle, idleToo]) expect((await reader.read()).value).toContain('retry: 2000')
  // All streams get a notice when listening begins; then only the first key changes.
  for (const reader of [busy, idle, idleToo]) expect((await reader.read()).value).toContain('change')
  hub.announce(['one'])
  expect((await busy.read()).value).toContain('change')

  const last = stream('one', 'd')
  expect((await idle.read()).value).toContain('retry: 30000')
  expect((await idle.read()).done).toBe(true)
  expect(hub.watching()).toBe(3)
  hub.announce(['one', 'two'])
  for (const reader of [busy, idleToo]) expect((await reader.read()).value).toContain('change')
  await Promise.all([busy, idleToo, last].map((reader) => reader.cancel()))
  expect(hub.watching()).toBe(0)
})

it('tells by its data which of several keys has changed', async () => {
  const hub = openHub()
  const reader = read(open(hub, ['one', 'two']))
  const heard: string[] = []
  // The retry delay, and a notice of each key when listening begins.
  while (heard.length < 3) heard.push(...(await reader.read()).value!.split('\n\n').filter(Boolean))
  expect(heard.slice(1).toSorted()).toEqual(['event: change\ndata: one', 'event: change\ndata: two'])
  hub.announce(['two', 'three'])
  expect((await reader.read()).value).toBe('event: change\ndata: two\n\n')
  await reader.cancel()
})

it('is closed at a heartbeat when it is no longer allowed, and not by a question that fails', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const hub = openHub()
  const answers = [async () => true, async () => Promise.reject(new Error('the database is away')), async () => false]
  const reader = read(open(hub, ['one'], { isAllowed: () => answers.shift()!() }))
  const heard: string[] = []
  const ended = (async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      heard.push(value)
    }
  })()
  // It begins when it is read. Not polled: that would let the faked time pass.
  while (heard.length === 0) await new Promise(setImmediate)
  for (let beats = 1; beats <= 3; beats++) {
    expect(hub.watching()).toBe(1)
    await vi.advanceTimersByTimeAsync(15_000)
  }
  await ended
  expect(heard.filter((text) => text.includes('beat'))).toHaveLength(3)
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
