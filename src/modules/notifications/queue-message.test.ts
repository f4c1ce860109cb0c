import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import { closeDb, openDb, type Db } from '#db/connect.ts'
import { openJobs, type Jobs } from '#db/jobs.ts'
import { openLog } from '#http/log.ts'
import { ok } from '#lib/result.ts'
import { writeSetting } from '#modules/settings/store.ts'
import { freshDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { queueMessage } from './queue-message.ts'
import { releaseTexts } from './release-texts.ts'
import { resumeMessages } from './look-again.ts'
import { takeText } from './text-budget.ts'

const log = openLog('silent')
const now = new Date('2025-11-15T10:00:00Z')
const inbox = { name: 'inbox', keepsBody: true, carry: async () => ok({ reference: undefined }) }
let database: FreshDatabase
let db: Db
let jobs: Jobs

beforeAll(async () => {
  database = await freshDatabase()
  db = openDb(database.url, 12)
  jobs = await openJobs(database.url, log, { workers: false })
})
afterAll(async () => {
  await jobs?.stop()
  await closeDb(db)
  await database?.drop()
})

const text =
  (cause: string, createdAt = now) =>
  (trx: Parameters<typeof queueMessage>[0]) =>
    queueMessage(trx, jobs, { cause, channel: 'sms', recipient: '0912345678', body: '123456', locale: 'tw' }, createdAt)

async function countOf(cause: string): Promise<{ messages: number; jobs: number }> {
  const { rows } = await sql<{ messages: number; jobs: number }>`
    select count(distinct m.id)::int as messages, count(j.id)::int as jobs
    from messages m left join pgboss.job j on j.name = 'send-message' and j.data ->> 'messageId' = m.id::text
    where m.cause = ${cause}`.execute(db)
  return rows[0]!
}
const allJobs = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from pgboss.job where name = 'send-message'`.execute(db)).rows[0]!.n

it('writes a message and its job in the caller’s transaction', async () => {
  expect(await db.transaction().execute(text('committed'))).toBe('queued')
  expect(await countOf('committed')).toEqual({ messages: 1, jobs: 1 })
})

it('writes neither when the transaction is rolled back', async () => {
  const before = await allJobs()
  const broken = db.transaction().execute(async (trx) => {
    await text('rolled-back')(trx)
    throw new Error('second thoughts')
  })
  await expect(broken).rejects.toThrow('second thoughts')
  expect(await countOf('rolled-back')).toEqual({ messages: 0, jobs: 0 })
  expect(await allJobs()).toBe(before)
})

it('writes one message for one cause, however often and at the same moment it is called', async () => {
  const asked = await Promise.all(Array.from({ length: 10 }, () => db.transaction().execute(text('same-cause'))))
  expect(asked.filter((one) => one === 'queued')).toHaveLength(1)
  expect(await db.transaction().execute(text('same-cause'))).toBe('known')
  expect(await countOf('same-cause')).toEqual({ messages: 1, jobs: 1 })
})

it('resuming gives a job to messages that have none, and no second one to the others', async () => {
  await text('waited')(db)
  await text('has-job')(db)
  await sql`delete from pgboss.job j using messages m where j.data ->> 'messageId' = m.id::text and m.cause = 'waited'`.execute(db)
  await resumeMessages(db, jobs, { sms: inbox }, log, now)
  await resumeMessages(db, jobs, { sms: inbox }, log, now)
  expect([await countOf('waited'), await countOf('has-job')]).toEqual([
    { messages: 1, jobs: 1 },
    { messages: 1, jobs: 1 },
  ])
})

it('resuming fails messages that are too old, and empties their text', async () => {
  await text('old', new Date('2025-11-15T09:00:00Z'))(db)
  await resumeMessages(db, jobs, {}, log, now)
  expect(await db.selectFrom('messages').select(['state', 'body']).where('cause', '=', 'old').executeTakeFirst()).toEqual({
    state: 'failed',
    body: null,
  })
})

it('lets notices that find the budget spent wait for room, those first that are needed first, and fails what is too late, in sight of staff', async () => {
  await db.deleteFrom('rate_limits').execute()
  await writeSetting(db, 'sms', { perCentreHour: 5 }, null, now)
  const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  const notice = (cause: string, until: Date) =>
    queueMessage(db, jobs, { cause, channel: 'sms', recipient: `09 ${cause}`, body: cause, locale: 'tw', until }, now)
  // Four of five are for notices.
  for (const cause of ['n1', 'n2', 'n3', 'n4']) expect(await notice(cause, after(600))).toBe('queued')
  expect(await notice('for-later', after(600))).toBe('queued')
  expect(await notice('for-soon', after(90))).toBe('queued')
  expect(await notice('too-late', after(30))).toBe('queued')
  const states = async () => {
    const rows = await db
      .selectFrom('messages')
      .select(['cause', 'state', 'last_error', 'waits_until'])
      .where('cause', 'in', ['for-later', 'for-soon', 'too-late'])
      .orderBy('cause')
      .execute()
    return rows.map(({ state, last_error, waits_until }) => (waits_until ? 'waits' : (last_error ?? state)))
  }
  // Neither the age of a text nor a look at what has no job sends it or gives it up.
  await resumeMessages(db, jobs, { sms: inbox }, log, after(40))
  await releaseTexts({ db, jobs, log }, {}, after(29))
  expect([await states(), (await countOf('for-soon')).jobs]).toEqual([['waits', 'waits', 'waits'], 0])
  await releaseTexts({ db, jobs, log }, {}, after(31))
  expect(await states()).toEqual(['waits', 'waits', 'text_budget_spent'])
  // Another hour, of which one text is left.
  for (let n = 0; n < 3; n++) expect(await takeText(db, jobs, 'notice', after(61))).toBeUndefined()
  await releaseTexts({ db, jobs, log }, {}, after(61))
  expect([await states(), await countOf('for-soon')]).toEqual([['waits', 'queued', 'text_budget_spent'], { messages: 1, jobs: 1 }])
  await releaseTexts({ db, jobs, log }, {}, after(122))
  expect([await states(), await countOf('for-later')]).toEqual([['queued', 'queued', 'text_budget_spent'], { messages: 1, jobs: 1 }])
  // A code is refused instead, and says how long to wait.
  await sql`update rate_limits set count = 5`.execute(db)
  const code = { cause: 'code', channel: 'sms' as const, recipient: '0912345678', body: '1', locale: 'tw' as const, asked: true }
  expect(await queueMessage(db, jobs, code, after(123))).toMatchObject({ retryAfterSeconds: expect.any(Number) })
})
