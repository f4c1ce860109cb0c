import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApi } from '#wiring/api.ts'
import { openHouse } from '#wiring/house.ts'
import { commitReveal } from '#modules/ballots/random-source.ts'
import type { Config } from '#config.ts'
import { paymentsConfig } from '../setting-readers.ts'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import type { JobName } from '#db/job-queues.ts'
import { openJobs, type Jobs, type JobsOptions } from '#db/jobs.ts'
import { workersOnDemand } from './jobs-on-demand.ts'
import { openLive } from '#db/live.ts'
import { openLog, type Log } from '#http/log.ts'
import type { StaffRole } from '#http/session.ts'
import type { Locale } from '#i18n/locale.ts'
import { startJobs } from '#wiring/jobs.ts'
import { lettersByTopic } from '#wiring/letters.ts'
import { hashCheaply, hashSecret } from '#modules/logins/secrets.ts'
import { insertSession } from '#modules/logins/session-store.ts'
import { insertMember, updateMemberRow } from '#modules/accounts/store.ts'
import { Tokens } from '#modules/logins/tokens.ts'
import { openWays, type LoginWays } from '#modules/logins/ways.ts'
import { presentLetterhead } from '#modules/centre/present.ts'
import { readFace } from '#modules/centre/store.ts'
import { openFileStore } from '#modules/files/storage.ts'
import { openCarriers } from '#modules/notifications/open-carriers.ts'
import { writeLetters } from '#modules/notifications/write-letters.ts'
import { sendToDemoGateways } from '../../demo/gateway/post.ts'
import { sendToDemoIssuer } from '../../demo/issuer/send.ts'
import { openIssuers, type Issuers } from '#modules/invoices/issuers.ts'
import { openProviders, settingsOf, type Providers } from '#modules/payments/providers.ts'
import { writeSetting } from '#modules/settings/store.ts'
import { openConnections } from '#wiring/connections.ts'
import type { Module } from '#modules/module.ts'
import { readInbox, type InboxMessage } from '#modules/notifications/store.ts'
import { freshDatabase } from './postgres.ts'

export const testSecret = 'a good long secret'
export const testAuthSecret = 'a secret that only tests know, long enough'
const silent = openLog('silent')
let hashed: Promise<string> | undefined
hashCheaply()

export type TestMember = { id: string; account: string; email: string; mobile: string; token: string; sessionId: string }
export type Answer = { status: number; headers: Headers; body: any; text: string }
type CallOptions = { body?: unknown; as?: { token: string } | undefined; headers?: Record<string, string>; from?: string }

/** A clock that the test moves by hand. */
export class TestClock {
  #now: Date
  constructor(now: Date) {
    this.#now = now
  }
  now(): Date {
    return new Date(this.#now)
  }
  advance(milliseconds: number): void {
    this.#now = new Date(this.#now.getTime() + milliseconds)
  }
}

type TestServiceOptions = {
  log?: Log
  demo?: boolean
  start?: Date
  publicUrl?: string
  /** Sessions of staff end after so long without use. Two weeks unless the test is about it, because tests move the clock by days. */
  staffIdleMinutes?: number
  siteAccess?: Config['siteAccess']
  /** Connections that staff can test; messages of the service itself go to the inbox. */
  settings?: Partial<Pick<Config, 'smtpUrl' | 'mailFrom' | 'sms' | 'payments' | 'storage'>>
  /** Which of the demo's own payment providers takes what; the first that can, unless it is given. */
  payWays?: Config['payWays']
  /** The demo's own payment providers unless they are given. */
  providers?: Providers
  /** Nobody issues invoices unless it is given. */
  issuers?: (db: Db, clock: TestClock) => Issuers
  /** None unless they are given. */
  ways?: LoginWays
  /** The list of modules, unless it is another. */
  modules?: readonly Module[]
} & Pick<JobsOptions, 'lookEverySeconds'>

const configOf = ({
  demo,
  publicUrl,
  ...said
}: { demo: boolean; publicUrl: string } & Pick<TestServiceOptions, 'siteAccess' | 'payWays'>) => {
  const payments = demo ? paymentsConfig({}, settingsOf(), publicUrl) : {}
  return { demo, publicUrl, siteAccess: said.siteAccess, payWays: said.payWays, trustProxy: 1, payments, invoices: undefined }
}

const nobodyIssues = (db: Db, clock: TestClock): Issuers =>
  openIssuers({ invoices: undefined }, { db, sendToDemo: sendToDemoIssuer({ db, clock }) })

/** Without a mail server and without a carrier of texts. */
const unconnected = { mailFrom: 'test@example.com', smtpUrl: undefined, sms: undefined }

/**
 * The whole service behind its API on a database of its own. Jobs that are sent run. Nothing is sent by
 * a schedule: schedules follow the system clock, and a test sets the time itself. Every answer is checked against its schema.
 */
export async function openTestService({
  demo = true,
  start = new Date('2026-11-15T10:00:00+08:00'),
  publicUrl = 'http://localhost:3000',
  log = silent,
  staffIdleMinutes = 14 * 1440,
  settings = {},
  providers: given,
  ways = openWays({ logins: {} }),
  issuers: issuersOf = nobodyIssues,
  ...rest
}: TestServiceOptions = {}) {
  const { modules, siteAccess, payWays, ...pace } = rest
  const database = await freshDatabase()
  const dir = mkdtempSync(join(tmpdir(), 'fieldhouse-files-'))
  const db = openDb(database.url, 10)
  await writeSetting(db, 'session', { staffIdleMinutes }, null, start)
  const [clock, tokens] = [new TestClock(start), new Tokens(testAuthSecret)]
  const files = await openFileStore({ kind: 'disk', dir })
  const jobs = workersOnDemand(await openJobs(database.url, log, { schedules: false, lookSoonSeconds: 0.5, ...pace }))
  const live = openLive(database.url, db, log)
  const config = configOf({ demo, publicUrl, siteAccess, payWays })
  const providers = given ?? openProviders(config, sendToDemoGateways(config, { db, clock }))
  const readLetterhead = async (locale: Locale) => presentLetterhead(await readFace(db), locale, publicUrl)
  const carriers = await openCarriers({ demo: true, ...unconnected }, readLetterhead, log)
  const connected = { ...config, ...unconnected, logins: {}, storage: { kind: 'disk' as const, dir }, ...settings }
  const connections = openConnections(connected, await openCarriers(connected, readLetterhead, log))
  const kept = { db, jobs, tokens, files, live, providers, issuers: issuersOf(db, clock), ways, carriers, connections }
  const house = openHouse({ config, ...kept, random: commitReveal, clock, log }, modules)
  await startJobs(house)
  jobs.ready()
  const { app } = buildApi(house, true)
  return {
    url: database.url,
    db,
    clock,
    tokens,
    files,
    jobs,
    live,
    ways,
    app,
    call: callerOf((path, init) => app.request(path, init)),
    ...mailbox({ db, jobs, log, tokens, publicUrl, clock, modules }),
    newMember: (more: NewTestMember = {}) => newMember(db, tokens, clock.now(), more),
    /** Marks all sessions as just used, because unused ones end after some days. */
    async keepSessions(): Promise<void> {
      await db.updateTable('sessions').set({ last_seen_at: clock.now() }).execute()
    },
    /** Waits until no job of these queues is due or running: whatever has not happened by then does not happen. */
    jobsDone: (...names: JobName[]) => jobsDone(db, names),
    async close() {
      await jobs.stop()
      await live.stop()
      await closeDb(db)
      await database.drop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
export type TestService = Awaited<ReturnType<typeof openTestService>>

/** Calls the API as a client does. */
export function callerOf(request: (path: string, init: RequestInit) => Response | Promise<Response>) {
  async function call(method: string, path: string, { body, as, headers = {}, from }: CallOptions = {}): Promise<Answer> {
    const isForm = body instanceof FormData
    const response = await request(path, {
      method,
      headers: {
        'accept-language': 'zh-TW',
        'x-forwarded-for': from ?? '203.0.113.7',
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...(as ? { authorization: `Bearer ${as.token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
  }
  return call
}

type MailboxDeps = {
  db: Db
  jobs: Jobs
  log: Log
  tokens: Tokens
  publicUrl: string
  clock: TestClock
  modules: readonly Module[] | undefined
}

function mailbox({ db, jobs, log, tokens, publicUrl, clock, modules }: MailboxDeps) {
  return {
    /** Writes the letters about everything that has happened; those that the job is just writing are waited for. */
    async writeLetters(): Promise<void> {
      for (;;) {
        await writeLetters({ db, jobs, log }, lettersByTopic({ db, tokens, publicUrl }, modules), clock.now())
        const untold = await db.selectFrom('outbox').select('id').where('told_at', 'is', null).where('tries', '=', 0).execute()
        if (untold.length === 0) return
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    /** Waits for what jobs are just sending. */
    async inbox(recipient: string, count = 1): Promise<InboxMessage[]> {
      for (const deadline = Date.now() + 30_000; ; await new Promise((resolve) => setTimeout(resolve, 25))) {
        const messages = await readInbox(db, { recipient, channel: undefined, limit: 50 })
        if (messages.length >= count || Date.now() > deadline) return messages
      }
    },
    /** The mail with this subject, once it is sent; undefined when it does not come. */
    async mail(recipient: string, subject: string): Promise<InboxMessage | undefined> {
      for (const deadline = Date.now() + 30_000; ; await new Promise((resolve) => setTimeout(resolve, 25))) {
        const found = (await readInbox(db, { recipient, channel: 'mail', limit: 50 })).find((message) => message.subject === subject)
        if (found || Date.now() > deadline) return found
      }
    },
  }
}

async function jobsDone(db: Db, names: JobName[]): Promise<void> {
  const due = sql`select from pgboss.job where name = any(${names}) and state < 'completed'`
  for (const deadline = Date.now() + 30_000; ; await new Promise((resolve) => setTimeout(resolve, 25))) {
    if ((await due.execute(db)).rows.length === 0) return
    if (Date.now() > deadline) throw new Error(`jobs are still due: ${names.join(', ')}`)
  }
}

type NewTestMember = {
  /** One role, or several by `roles`. */
  role?: StaffRole
  roles?: StaffRole[]
  /** Whether staff have shown their second factor in this session: true unless the test is about it. */
  isProvenTwice?: boolean
  communityName?: string
  confirmed?: boolean
  account?: string
  email?: string
}
let made = 0

/** Inserts a member with a session directly, for tests that are not about registering. */
export async function newMember(
  db: Db,
  tokens: Tokens,
  now: Date,
  { role, roles = role ? [role] : [], isProvenTwice = roles.length > 0, communityName, confirmed = true, account, email }: NewTestMember,
): Promise<TestMember> {
  const id = randomUUID()
  const number = ++made
  const name = account ?? `someone${number}`
  const member = { id, account: name, email: email ?? `${name}@example.com`, mobile: `09${String(10_000_000 + number)}` }
  hashed ??= hashSecret(testSecret)
  await insertMember(db, { ...member, name: `會員 ${number}`, secretHash: await hashed, locale: 'tw', identityId: 1 }, now)
  if (confirmed) await updateMemberRow(db, id, { email_confirmed_at: now })
  if (roles.length > 0) await db.updateTable('members').set({ roles }).where('id', '=', id).execute()
  if (communityName)
    await db
      .insertInto('communities')
      .values({
        member_id: id,
        name: communityName,
        registration_no: `測試字第 ${number} 號`,
        representative: '代表',
        state: 'approved',
        submitted_at: now,
      })
      .execute()
  const session = {
    id: randomUUID(),
    memberId: id,
    device: 'Test',
    address: '203.0.113.7',
    createdAt: now,
    expiresAt: new Date(now.getTime() + 86_400_000 * 14),
    ...(isProvenTwice ? { provenAt: now } : {}),
  }
  await insertSession(db, session)
  return {
    ...member,
    sessionId: session.id,
    token: await tokens.signSession({ sessionId: session.id, memberId: id, binding: undefined }, now, session.expiresAt),
  }
}
