import { join } from 'node:path'
import pg from 'pg'
import type { EcpaySettings } from '#modules/payments/providers/ecpay/settings.ts'
import type { LinepaySettings } from '#modules/payments/providers/linepay/settings.ts'
import type { NewebpaySettings } from '#modules/payments/providers/newebpay/settings.ts'
import { readPidFile } from '#db/embedded-orphan.ts'
import { startEmbedded } from '#db/embedded.ts'
import { openDatabaseLink } from '#testing/database-link.ts'
import { deadPort } from '#testing/http-stand-in.ts'
import { benchSecret } from '../bench/people.ts'
import type { Disk } from './disk.ts'
import type { TrialIssuer } from './issuer.ts'
import { childrenOf } from './namespace.ts'
import { openProcesses, type Processes } from './processes.ts'

type Link = Awaited<ReturnType<typeof openDatabaseLink>>

/** The service under trial: a durable database, and two processes that reach it through a link each. */
export type House = Omit<Processes, 'killAll'> & {
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
  close(): Promise<void>
}

type Settings = { payment: EcpaySettings; newebpay: NewebpaySettings; linepay: LinepaySettings; issuer: TrialIssuer }

export async function openHouse(disk: Disk, folder: string, settings: Settings): Promise<House> {
  const { payment, newebpay, linepay, issuer } = settings
  const postgres = await startEmbedded({ dir: disk.dir, durable: true })
  const links = [await openDatabaseLink(postgres.url), await openDatabaseLink(postgres.url)]
  const ports = [await deadPort(), await deadPort()]
  const { killAll, ...processes } = await openProcesses(
    links.map(({ url }, n) => ({
      AUTH_SECRET: benchSecret,
      DATABASE_URL: url,
      DATA_DIR: join(folder, `process-${n}`),
      PORT: String(ports[n]),
      PAYMENT_URL: payment.url,
      PAYMENT_MERCHANT_ID: payment.merchantId,
      PAYMENT_HASH_KEY: payment.hashKey,
      PAYMENT_HASH_IV: payment.hashIv,
      NEWEBPAY_URL: newebpay.url,
      NEWEBPAY_MERCHANT_ID: newebpay.merchantId,
      NEWEBPAY_HASH_KEY: newebpay.hashKey,
      NEWEBPAY_HASH_IV: newebpay.hashIv,
      LINEPAY_URL: linepay.url,
      LINEPAY_CHANNEL_ID: linepay.channelId,
      LINEPAY_CHANNEL_SECRET: linepay.channelSecret,
      PAYMENT_WAYS: 'card=ecpay,applepay=newebpay,linepay=linepay',
      INVOICE_ISSUER: issuer.name,
      INVOICE_URL: issuer.settings.url,
      INVOICE_MERCHANT_ID: issuer.settings.merchantId,
      INVOICE_HASH_KEY: issuer.settings.hashKey,
      INVOICE_HASH_IV: issuer.settings.hashIv,
      DRAND_RELAYS: 'none',
      SITE_ACCESS: 'open',
    })),
  )
  let timesFull = 0
  return {
    ...processes,
    databaseUrl: postgres.url,
    ports,
    links,
    disk,
    timesFull: () => timesFull,
    async writeUntilFull() {
      if (await fillLog(postgres.url)) timesFull += 1
    },
    databasePids() {
      const pid = readPidFile(join(disk.dir, 'postgres'))?.pid
      return pid === undefined ? [] : [pid, ...childrenOf(pid)]
    },
    async close() {
      await killAll()
      await Promise.all(links.map((link) => link.close()))
      await postgres.stop()
    },
  }
}

/** Whether PostgreSQL ended the connection because it could not write. */
async function fillLog(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    for (const deadline = performance.now() + 15_000; performance.now() < deadline;)
      await client.query(`select pg_logical_emit_message(false, 'trial', repeat('x', 4000000))`)
    return false
  } catch {
    return true
  } finally {
    void client.end().catch(() => {})
  }
}
