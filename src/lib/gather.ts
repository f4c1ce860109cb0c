type Waiting<Q, A> = { wish: Q; answer(value: A): void; fail(error: unknown): void }

export type Gathering<Q, A> = {
  /** Answers all requests of a batch, in their order. */
  work(wishes: Q[]): Promise<A[]>
  /** How many batches run at the same time. Requests that come meanwhile form the next batch. */
  atOnce: number
  /** The size of a batch. */
  atMost: number
  /** Requests with the same key are never in the same batch: the later one waits. */
  keyOf?(wish: Q): string
  /** Errors that every request would meet alone too, such as a lost database: the batch is not retried one by one. */
  failsAll?(error: unknown): boolean
}

/**
 * Batches requests that come at the same moment. Without load nothing is delayed: the first request runs at once, alone.
 * When a batch fails, its requests are tried one by one, so that one bad request does not fail the others.
 */
export function gather<Q, A>({ work, atOnce, atMost, keyOf, failsAll }: Gathering<Q, A>): (wish: Q) => Promise<A> {
  let waiting: Waiting<Q, A>[] = []
  let running = 0

  function next(): void {
    while (running < atOnce && waiting.length > 0) {
      const { taken, left } = takeSome(waiting, atMost, keyOf)
      waiting = left
      running++
      void answerAll(taken).finally(() => {
        running--
        next()
      })
    }
  }

  async function answerAll(taken: Waiting<Q, A>[]): Promise<void> {
    try {
      const answers = await work(taken.map(({ wish }) => wish))
      for (const [n, { answer }] of taken.entries()) answer(answers[n]!)
    } catch (error) {
      if (taken.length === 1 || failsAll?.(error)) for (const { fail } of taken) fail(error)
      else for (const one of taken) await answerAll([one])
    }
  }

  return (wish) =>
    new Promise((answer, fail) => {
      waiting.push({ wish, answer, fail })
      next()
    })
}

function takeSome<Q, A>(waiting: Waiting<Q, A>[], atMost: number, keyOf: ((wish: Q) => string) | undefined) {
  if (!keyOf) return { taken: waiting.slice(0, atMost), left: waiting.slice(atMost) }
  const keys = new Set<string>()
  const taken: Waiting<Q, A>[] = []
  const left: Waiting<Q, A>[] = []
  for (const one of waiting) {
    const key = keyOf(one.wish)
    if (taken.length < atMost && !keys.has(key)) taken.push(one)
    else left.push(one)
    keys.add(key)
  }
  return { taken, left }
}
