type Waiting<Q, A> = { request: Q; answer(value: A): void; fail(error: unknown): void }

export type Batching<Q, A> = {
  /** Answers all requests of a batch, in their order. */
  work(requests: Q[]): Promise<A[]>
  /** How many batches run at the same time. Requests that come meanwhile form the next batch. */
  atOnce: number
  /** The size of a batch. */
  atMost: number
  /** Requests with the same key are never in the same batch: the later one waits. */
  keyOf?(request: Q): string
  /** Errors that every request would meet alone too, such as a lost database: the batch is not retried one by one. */
  failsAll?(error: unknown): boolean
}

/**
 * Batches requests that come at the same moment: those of one turn of the event loop, and those that come while as many batches
 * run as may. Without load nothing is delayed.
 * When a batch fails, its requests are tried one by one, so that one bad request does not fail the others.
 */
export function batchCalls<Q, A>({ work, atOnce, atMost, keyOf, failsAll }: Batching<Q, A>): (request: Q) => Promise<A> {
  let waiting: Waiting<Q, A>[] = []
  let running = 0
  let isPlanned = false

  /** After this turn of the event loop: what it still brings goes into the same batch. */
  function plan(): void {
    if (isPlanned) return
    isPlanned = true
    setImmediate(next)
  }

  function next(): void {
    isPlanned = false
    while (running < atOnce && waiting.length > 0) {
      const { taken, left } = takeSome(waiting, atMost, keyOf)
      waiting = left
      running++
      void answerAll(taken).finally(() => {
        running--
        plan()
      })
    }
  }

  async function answerAll(taken: Waiting<Q, A>[]): Promise<void> {
    try {
      const answers = await work(taken.map(({ request }) => request))
      for (const [n, { answer }] of taken.entries()) answer(answers[n]!)
    } catch (error) {
      if (taken.length === 1 || failsAll?.(error)) for (const { fail } of taken) fail(error)
      else for (const one of taken) await answerAll([one])
    }
  }

  return (request) =>
    new Promise((answer, fail) => {
      waiting.push({ request, answer, fail })
      plan()
    })
}

function takeSome<Q, A>(waiting: Waiting<Q, A>[], atMost: number, keyOf: ((request: Q) => string) | undefined) {
  if (!keyOf) return { taken: waiting.slice(0, atMost), left: waiting.slice(atMost) }
  const keys = new Set<string>()
  const taken: Waiting<Q, A>[] = []
  const left: Waiting<Q, A>[] = []
  for (const one of waiting) {
    const key = keyOf(one.request)
    if (taken.length < atMost && !keys.has(key)) taken.push(one)
    else left.push(one)
    keys.add(key)
  }
  return { taken, left }
}
