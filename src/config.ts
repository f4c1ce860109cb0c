import { resolve } from 'node:path'
import { z } from 'zod'
import {
  ConfigError,
  invoicesConfig,
  paymentsConfig,
  payWaysConfig,
  settingsOf,
  type InvoiceSettings,
  type InvoiceSettingsReader,
  type PaymentSettings,
  type PaymentSettingsReader,
  type SettingsReader,
} from './setting-readers.ts'
import { loginAllowedConfig, staffLoginConfig, type StaffLogin } from './login-settings.ts'

/** The configuration, read once at start from environment variables. */
export type Config = {
  port: number
  host: string
  dataDir: string
  /** Unset: an embedded PostgreSQL inside `dataDir`. */
  databaseUrl: string | undefined
  /** PostgreSQL itself, where `databaseUrl` leads through a pooler. Unset: `databaseUrl` does. */
  databaseDirectUrl: string | undefined
  /** PostgreSQL itself, as the owner of the database, who migrates it. Unset: the user of the addresses above owns it. */
  databaseOwnerUrl: string | undefined
  databasePool: number
  publicUrl: string
  /** Unset: same origin, and in-process while rendering. */
  apiBase: string | undefined
  /** Unset: wired, until staff choose otherwise; the set-up of a centre that is no demo proposes open. */
  siteAccess: 'wired' | 'open' | undefined
  demo: boolean
  /** Unset: generated once and kept in the database, so that all processes share it. */
  authSecret: string | undefined
  /** The secret before the last rotation: still verifies, signs nothing. */
  previousAuthSecret: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  sms: SmsConfig | undefined
  storage: StorageConfig
  /** Settings of the payment providers that are set, by name. Empty: nothing can be paid. The demo has a gateway of its own. */
  payments: Readonly<Record<string, PaymentSettings>>
  /** Which provider takes new payments, by the way of paying. Unset: the first that is set takes all that it can. */
  payWays: Readonly<Record<string, string>> | undefined
  /** Who issues invoices or receipts, with its settings. Unset, or `none`: nobody. */
  invoices: { issuer: string; settings: InvoiceSettings } | undefined
  /** Settings of the ways to log in by other issuers that are set, by name. */
  logins: Readonly<Record<string, unknown>>
  /** Unset: staff log in as members do, and show a second factor. */
  staffLogin: StaffLogin | undefined
  /** Ways to log in that members may use: secret, passkey, and names of those by other issuers. Unset: all. */
  loginAllowed: readonly string[] | undefined
  /** Relays of drand's quicknet, for the random values of ballots. Empty: the centre commits to a secret and reveals it. */
  drandRelays: string[]
  /** Where backups go, and how many of those by the clock are kept; 0: none is made by the clock. */
  backups: { dir: string; keep: number }
  workers: number
  /** How long SIGTERM leaves the port open while /readyz answers 503. */
  drainSeconds: number
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
  metricsToken: string | undefined
  /** How many trusted proxies in front of the service add to X-Forwarded-For. */
  trustProxy: number
}

export type SmsConfig =
  | { provider: 'mitake'; url: string; username: string; password: string }
  | { provider: 'twilio'; url: string; accountSid: string; authToken: string; from: string }

export type StorageConfig =
  | { kind: 'disk'; dir: string }
  | { kind: 's3'; bucket: string; region: string; endpoint: string | undefined; accessKeyId: string; secretAccessKey: string }

export type { StaffLogin, InvoiceSettings, InvoiceSettingsReader, PaymentSettings, PaymentSettingsReader, SettingsReader }
export { ConfigError }

/** A setting that is not empty. */
export const text = z.string().trim().min(1)
const flag = z.enum(['1', '0', 'true', 'false', 'on', 'off', 'yes', 'no']).transform((v) => ['1', 'true', 'on', 'yes'].includes(v))
const httpUrl = z.url({ protocol: /^https?$/ }).transform((v) => v.replace(/\/+$/, ''))
/** The URL of a service that receives credentials or personal data: must be encrypted unless it is on this machine. */
export const serviceUrl = httpUrl.refine((v) => v.startsWith('https:') || isLoopback(new URL(v).hostname), 'must begin with https://')
const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
const signingSecret = z.string().min(32, 'must have at least 32 characters')
const wholeNumber = (min: number, max: number) =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.number().min(min).max(max))

/** Two at least, so that none of them can hold a draw up alone. */
const relays = z.union([
  z.literal('none').transform((): string[] => []),
  z
    .string()
    .transform((v) => v.split(',').map((one) => one.trim()))
    .pipe(z.array(serviceUrl).min(2, 'must name two relays or more, separated by commas, or be none')),
])
const publicRelays = ['https://api.drand.sh', 'https://api2.drand.sh', 'https://api3.drand.sh', 'https://drand.cloudflare.com']

const Environment = z.object({
  PORT: wholeNumber(0, 65535).default(3000),
  HOST: text.default('0.0.0.0'),
  DATA_DIR: text.default('.data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  DATABASE_POOL: wholeNumber(2, 200).default(10),
  PUBLIC_URL: httpUrl.optional(),
  API_BASE: httpUrl.optional(),
  SITE_ACCESS: z.enum(['wired', 'open']).optional(),
  DEMO: flag.optional(),
  AUTH_SECRET: signingSecret.optional(),
  AUTH_SECRET_PREVIOUS: signingSecret.optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: text.default('Fieldhouse <no-reply@example.com>'),
  SMS_PROVIDER: z.enum(['mitake', 'twilio']).optional(),
  SMS_URL: serviceUrl.optional(),
  SMS_USERNAME: text.optional(),
  SMS_PASSWORD: text.optional(),
  SMS_ACCOUNT_SID: text.optional(),
  SMS_AUTH_TOKEN: text.optional(),
  SMS_FROM: text.optional(),
  STORAGE_KIND: z.enum(['disk', 's3']).default('disk'),
  STORAGE_DIR: text.optional(),
  STORAGE_BUCKET: text.optional(),
  STORAGE_REGION: text.default('auto'),
  STORAGE_ENDPOINT: serviceUrl.optional(),
  STORAGE_ACCESS_KEY_ID: text.optional(),
  STORAGE_SECRET_ACCESS_KEY: text.optional(),
  PAYMENT_WAYS: text.optional(),
  LOGIN_ALLOWED: text.optional(),
  STAFF_ISSUER: text.optional(),
  STAFF_GROUPS: text.optional(),
  DRAND_RELAYS: relays.optional(),
  BACKUP_DIR: text.optional(),
  BACKUP_KEEP: wholeNumber(0, 1000).optional(),
  WORKERS: wholeNumber(1, 64).default(1),
  DRAIN_SECONDS: wholeNumber(0, 3).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  TRUST_PROXY: wholeNumber(0, 10).optional(),
})
type Environment = z.infer<typeof Environment>

/** All but those of payment providers. */
export const ownSettingNames: readonly string[] = Object.keys(Environment.shape)

export function loadConfig(
  env: Record<string, string | undefined>,
  providers: readonly PaymentSettingsReader[] = [],
  ways: readonly SettingsReader<unknown>[] = [],
  issuers: readonly InvoiceSettingsReader[] = [],
  roles: readonly string[] = [],
): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    throw new ConfigError(`The setting ${issue.path.join('.')} cannot be used: ${issue.message}.`)
  }
  const e = parsed.data
  const dataDir = resolve(e.DATA_DIR)
  const publicUrl = e.PUBLIC_URL ?? `http://localhost:${e.PORT}`
  // A public address turns the demo off unless DEMO says otherwise.
  const demo = e.DEMO ?? (e.DATABASE_URL === undefined && isLoopback(new URL(publicUrl).hostname))
  const payments = paymentsConfig(given, providers, demo ? publicUrl : undefined)
  const logins = Object.fromEntries(settingsOf(given, ways))
  const staffLogin = staffLoginConfig(e, logins, roles)
  return {
    port: e.PORT,
    host: e.HOST,
    dataDir,
    ...databaseConfig(e, publicUrl),
    databasePool: e.DATABASE_POOL,
    publicUrl,
    apiBase: e.API_BASE,
    siteAccess: e.SITE_ACCESS,
    demo,
    authSecret: e.AUTH_SECRET,
    previousAuthSecret: e.AUTH_SECRET_PREVIOUS,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    sms: smsConfig(e),
    storage: storageConfig(e, dataDir),
    payments,
    payWays: payWaysConfig(e.PAYMENT_WAYS, payments, providers),
    invoices: invoicesConfig(given, issuers, demo ? publicUrl : undefined),
    logins,
    staffLogin,
    loginAllowed: loginAllowedConfig(e.LOGIN_ALLOWED, logins, staffLogin),
    drandRelays: e.DRAND_RELAYS ?? (demo ? [] : publicRelays),
    backups: {
      dir: resolve(e.BACKUP_DIR ?? `${dataDir}/backups`),
      // A server of one's own has backups of its own, and a demo has nothing to lose.
      keep: e.BACKUP_KEEP ?? (e.DATABASE_URL === undefined && !demo ? 7 : 0),
    },
    workers: e.WORKERS,
    drainSeconds: e.DRAIN_SECONDS,
    logLevel: e.LOG_LEVEL,
    metricsToken: e.METRICS_TOKEN,
    trustProxy: proxiesInFront(e.TRUST_PROXY, publicUrl),
  }
}

const isLoopback = (hostname: string): boolean => /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)

/** An https address means a TLS proxy in front. Without TRUST_PROXY all visitors would have the proxy's address, and share one rate limit. */
function proxiesInFront(given: number | undefined, publicUrl: string): number {
  if (given === undefined && publicUrl.startsWith('https:'))
    throw new ConfigError(
      'The setting TRUST_PROXY is missing: PUBLIC_URL is https, so say how many proxies in front of this process add to X-Forwarded-For (usually 1, or 0 when none does).',
    )
  return given ?? 0
}

/**
 * A pooler in transaction mode gives every transaction another connection. Statements are therefore not prepared by name behind
 * one, unless the address says `prepare=true` (PgBouncer 1.21 or newer with max_prepared_statements).
 */
function databaseConfig(e: Environment, publicUrl: string): Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databaseOwnerUrl'> {
  const [url, direct, owner] = [e.DATABASE_URL, e.DATABASE_DIRECT_URL, e.DATABASE_OWNER_URL]
  if (direct !== undefined && url === undefined)
    throw new ConfigError('The setting DATABASE_DIRECT_URL is for a pooler: without DATABASE_URL there is none.')
  if (owner !== undefined && url === undefined)
    throw new ConfigError('The setting DATABASE_OWNER_URL is for the database that DATABASE_URL names: the embedded one needs none.')
  if (publicUrl.startsWith('https:')) requireEncryption({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct, DATABASE_OWNER_URL: owner })
  const isSaid = url !== undefined && URL.parse(url)?.searchParams.has('prepare')
  const pooled = url === undefined || direct === undefined || isSaid ? url : `${url}${url.includes('?') ? '&' : '?'}prepare=false`
  return { databaseUrl: pooled, databaseDirectUrl: direct, databaseOwnerUrl: owner }
}

/** Behind an https address, the way to a database on another machine is encrypted too, or the operator has said that it need not be. */
function requireEncryption(urls: Record<string, string | undefined>): void {
  for (const [name, url] of Object.entries(urls)) {
    if (url === undefined) continue
    const { hostname = '', searchParams } = URL.parse(url) ?? {}
    const host = searchParams?.get('host') ?? decodeURIComponent(hostname)
    const isHere = host === '' || host.startsWith('/') || isLoopback(host)
    if (!isHere && !searchParams?.has('sslmode'))
      throw new ConfigError(
        `The setting ${name} needs an sslmode, because the database is on another machine: add ?sslmode=verify-full, or ?sslmode=disable if nobody else can reach the network between them.`,
      )
  }
}

function smsConfig(e: Environment): SmsConfig | undefined {
  const need = needed(e, `SMS_PROVIDER=${e.SMS_PROVIDER}`)
  if (e.SMS_PROVIDER === 'mitake')
    return {
      provider: 'mitake',
      url: e.SMS_URL ?? 'https://smsapi.mitake.com.tw',
      username: need('SMS_USERNAME'),
      password: need('SMS_PASSWORD'),
    }
  if (e.SMS_PROVIDER === 'twilio')
    return {
      provider: 'twilio',
      url: e.SMS_URL ?? 'https://api.twilio.com',
      accountSid: need('SMS_ACCOUNT_SID'),
      authToken: need('SMS_AUTH_TOKEN'),
      from: need('SMS_FROM'),
    }
  return undefined
}

function storageConfig(e: Environment, dataDir: string): StorageConfig {
  if (e.STORAGE_KIND === 'disk') return { kind: 'disk', dir: resolve(e.STORAGE_DIR ?? `${dataDir}/files`) }
  const need = needed(e, 'STORAGE_KIND=s3')
  return {
    kind: 's3',
    bucket: need('STORAGE_BUCKET'),
    region: e.STORAGE_REGION,
    endpoint: e.STORAGE_ENDPOINT,
    accessKeyId: need('STORAGE_ACCESS_KEY_ID'),
    secretAccessKey: need('STORAGE_SECRET_ACCESS_KEY'),
  }
}

function needed(e: Environment, because: string) {
  return (name: keyof Environment): string => {
    const value = e[name]
    if (typeof value !== 'string') throw new ConfigError(`The setting ${name} is missing: ${because} needs it.`)
    return value
  }
}
