import { ApiProblem } from '#client/api-problem.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepStreamOpen } from './live-stream.ts'

const page = { visibilityState: 'visible', listeners: new Map<string, () => void>() }
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  page.visibilityState = 'visible'
  const listen = (name: string, listener: () => void) => void page.listeners.set(name, listener)
  vi.stubGlobal('addEventListener', listen)
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('document', {
    addEventListener: listen,
    removeEventListener: () => {},
    get visibilityState() {
      return page.visibilityState
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A stream whose server is the test. */
function watch() {
  const opened: { signal: AbortSignal; say(text: string): void; end(): void }[] = []
  const said: string[] = []
  const state: { refusal: unknown } = { refusal: undefined }
  const stop = keepStreamOpen({
    open: async (signal) => {
      if (state.refusal) {
        opened.push({ signal, say: () => {}, end: () => {} })
        throw state.refusal
      }
      return new ReadableStream<Uint8Array>({
        start: (controller) => {
          const say = (text: string) => controller.enqueue(new TextEncoder().encode(text))
          opened.push({ signal, say, end: () => controller.close() })
          signal.addEventListener('abort', () => controller.error(signal.reason))
        },
      })
    },
    onChange: () => said.push('look'),
    onLiveness: (liveness) => said.push(liveness),
  })
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return { opened, said, state, stop, pass }
}

it('looks when it is open and at every change, whole or in pieces, and not at a beat', async () => {
  const { opened, said, pass, stop } = watch()
  await pass(0)
  expect(said).toEqual(['live', 'look'])
  opened[0]!.say('retry: 2000\n\n')
  opened[0]!.say('event: change\ndata: {}\n\nevent: be')
  opened[0]!.say('at\ndata: {}\n\nevent: change\n')
  await pass(0)
  expect(said).toEqual(['live', 'look', 'look'])
  opened[0]!.say('data: {}\n\n')
  await pass(0)
  expect(said).toEqual(['live', 'look', 'look', 'look'])
  stop()
  expect(opened[0]!.signal.aborted).toBe(true)
})

it('opens again when the stream ends, later and later while it is refused, and not before it is asked to', async () => {
  const { opened, said, state, pass } = watch()
  await pass(0)
  state.refusal = new ApiProblem(503)
  opened[0]!.end()
  await pass(1_999)
  expect([said.at(-1), opened.length]).toEqual(['lost', 1])
  for (const [wait, count] of [
    [1, 2],
    [4_000, 3],
    [8_000, 4],
    [16_000, 5],
    [30_000, 6],
    [30_000, 7],
  ] as const) {
    await pass(wait)
    expect(opened).toHaveLength(count)
  }
  state.refusal = new ApiProblem(429, {}, new Headers({ 'retry-after': '60' }))
  await pass(30_000)
  expect(opened).toHaveLength(8)
  state.refusal = undefined
  await pass(59_000)
  expect(opened).toHaveLength(8)
  await pass(1_000)
  expect([said.at(-2), opened.length]).toEqual(['live', 9])
})

it('does not believe a connection that has been silent for too long', async () => {
  const { opened, pass } = watch()
  await pass(0)
  await pass(39_000)
  opened[0]!.say('event: beat\n\n')
  await pass(39_000)
  expect(opened).toHaveLength(1)
  await pass(2_000)
  expect([opened.length, opened[0]!.signal.aborted]).toEqual([2, true])
})

it('lets go while the page is hidden', async () => {
  const { opened, pass } = watch()
  await pass(0)
  page.visibilityState = 'hidden'
  page.listeners.get('visibilitychange')!()
  await pass(120_000)
  expect([opened.length, opened[0]!.signal.aborted]).toEqual([1, true])
  page.visibilityState = 'visible'
  page.listeners.get('visibilitychange')!()
  await pass(0)
  expect(opened).toHaveLength(2)
})
