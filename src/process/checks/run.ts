import type pg from 'pg'
import type { Config } from '#config.ts'
import { found, type Finding } from '#http/findings.ts'
import { systemClock } from '#lib/clock.ts'
import { Tokens } from '#modules/logins/tokens.ts'
import { checkCentre, checkDatabase, isBeforeFirstStart } from './database.ts'
import { checkClock, checkClockByHttp } from './clock.ts'
import { checkDisk } from './disk.ts'
import { checkPauses } from './pauses.ts'
import { checkProxy } from './proxy.ts'
import { modules } from '#wiring/modules.ts'
import { checkSettings } from '#process/unknown-settings.ts'

/** Everything that the doctor looks at. Changes nothing: it sends no message, opens no trade, starts no database. */
export async function runChecks(config: Config): Promise<Finding[]> {
  const now = systemClock.now()
  const database = await attempt('database', () => checkDatabase(config))
  const { client, url } = 'client' in database ? database : { client: undefined, url: undefined }
  try {
    const tokens = await readTokens(config, client)
    const isBeforeStart = 'findings' in database && isBeforeFirstStart(database.findings)
    const rest = await Promise.all([
      safely('centre', async () => (url === undefined || config.demo ? [] : checkCentre(config, url))),
      ...modules.flatMap(({ checks }) => checks.map(({ subject, find }) => safely(subject, () => find(config, now)))),
      safely('payment', async () => (url === undefined ? [] : checkPauses(url))),
      safely('disk', () => checkDisk(config.dataDir)),
      safely('clock', async () => [...(client ? await checkClock(client) : []), ...(await checkClockByHttp(servicesOf(config)))]),
      safely('proxy', () => checkProxy(config, { tokens, isBeforeStart, now })),
    ])
    return [...checkSettings(config), ...('findings' in database ? database.findings : [database]), ...rest.flat()]
  } finally {
    await client?.end().catch(() => {})
  }
}

const servicesOf = ({ payments, sms }: Config): string[] => [
  ...Object.values(payments).flatMap(({ demo, url }) => (demo ? [] : [url])),
  ...(sms ? [sms.url] : []),
]

/** A check that fails in an unforeseen way is a finding, and keeps no other from running. */
async function attempt<T>(subject: string, check: () => Promise<T>): Promise<T | Finding> {
  try {
    return await check()
  } catch (error) {
    return found(subject, 'check_failed', { reason: error instanceof Error ? error.message.slice(0, 200) : String(error) })
  }
}

async function safely(subject: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  return [await attempt(subject, check)].flat()
}

/** The keys of the running service: of the settings, or those that it keeps in its database. Undefined when neither is readable. */
async function readTokens({ authSecret, previousAuthSecret }: Config, client: pg.Client | undefined): Promise<Tokens | undefined> {
  const secret = authSecret ?? (client && (await readKeptSecret(client)))
  return secret === undefined ? undefined : new Tokens(secret, previousAuthSecret)
}

async function readKeptSecret(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client
    .query<{ value: string }>(`select value #>> '{}' as value from settings where key = 'auth_secret'`)
    .catch(() => ({ rows: [] }))
  return rows[0]?.value
}
