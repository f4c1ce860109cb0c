import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { queues, type JobName } from '#db/job-queues.ts'
import { openJobs, type Jobs } from '#db/jobs.ts'
import { openLive, type Live } from '#db/live.ts'
import { openLog } from '#http/log.ts'
import { systemClock } from '#lib/clock.ts'
import { Tokens } from '#modules/logins/tokens.ts'
import { openIssuers } from '#modules/invoices/issuers.ts'
import { openWays } from '#modules/logins/ways.ts'
import { commitReveal } from '#modules/ballots/random-source.ts'
import { openFileStore } from '#modules/files/storage.ts'
import { queueMessage } from '#modules/notifications/queue-message.ts'
import { smtpCarrier } from '#modules/notifications/smtp.ts'
import { freshDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { providersOf } from '#testing/provider-by-hand.ts'
import { startSmtpStandIn, type SmtpStandIn } from '#testing/smtp-stand-in.ts'
import { openConnections } from './connections.ts'
import { openHouse } from './house.ts'
import { requireOneWorkerEach, startJobs } from './jobs.ts'
import { readTestLetterhead } from '#testing/read-letter.ts'
import { sendToDemoIssuer } from '../../demo/issuer/send.ts'

const log = openLog('silent')
const dir = mkdtempSync(join(tmpdir(), 'fieldhouse-jobs-'))
let database: FreshDatabase
let db: Db
let server: SmtpStandIn
let processes: Jobs[]
let live: Live

/** Two processes of one installation. */
beforeAll(async () => {
  database = await freshDatabase()
  db = openDb(database.url, 6)
  server = await startSmtpStandIn()
  const files = await openFileStore({ kind: 'disk', dir })
  const unconnected = {
    demo: false,
    publicUrl: 'https://centre.example',
    mailFrom: 'c@example.com',
    smtpUrl: undefined,
    sms: undefined,
    payments: {},
    logins: {},
    invoices: undefined,
    storage: { kind: 'disk', dir },
  } as const
  live = openLive(database.url, db, log)
  processes = await Promise.all([1, 2].map(() => openJobs(database.url, log)))
  for (const jobs of processes)
    await startJobs(
      openHouse({
        config: { demo: false, publicUrl: 'https://centre.example', siteAccess: 'open', trustProxy: 0, payments: {} },
        jobs,
        db,
        tokens: new Tokens('s'.repeat(32)),
        files,
        live,
        providers: providersOf(),
        issuers: openIssuers({ invoices: undefined }, { db, sendToDemo: sendToDemoIssuer({ db, clock: systemClock }) }),
        ways: openWays({ logins: {} }),
        random: commitReveal,
        carriers: { mail: smtpCarrier(server.url, 'c@example.com', readTestLetterhead) },
        connections: openConnections(unconnected, {}),
        clock: systemClock,
        log,
      }),
    )
})
afterAll(async () => {
  await Promise.all(processes?.map((jobs) => jobs.stop()) ?? [])
  await live?.stop()
  await closeDb(db)
  await server?.close()
  await database?.drop()
  rmSync(dir, { recursive: true, force: true })
})

const mail = (cause: string) =>
  ({ cause, channel: 'mail', recipient: `${cause}@example.com`, subject: cause, body: 'text', locale: 'en' }) as const
const stateOf = async (cause: string) =>
  (await db.selectFrom('messages').select('state').where('cause', '=', cause).executeTakeFirst())?.state

it('thirty mails of thirty transactions are sent once each by two processes', async () => {
  const causes = Array.from({ length: 30 }, (_, n) => `mail-${n}`)
  await Promise.all(causes.map((cause) => db.transaction().execute((trx) => queueMessage(trx, processes[0]!, mail(cause), new Date()))))
  await vi.waitFor(async () => expect(await Promise.all(causes.map(stateOf))).toEqual(causes.map(() => 'sent')), { timeout: 15_000 })
  expect(server.recipients.toSorted()).toEqual(causes.map((cause) => `${cause}@example.com`).toSorted())
})

it('a mail is retried when its delay is over', async () => {
  server.script = { RCPT: '451 later' }
  await queueMessage(db, processes[0]!, mail('retried'), new Date())
  const waiting = sql<{
    state: string
  }>`select j.state from pgboss.job j join messages m on j.data ->> 'messageId' = m.id::text where m.cause = 'retried' and m.state = 'queued' and m.tries = 1`
  await vi.waitFor(async () => expect((await waiting.execute(db)).rows).toEqual([{ state: 'retry' }]), { timeout: 5000 })

  server.script = {}
  await sql`update pgboss.job set start_after = now() where name = 'send-message' and state = 'retry'`.execute(db)
  // The notice of any new message makes the workers look; without it this waits for their next look.
  await queueMessage(db, processes[0]!, mail('wakes'), new Date())
  await vi.waitFor(async () => expect(await stateOf('retried')).toBe('sent'), { timeout: 15_000, interval: 100 })
  expect(server.letters.filter((letter) => letter.includes('Subject: retried'))).toHaveLength(1)
})

it('every periodic job is scheduled once, and nothing else is', async () => {
  const { rows } = await sql<{ name: string; cron: string }>`select name, cron from pgboss.schedule`.execute(db)
  expect(rows.map(({ name, cron }) => `${cron} ${name}`).toSorted()).toEqual(
    [
      '* * * * * cancel-without-place',
      '* * * * * close-past-bookings',
      '* * * * * expire-unpaid-orders',
      '* * * * * offer-freed-floor',
      '* * * * * run-ballots',
      '* * * * * run-closures',
      '* * * * * send-refunds',
      '* * * * * settle-invoices',
      '* * * * * settle-moves',
      '* * * * * write-letters',
      '* * * * * ask-untold',
      '*/5 * * * * ask-gateway',
      '*/10 * * * * check-money',
      '*/10 * * * * roll-up-insight',
      '0 * * * * remind-of-tomorrow',
      '2 * * * * send-digests',
      '5 * * * * resume-messages',
      '10 * * * * invite-to-rate',
      '15 * * * * remove-loose-files',
      '20 * * * * remind-renters',
      '25 * * * * forget-stale-limits',
      '30 * * * * tell-month-over',
      '35 * * * * tidy-accounts',
      '40 * * * * remind-of-proofs',
      '45 * * * * delete-old-data',
      '30 3 * * * back-up',
    ].toSorted(),
  )
})

it('a process does not start with a queue that nobody works on, or that two work on', () => {
  const names = Object.keys(queues) as JobName[]
  expect(() => requireOneWorkerEach(names)).not.toThrow()
  expect(() => requireOneWorkerEach(names.filter((name) => name !== 'send-refunds'))).toThrow(
    'The jobs send-refunds have 0 workers, not one.',
  )
  expect(() => requireOneWorkerEach([...names, 'run-closures'])).toThrow('The jobs run-closures have 2 workers, not one.')
})
