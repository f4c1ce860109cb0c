import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import type { Runner } from './embedded-user.ts'

/** Starts PostgreSQL in a process group of its own, so that Ctrl-C in a terminal does not stop it before the last request is answered. */
export function launch(runner: Runner, program: string, args: string[], log: number): ChildProcess {
  const { program: file, args: all, as } = runner.command(program, args)
  const child = spawn(file, all, {
    ...as,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  })
  child.on('error', () => {})
  return child
}

/** Stops PostgreSQL by SIGINT, its fast shutdown: transactions are rolled back and data is written. SIGQUIT follows when that takes too long. */
export async function end(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return
  const exited = exitOf(server)
  server.kill('SIGINT')
  const ended = await Promise.race([exited.then(() => true), delay(20_000, false, { ref: false })])
  if (ended) return
  server.kill('SIGQUIT')
  await exited
}

export function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

export function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    if (hasEnded(child)) resolve(child.exitCode)
    else child.once('exit', resolve)
  })
}
