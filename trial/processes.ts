import { setTimeout as delay } from 'node:timers/promises'
import { runOf } from '#lib/running.ts'
import { builtServer, startServer, type ServerProcess } from '#testing/server-process.ts'
import type { Witness } from './facts.ts'

export type Processes = {
  pidOf(process: number): number
  /** SIGKILL, and a start that is repeated until it succeeds or is given up. */
  killAndStart(process: number): Promise<void>
  /** Whether a process could not be started again: the trial cannot go on. */
  isGivenUp(): boolean
  untilReady(withinMs: number): Promise<void>
  /** Stops the processes by SIGTERM; answers what was wrong with each of them. */
  stopProcesses(): Promise<Witness[]>
  killAll(): Promise<void>
}

/** For how long the start of a process is repeated. */
const startWithinMs = 120_000

/** The processes of the service, each with its settings; one that ends by itself is noted and started again. */
export async function openProcesses(settings: (Record<string, string> & { PORT: string })[]): Promise<Processes> {
  const processes: ServerProcess[] = []
  // One after the other: the first one migrates.
  for (const env of settings) processes.push(await startServer(env, builtServer))
  const witnesses = processes.map((_, n): Witness => ({ name: `process ${n + 1}`, wrong: undefined }))
  const isBeingStarted = processes.map(() => false)
  let isGivenUp = false

  async function startAgain(n: number): Promise<void> {
    isBeingStarted[n] = true
    try {
      processes[n] = await startPatiently(settings[n]!)
      isBeingStarted[n] = false
    } catch (error) {
      isGivenUp = true
      witnesses[n]!.wrong = `process ${n + 1} could not be started within ${startWithinMs / 1000} s: ${(error as Error).message}`
    }
  }
  const watching = setInterval(() => {
    for (const [n, { pid }] of processes.entries())
      if (!isBeingStarted[n] && runOf(pid) === undefined) {
        witnesses[n]!.wrong = `process ${n + 1} has ended by itself`
        void startAgain(n)
      }
  }, 500)

  return {
    pidOf: (n) => processes[n]!.pid,
    isGivenUp: () => isGivenUp,
    async killAndStart(n) {
      isBeingStarted[n] = true
      await processes[n]!.stop('SIGKILL')
      await startAgain(n)
    },
    async untilReady(withinMs) {
      const deadline = performance.now() + withinMs
      for (const [n, { PORT }] of settings.entries())
        while (!(await isReady(PORT))) {
          if (isGivenUp) return
          if (performance.now() > deadline) {
            witnesses[n]!.wrong = `process ${n + 1} is not ready ${withinMs / 1000} s after a fault`
            break
          }
          await delay(100)
        }
    },
    async stopProcesses() {
      clearInterval(watching)
      for (const [n, process] of processes.entries()) {
        const code = await process.stop('SIGTERM')
        if (code !== 0) witnesses[n]!.wrong ??= `process ${n + 1} ended with ${code} when it was asked to stop`
      }
      return witnesses
    },
    async killAll() {
      clearInterval(watching)
      await Promise.all(processes.map((process) => process.stop('SIGKILL')))
    },
  }
}

/** Starts a process, again if need be; throws when none of the starts has succeeded in time. */
async function startPatiently(env: Record<string, string>): Promise<ServerProcess> {
  const deadline = performance.now() + startWithinMs
  for (;;)
    try {
      return await startServer(env, builtServer, deadline - performance.now())
    } catch (error) {
      await delay(500)
      if (performance.now() > deadline) throw error
    }
}

const isReady = (port: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
    ({ status }) => status === 200,
    () => false,
  )
