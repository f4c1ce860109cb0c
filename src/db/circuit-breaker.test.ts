import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CircuitBreaker } from './circuit-breaker.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** A server that answers, or does not, as the test says; and what was done about its silence. */
function openBreaker() {
  const server = { answers: true, pings: 0, cuts: 0 }
  const breaker = new CircuitBreaker({
    ping: async () => (server.pings++, server.answers),
    onSilence: () => server.cuts++,
  })
  breakers.push(breaker)
  return { server, breaker }
}
const breakers: CircuitBreaker[] = []
const never = () => new Promise<never>(() => {})
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error) => error.name,
  )

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => {
  for (const breaker of breakers.splice(0)) breaker.stop()
  vi.useRealTimers()
})

describe('the circuit breaker of the database', () => {
  it('rejects waiting calls when the server is silent, and later ones at once, until it answers again', async () => {
    const { server, breaker } = openBreaker()
    server.answers = false
    const waiting = outcome(breaker.track(never))
    await vi.advanceTimersByTimeAsync(600)
    expect(await waiting).toBe('DatabaseUnavailable')
    expect(server.cuts).toBe(1)
    expect(await outcome(breaker.track(async () => 1))).toBe('DatabaseUnavailable')
    server.answers = true
    await vi.waitFor(async () => expect(await outcome(breaker.track(async () => 1))).toBe('done'))
  })

  it('lets a long statement run on when the server answers', async () => {
    const { server, breaker } = openBreaker()
    let finish = (_: string) => {}
    const long = breaker.track(() => new Promise<string>((resolve) => (finish = resolve)))
    for (let n = 0; n < 5; n++) {
      await vi.advanceTimersByTimeAsync(600)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(server.pings).toBeGreaterThan(2)
    expect(server.cuts).toBe(0)
    finish('done')
    expect(await long).toBe('done')
  })

  it('does not ping while other statements are answered: a busy server is not silent', async () => {
    const { server, breaker } = openBreaker()
    server.answers = false
    void breaker.track(never).catch(() => {})
    for (let n = 0; n < 20; n++) {
      await vi.advanceTimersByTimeAsync(200)
      await breaker.track(async () => n)
    }
    expect(server.pings).toBe(0)
  })

  it('tells the loss of a connection from the refusal of a statement', async () => {
    const { breaker } = openBreaker()
    const failing = (properties: object) =>
      breaker.track(async () => {
        throw Object.assign(new Error('refused'), properties)
      })
    for (const code of ['57P01', '57P02', '57P03', '08006', '53300', 'ECONNRESET', 'ECONNREFUSED', 'EPIPE'])
      await expect(failing({ code }), code).rejects.toBeInstanceOf(DatabaseUnavailable)
    for (const code of ['23505', '23P01', '40001', '42601', '57014'])
      await expect(failing({ code }), code).rejects.toMatchObject({ message: 'refused', code })
    await expect(failing({ message: 'Connection terminated unexpectedly' })).rejects.toBeInstanceOf(DatabaseUnavailable)
  })

  it('hands over a result that comes after its call was rejected', async () => {
    const { server, breaker } = openBreaker()
    server.answers = false
    let arrive = (_: string) => {}
    const late: string[] = []
    const waiting = outcome(
      breaker.track(
        () => new Promise<string>((resolve) => (arrive = resolve)),
        (value) => late.push(value),
      ),
    )
    await vi.advanceTimersByTimeAsync(600)
    expect(await waiting).toBe('DatabaseUnavailable')
    arrive('a connection')
    await vi.waitFor(() => expect(late).toEqual(['a connection']))
  })
})
