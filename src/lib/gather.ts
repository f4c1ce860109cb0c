type Waiting<Q, A> = { wish: Q; answer(value: A): void; fail(error: unknown): void }

export type Gathering<Q, A> = {
  /** Answers every wish, in the order given. */
  work(wishes: Q[]): Promise<A[]>
  /** So much work is under way at the same time; whoever comes meanwhile is taken along together, next. */
  atOnce: number
  atMost: number
  /** Wishes with the same key are never worked on together: the later one waits. */
  keyOf?(wish: Q): string
  /** A failure that everybody would meet alone too: nobody is tried again. */
  failsAll?(error: unknown): boolean
}

/**
 * One piece of work for all who ask at the same moment. Nobody waits when little is going on: the first goes at once
 * and alone. When work fails for many, each of them is tried alone, so that nobody pays for another's fault.
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
