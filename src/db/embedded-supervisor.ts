import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '#lib/start-error.ts'
import { end, exitOf } from './embedded-child.ts'

export type Supervised = {
  stop(): Promise<void>
  /** Rejects with a sentence when the server has ended and cannot be started again; never resolves. */
  lost: Promise<never>
}

export type Patience = { giveUpAfter: number; pause: number }

/** Its killed children may hold its shared memory for some seconds, and a full disk may be emptied. */
const patient: Patience = { giveUpAfter: 60_000, pause: 100 }

/** Keeps a server running that ends by itself: killed by hand, or by the machine when memory ran out. `start` resolves when it answers. */
export async function supervise(start: () => Promise<ChildProcess>, { giveUpAfter, pause }: Patience = patient): Promise<Supervised> {
  const stopped = new AbortController()
  let server = await start()
  // A crash of ours must not leave it behind.
  const abandon = () => server.kill('SIGINT')
  process.once('exit', abandon)

  async function startAgain(): Promise<void> {
    for (const deadline = Date.now() + giveUpAfter; !stopped.signal.aborted;) {
      try {
        server = await start()
        return
      } catch (error) {
        if (Date.now() > deadline)
          throw new StartError(`The embedded PostgreSQL has ended, and could not be started again: ${(error as Error).message}`)
      }
      await delay(pause, undefined, { signal: stopped.signal }).catch(() => {})
    }
  }

  async function keep(): Promise<void> {
    while (!stopped.signal.aborted) {
      await exitOf(server)
      if (!stopped.signal.aborted) await startAgain()
    }
  }

  const kept = keep()
  const lost = kept.then(() => new Promise<never>(() => {}))
  // Heard by whoever waits for it; a test or a script may not.
  lost.catch(() => {})
  return {
    lost,
    async stop() {
      stopped.abort()
      await end(server)
      // One that was just being started is there by now.
      await kept.catch(() => {})
      await end(server)
      process.off('exit', abandon)
    },
  }
}
