import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { passwordFileOf, urlOf } from './embedded.ts'

/** Line of postmaster.pid that names the folder of the socket. */
const socketLine = 4

/** The URL of the embedded server that another process runs on this data folder; undefined when none does. */
export function runningEmbedded(dir: string): string | undefined {
  const pidFile = join(dir, 'postgres', 'postmaster.pid')
  if (!existsSync(pidFile) || !existsSync(passwordFileOf(dir))) return undefined
  const sockets = readFileSync(pidFile, 'utf8').split('\n')[socketLine]?.trim()
  return sockets && existsSync(sockets) ? urlOf(sockets, readFileSync(passwordFileOf(dir), 'utf8').trim()) : undefined
}
