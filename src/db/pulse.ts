import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { DatabaseUnavailable, isConnectionLoss } from './unavailable.ts'

export type PulseOptions = {
  /** Is the server there? Ends with false when the signal says that it takes too long. */
  ping(tooLong: AbortSignal): Promise<boolean>
  /** The server does not answer: whatever waits for it has been refused, and its connections are worth nothing. */
  onSilence(): void
}

type Waiting = { since: number; fail(error: DatabaseUnavailable): void }

/**
 * Time is counted in ticks: on a machine so busy that ours come late, the server's answers do too. Together they are
 * less than the two seconds in which a call is answered.
 */
const tick = 100
const suspiciousAfter = 4
const pingFor = 12
const probeEvery = 200

/**
 * Notices a database that neither answers nor refuses: a stopped process, a network that swallows packets. When
 * something has waited for a while and nothing at all has been heard meanwhile, the server is asked on a new connection;
 * if that is not answered either, everything that waits is refused, and everything that comes is refused at once until
 * the server answers again. A busy server is not silent, and a long statement passes: the question is answered.
 */
export class Pulse {
  readonly #options: PulseOptions
  readonly #waiting = new Set<Waiting>()
  readonly #timer: NodeJS.Timeout
  readonly #stopped = new AbortController()
  #ticks = 0
  #heardAt = 0
  #pinging: { until: number; tooLong: AbortController } | undefined
  #asking = false
  #silent = false

  constructor(options: PulseOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#look(), tick).unref()
  }

  /** Waits for work that only the database can finish. `late` takes what comes after it was given up. */
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
    // When this process was busy, answers may lie unread: they are read before the next turn.
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
