import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { DatabaseUnavailable, isConnectionLoss } from './unavailable.ts'

export type BreakerOptions = {
  /** Whether the server answers; false when `tooLong` is aborted first. */
  ping(tooLong: AbortSignal): Promise<boolean>
  /** The server does not answer: waiting calls have been rejected, and its connections should be closed. */
  onSilence(): void
}

type Waiting = { since: number; fail(error: DatabaseUnavailable): void }

/**
 * Time is counted in ticks of this process: on an overloaded machine the ticks come late, and so do the server's answers.
 * `suspiciousAfter` and `pingFor` together stay below the two seconds in which a call must be answered.
 */
const tick = 100
const suspiciousAfter = 4
const pingFor = 12
const probeEvery = 200

/**
 * Circuit breaker for a database that neither answers nor refuses: a stopped process, a network that drops packets. When a
 * call has waited for a while and no call has been answered meanwhile, the server is pinged on a new connection. Without
 * an answer to that, waiting calls are rejected, and new ones at once, until a ping is answered. A busy server or a long
 * statement does not open the breaker, because the ping is answered.
 */
export class CircuitBreaker {
  readonly #options: BreakerOptions
  readonly #waiting = new Set<Waiting>()
  readonly #timer: NodeJS.Timeout
  readonly #stopped = new AbortController()
  #ticks = 0
  #heardAt = 0
  #pinging: { until: number; tooLong: AbortController } | undefined
  #asking = false
  #silent = false

  constructor(options: BreakerOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#look(), tick).unref()
  }

  /** Runs work that waits for the database. `late` receives a result that comes after the call was rejected. */
  track<T>(work: () => Promise<T>, late?: (value: T) => void): Promise<T> {
    if (this.#silent) return Promise.reject(new DatabaseUnavailable())
    return new Promise((resolve, reject) => {
      const waiting = { since: this.#ticks, fail: reject }
      this.#waiting.add(waiting)
      const finish = async () => {
        try {
          const value = await work()
          this.#heardAt = this.#ticks
          if (this.#waiting.delete(waiting)) resolve(value)
          else late?.(value)
        } catch (error) {
          this.#waiting.delete(waiting)
          if (isConnectionLoss(error)) return reject(new DatabaseUnavailable(error))
          this.#heardAt = this.#ticks
          reject(error)
        }
      }
      void finish()
    })
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#stopped.abort()
    this.#pinging?.tooLong.abort()
  }

  #look(): void {
    this.#ticks++
    if (this.#pinging && this.#ticks >= this.#pinging.until) this.#pinging.tooLong.abort()
    const [oldest] = this.#waiting
    if (!oldest || this.#asking || this.#silent) return
    const quietSince = Math.max(oldest.since, this.#heardAt)
    if (this.#ticks - quietSince > suspiciousAfter) void this.#ask()
  }

  async #ask(): Promise<void> {
    this.#asking = true
    const askedAt = this.#ticks
    const answered = await this.#ping()
    // If this process was busy, answers may be waiting in its sockets: let the event loop read them first.
    await nextTurn()
    if (answered) this.#heardAt = this.#ticks
    else if (this.#heardAt <= askedAt && !this.#stopped.signal.aborted) await this.#refuseUntilAnswered()
    this.#asking = false
  }

  async #ping(): Promise<boolean> {
    const tooLong = new AbortController()
    this.#pinging = { until: this.#ticks + pingFor, tooLong }
    const answered = await this.#options.ping(tooLong.signal)
    this.#pinging = undefined
    return answered
  }

  async #refuseUntilAnswered(): Promise<void> {
    this.#silent = true
    this.#options.onSilence()
    for (const { fail } of this.#waiting) fail(new DatabaseUnavailable())
    this.#waiting.clear()
    const { signal } = this.#stopped
    do await delay(probeEvery, undefined, { signal, ref: false }).catch(() => {})
    while (!signal.aborted && !(await this.#ping()))
    this.#silent = false
  }
}
