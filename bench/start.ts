import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { builtServer, startServer } from '#testing/server-process.ts'
import { picturesHung } from './visitors.ts'

const restMs = 10_000
type Centre = { what: string; env: Record<string, string> }

const centres: Centre[] = [
  { what: 'an empty centre', env: { DEMO: '0' } },
  { what: 'the demo centre', env: { DEMO: '1', SITE_ACCESS: 'open' } },
]

/** From launching a process to its being ready, on data that exists, with the embedded PostgreSQL; and its memory at rest. */
export async function start(times: number): Promise<string[]> {
  const lines: string[] = []
  for (const { what, env } of centres) {
    const dir = mkdtempSync(join(tmpdir(), 'fieldhouse-start-'))
    const settings = { ...env, DATA_DIR: dir, NODE_ENV: 'production', NODE_COMPILE_CACHE: join(dir, 'compiled') }
    try {
      const first = await launch(settings)
      if (env['DEMO'] === '1') await picturesHung(first.server.url)
      await first.server.stop()
      const found = []
      for (let n = 0; n < times; n++) {
        const { server, ms, cpuMs } = await launch(settings)
        if (n === 0) await delay(restMs)
        found.push({ ms, cpuMs, megabytes: memoryOf(server.pid) })
        await server.stop()
      }
      found.sort((a, b) => a.ms - b.ms)
      const middle = found[Math.floor(found.length / 2)]!
      const rest = Math.max(...found.map(({ megabytes }) => megabytes))
      lines.push(`${what}: ready after ${middle.ms} ms (${middle.cpuMs} ms of processor time), ${rest} MB at rest, middle of ${times}`)
      const { server } = await launch({ ...settings, WORKERS: '2' })
      await delay(restMs)
      const workers = childrenOf(server.pid).filter((pid) => commandOf(pid).includes('built.js'))
      lines.push(
        `${what}, two workers: ${memoryOf(server.pid)} MB for the main process, ${workers.map(memoryOf).join(' and ')} MB for them`,
      )
      await server.stop()
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
  }
  return lines
}

async function launch(settings: Record<string, string>) {
  const begun = performance.now()
  const server = await startServer(settings, builtServer)
  return { server, ms: Math.round(performance.now() - begun), cpuMs: processorTimeOf(server.pid) }
}

/** Resident memory, in megabytes. */
function memoryOf(pid: number): number {
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024)
}

/** Clock ticks of user and system time are hundredths of a second. */
function processorTimeOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const commandOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8')
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
