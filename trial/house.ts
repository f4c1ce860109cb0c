import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { readPidFile } from '#db/embedded-orphan.ts'
import { startEmbedded } from '#db/embedded.ts'
import { runOf } from '#lib/running.ts'
import type { PaymentConfig } from '#config.ts'
import { openDatabaseLink } from '#testing/database-link.ts'
import { deadPort } from '#testing/http-stand-in.ts'
import { builtServer, startServer, type ServerProcess } from '#testing/server-process.ts'
import { benchSecret } from '../bench/people.ts'
import type { Disk } from './disk.ts'
import type { Witness } from './facts.ts'

type Link = Awaited<ReturnType<typeof openDatabaseLink>>

/** The service under trial: a durable database, and two processes that reach it through a link each. */
export type House = {
  databaseUrl: string
  ports: number[]
  links: Link[]
  disk: Disk
  /** Writes to the database's log (WAL) until the disk has no more room for it: PostgreSQL stops, and cannot recover before it has. */
  writeUntilFull(): Promise<void>
  /** How often PostgreSQL has met a full disk. */
  timesFull(): number
  /** Pids of the database's main process and all of its children. */
  databasePids(): number[]
  pidOf(process: number): number
  /** SIGKILL, and a start that is repeated until it succeeds. */
  killAndStart(process: number): Promise<void>
  untilReady(withinMs: number): Promise<void>
  /** Stops the processes by SIGTERM; answers what was wrong with each of them. */
  stopProcesses(): Promise<Witness[]>
  close(): Promise<void>
}

export async function openHouse(disk: Disk, folder: string, payment: PaymentConfig): Promise<House> {
  const postgres = await startEmbedded({ dir: disk.dir, durable: true })
  const links = [await openDatabaseLink(postgres.url), await openDatabaseLink(postgres.url)]
  const ports = [await deadPort(), await deadPort()]
  const settings = (n: number) => ({
    AUTH_SECRET: benchSecret,
    DATABASE_URL: links[n]!.url,
    DATA_DIR: join(folder, `process-${n}`),
    PORT: String(ports[n]),
    PAYMENT_URL: payment.url,
    PAYMENT_MERCHANT_ID: payment.merchantId,
    PAYMENT_HASH_KEY: payment.hashKey,
    PAYMENT_HASH_IV: payment.hashIv,
    DRAND_RELAYS: 'none',
    SITE_ACCESS: 'open',
  })
  const start = (n: number) => startServer(settings(n), builtServer)
  // One after the other: the first one migrates.
  const processes: ServerProcess[] = [await start(0), await start(1)]
  const witnesses = processes.map((_, n): Witness => ({ name: `process ${n + 1}`, wrong: undefined }))
  let timesFull = 0
  const isBeingStarted = processes.map(() => false)

  async function startAgain(n: number): Promise<void> {
    isBeingStarted[n] = true
    for (;;) {
      const started = await start(n).catch(() => delay(500))
      if (!started) continue
      processes[n] = started
      isBeingStarted[n] = false
      return
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
    databaseUrl: postgres.url,
    ports,
    links,
    disk,
    timesFull: () => timesFull,
    async writeUntilFull() {
      const client = new pg.Client({ connectionString: postgres.url })
      client.on('error', () => {})
      try {
        await client.connect()
        for (const deadline = performance.now() + 15_000; performance.now() < deadline;)
          await client.query(`select pg_logical_emit_message(false, 'trial', repeat('x', 4000000))`)
      } catch {
        timesFull += 1
      } finally {
        void client.end().catch(() => {})
      }
    },
    databasePids() {
      const pid = readPidFile(join(disk.dir, 'postgres'))?.pid
      return pid === undefined ? [] : [pid, ...childrenOf(pid)]
    },
    pidOf: (n) => processes[n]!.pid,
    async killAndStart(n) {
      isBeingStarted[n] = true
      await processes[n]!.stop('SIGKILL')
      await startAgain(n)
    },
    async untilReady(withinMs) {
      const deadline = performance.now() + withinMs
      for (const [n, port] of ports.entries())
        while (!(await isReady(port))) {
          if (performance.now() > deadline)
            return void (witnesses[n]!.wrong = `process ${n + 1} is not ready ${withinMs / 1000} s after the last fault`)
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
    async close() {
      clearInterval(watching)
      await Promise.all(processes.map((process) => process.stop('SIGKILL')))
      await Promise.all(links.map((link) => link.close()))
      await postgres.stop()
    },
  }
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
    ({ status }) => status === 200,
    () => false,
  )

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
