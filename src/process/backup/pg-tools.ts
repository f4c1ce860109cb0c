import { spawn } from 'node:child_process'
import { StartError } from '#lib/start-error.ts'

/** Runs one of PostgreSQL's own programs on a database. The address is in its environment, where no list of processes shows it. */
export async function runPgTool(program: 'pg_dump' | 'pg_restore', args: string[], databaseUrl: string): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...connectionOf(databaseUrl) } })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', () =>
      reject(
        new StartError(
          `${program} is not installed here: install PostgreSQL's client programs, of the server's version or newer, or use the server's own backups.`,
        ),
      ),
    )
    child.once('close', resolve)
  })
  if (code !== 0) throw new StartError(`${program} failed: ${said.trim().split('\n').at(-1) ?? ''}`)
}

/** The address as variables of the environment. */
export function connectionOf(databaseUrl: string): Record<string, string> {
  const url = new URL(databaseUrl)
  const decode = decodeURIComponent
  const host = url.searchParams.get('host') ?? decode(url.hostname)
  return Object.fromEntries(
    Object.entries({
      PGHOST: host,
      PGPORT: url.port,
      PGUSER: decode(url.username),
      PGPASSWORD: decode(url.password),
      PGDATABASE: decode(url.pathname.slice(1)),
      PGSSLMODE: url.searchParams.get('sslmode') ?? '',
    }).filter(([, value]) => value !== ''),
  )
}
