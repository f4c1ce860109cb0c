import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { StaffTopic } from '#navigation/staff-screens.ts'
import { createApiClient } from '#client/api-client.ts'
import { openLiveHub, readAgainAfter, streamOfStaff } from './staff-live.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener: () => {}, removeEventListener: () => {} })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A hub whose server is the test. */
function openHub() {
  const streams: { topics: string; signal: AbortSignal; announce(topic: string): void }[] = []
  const hub = openLiveHub(
    async (topics, signal) =>
      new ReadableStream<Uint8Array>({
        start: (controller) => {
          const announce = (topic: string) => controller.enqueue(new TextEncoder().encode(`event: change\ndata: ${topic}\n\n`))
          streams.push({ topics: topics.join(), signal, announce })
        },
      }),
  )
  const told: string[] = []
  const subscribe = (name: string, ...topics: StaffTopic[]) =>
    hub.subscribe({ topics, onChange: () => told.push(name), onLiveness: () => {} })
  return {
    streams,
    told,
    subscribe,
    settle: () => vi.advanceTimersByTimeAsync(0),
    pause: () => vi.advanceTimersByTimeAsync(readAgainAfter),
  }
}

it('leads an open tab to the login when its session and roles are gone', async () => {
  const went: string[] = []
  vi.stubGlobal('fetch', async () => Response.json({ code: 'not_logged_in' }, { status: 401 }))
  const effects = {
    toast: () => {},
    modal: () => {},
    logout: () => went.push('logout'),
    goToLogin: () => went.push('login'),
    actsAsAnother: () => {},
    owesSecondStep: () => {},
  }
  const api = createApiClient({ token: () => 'ended', effects })
  await expect(streamOfStaff(api)(['desk'], new AbortController().signal)).rejects.toMatchObject({ status: 401 })
  expect(went).toEqual(['logout', 'login'])
})

it('opens one stream for all subscribers, and tells each what it asked for', async () => {
  const { streams, told, subscribe, settle, pause } = openHub()
  subscribe('list', 'catalogue', 'audit')
  subscribe('counts', 'audit', 'bookings')
  await settle()
  expect(streams.map(({ topics }) => topics)).toEqual(['audit,bookings,catalogue'])
  // Both read again when the stream is open, because something may have changed before.
  expect(told.splice(0)).toEqual(['list', 'counts'])
  await pause()
  streams[0]!.announce('catalogue')
  await settle()
  expect(told.splice(0)).toEqual(['list'])
  await pause()
  streams[0]!.announce('audit')
  await settle()
  expect(told.splice(0)).toEqual(['list', 'counts'])
})

it('tells nobody more than once a second, and loses no notice', async () => {
  const { streams, told, subscribe, settle, pause } = openHub()
  subscribe('board', 'bookings')
  await settle()
  told.splice(0)
  for (let n = 0; n < 20; n++) {
    streams[0]!.announce('bookings')
    await settle()
  }
  expect(told, 'read again when the stream was opened, just now').toEqual([])
  await pause()
  expect(told.splice(0)).toEqual(['board'])
  await pause()
  expect(told, 'nothing new').toEqual([])
  streams[0]!.announce('bookings')
  await settle()
  expect(told).toEqual(['board'])
})

it('opens it again when the topics change, not when a part of the page is replaced by one with the same', async () => {
  const { streams, subscribe, settle } = openHub()
  const leave = subscribe('list', 'catalogue')
  await settle()
  leave()
  subscribe('editor', 'catalogue')
  await settle()
  expect(streams).toHaveLength(1)
  const leaveCounts = subscribe('counts', 'bookings')
  await settle()
  expect(streams.map(({ topics, signal }) => [topics, signal.aborted])).toEqual([
    ['catalogue', true],
    ['bookings,catalogue', false],
  ])
  leaveCounts()
  await settle()
  expect(streams.at(-1)!.topics).toBe('catalogue')
})

it('closes it with the last subscriber', async () => {
  const { streams, subscribe, settle } = openHub()
  const leave = subscribe('list', 'catalogue')
  await settle()
  leave()
  await settle()
  expect(streams.map(({ signal }) => signal.aborted)).toEqual([true])
})
