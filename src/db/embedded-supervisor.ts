import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '#lib/start-error.ts'
import { end, exitOf } from './embedded-child.ts'

export type Supervised = {
  stop(): Promise<void>
  /** Rejects with a StartError when the server has ended and cannot be restarted; never resolves. */
  lost: Promise<never>
}

export type Patience = { giveUpAfter: number; pause: number }

/** A restart may fail for some seconds while killed backends hold shared memory, or for longer while the disk is full. */
const patient: Patience = { giveUpAfter: 60_000, pause: 100 }

/** Restarts a server that ends by itself: killed by hand, or by the kernel when memory ran out. `start` resolves when the server answers. */
export async function supervise(start: () => Promise<ChildProcess>, { giveUpAfter, pause }: Patience = patient): Promise<Supervised> {
  const stopped = new AbortController()
  let server = await start()
  // Stops the server when this process crashes.
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
  // Tests and scripts may not listen to it: without this, its rejection would end them.
  lost.catch(() => {})
  return {
    lost,
    async stop() {
      stopped.abort()
      await end(server)
      // Waits for a restart that was under way, and stops that server too.
      await kept.catch(() => {})
      await end(server)
      process.off('exit', abandon)
    },
  }
}
