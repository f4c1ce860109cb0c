/** The queue is full: the caller answers 503 with Retry-After. */
export class TooBusy extends Error {
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number) {
    super('too many are waiting already')
    this.name = 'TooBusy'
    this.retryAfterSeconds = retryAfterSeconds
  }
}

type Bounds = { atOnce: number; waiting: number; retryAfterSeconds: number }
export type BoundedQueue = {
  /** Runs `work` when a place is free. Calls with the same key run one after the other. Throws TooBusy when the queue is full. */
  <T>(work: () => Promise<T>, key?: string): Promise<T>
}

/** A bounded queue: `atOnce` run, at most `waiting` wait, first in, first out. */
export function openQueue({ atOnce, waiting: mostWaiting, retryAfterSeconds }: Bounds): BoundedQueue {
  const waiting: { key: string | undefined; start(): void }[] = []
  const runningKeys = new Set<string>()
  let running = 0
  const mayStart = (key: string | undefined) => running < atOnce && (key === undefined || !runningKeys.has(key))

  function begin(key: string | undefined): void {
    running++
    if (key !== undefined) runningKeys.add(key)
  }

  function end(key: string | undefined): void {
    running--
    if (key !== undefined) runningKeys.delete(key)
    for (let next; (next = waiting.findIndex((one) => mayStart(one.key))) >= 0;) {
      const [one] = waiting.splice(next, 1)
      begin(one!.key)
      one!.start()
    }
  }

  return async (work, key) => {
    if (mayStart(key)) begin(key)
    else if (waiting.length >= mostWaiting) throw new TooBusy(retryAfterSeconds)
    else await new Promise<void>((start) => waiting.push({ key, start }))
    try {
      return await work()
    } finally {
      end(key)
    }
  }
}
