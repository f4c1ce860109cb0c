import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { commandOf, runOf } from '#lib/running.ts'
import { StartError } from '#lib/start-error.ts'

/** Prefix of the folders for sockets, so that only our own are deleted. */
export const socketPrefix = 'fieldhouse-pg-'

/** Stops a PostgreSQL that was left running on this data folder by a process that was killed with SIGKILL. */
export async function stopOrphan(data: string): Promise<void> {
  const left = readPidFile(data)
  if (!left) return
  if (commandOf(left.pid).includes(data)) await stop(left.pid, data)
  if (basename(left.sockets).startsWith(socketPrefix)) rmSync(left.sockets, { recursive: true, force: true })
}

async function stop(pid: number, data: string): Promise<void> {
  const run = runOf(pid)
  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 10],
  ] as const) {
    process.kill(pid, signal)
    for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await delay(20)) if (runOf(pid) !== run) return
  }
  throw new StartError(
    `A PostgreSQL left over from an earlier start (process ${pid}) still uses ${data} and does not stop: end it and start again.`,
  )
}

/** Of a PostgreSQL that runs on this data folder, or that was killed on it. */
export function readPidFile(data: string): { pid: number; sockets: string } | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), sockets: lines[4] ?? '' }
  } catch {
    return undefined
  }
}
