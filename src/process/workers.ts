import cluster, { type Worker } from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '#lib/start-error.ts'
import type { StopRequest } from './stop-signal.ts'

export type Workers = { stop(request: StopRequest): Promise<void> }

/** What a worker tells: that it serves; that it has met an error that nobody caught, and finishes only what it has begun. */
type Told = 'listening' | 'leaving'

/** Keeps `count` processes serving on one port. One that dies or leaves is replaced. Resolves when all of them listen. */
export async function startWorkers(count: number, env: Record<string, string>): Promise<Workers> {
  const alive = new Set<Worker>()
  let stopping = false

  const fork = () => {
    const worker = cluster.fork(env)
    const begun = Date.now()
    alive.add(worker)
    let isReplaced = false
    const replace = async () => {
      if (isReplaced) return
      isReplaced = true
      // Waits before replacing a worker that dies while starting, so that forking does not spin.
      if (Date.now() - begun < 2000) await delay(1000)
      if (!stopping) fork()
    }
    // While it finishes what it has begun, its successor starts.
    worker.on('message', (told: Told) => told === 'leaving' && void replace())
    const gone = () => {
      alive.delete(worker)
      void replace()
    }
    worker.once('exit', gone)
    worker.on('error', () => isUnborn(worker) && gone())
    return worker
  }

  const stop = async ({ gently }: StopRequest) => {
    stopping = true
    const ended = [...alive].map((worker) => new Promise((resolve) => worker.once('exit', resolve)))
    for (const worker of alive) worker.process.kill(gently ? 'SIGTERM' : 'SIGINT')
    await Promise.all(ended)
  }

  const first = Array.from({ length: count }, fork)
  await Promise.all(first.map(untilListening)).catch(async (error) => {
    await stop({ gently: false })
    throw error
  })
  return { stop }
}

/** A process that could not be forked has no exit. */
const isUnborn = (worker: Worker): boolean => worker.process.pid === undefined

/** Used by a worker process; without a primary there is nobody to tell. */
export function tellPrimary(told: Told): void {
  process.send?.(told, undefined, {}, () => {})
}

/** A worker sends a message when it listens. The event of that name does not come for sockets of its own. */
function untilListening(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('exit', () => reject(new StartError('A worker ended before it served anything.')))
    worker.on('error', (error) => isUnborn(worker) && reject(new StartError(`A worker could not be started: ${error.message}`)))
  })
}
