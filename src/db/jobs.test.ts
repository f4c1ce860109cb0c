import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import pino from 'pino'
import { freshDatabase, type FreshDatabase } from '#testing/postgres.ts'
import { closeDb, openDb, type Db } from './connect.ts'
import { queues } from './job-queues.ts'
import { openJobs, type Jobs, type JobsOptions } from './jobs.ts'
import { jobsSchema } from './migrate.ts'

const silent = pino({ level: 'silent' })
let database: FreshDatabase
let db: Db
const opened: Jobs[] = []

beforeAll(async () => {
  database = await freshDatabase()
  db = openDb(database.url, 4)
})
afterAll(async () => {
  await Promise.all(opened.map((jobs) => jobs.stop()))
  await closeDb(db)
  await database?.drop()
})

async function open(options?: JobsOptions, log = silent): Promise<Jobs> {
  const jobs = await openJobs(database.url, log, options)
  opened.push(jobs)
  return jobs
}

it('every queue is created once when ten processes start together', async () => {
  const started = await Promise.all(Array.from({ length: 10 }, () => open({ workers: false })))
  expect(started).toHaveLength(10)
  const { rows } = await sql<{ name: string }>`select name from pgboss.queue where name not like '\\_\\_%'`.execute(db)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(['dead-jobs', ...Object.keys(queues)].toSorted())
})

it('a worker is woken by the commit, long before its next poll, and runs no job of a transaction that was rolled back', async () => {
  const sender = await open({ workers: false })
  const worker = await open()
  const seen: { messageId: string; at: number }[] = []
  await worker.work('send-message', async ({ messageId }) => {
    seen.push({ messageId, at: performance.now() })
  })
  // Let the worker's first look pass, so that only the notice can wake it.
  await new Promise((resolve) => setTimeout(resolve, 1500))

  await db
    .transaction()
    .execute(async (trx) => {
      await sender.send(trx, 'send-message', { messageId: 'never' }, { singletonKey: 'never' })
      throw new Error('undone')
    })
    .catch(() => {})
  await db.transaction().execute(async (trx) => {
    await sender.send(trx, 'send-message', { messageId: 'first' }, { singletonKey: 'first' })
    await sender.send(trx, 'send-message', { messageId: 'second' }, { singletonKey: 'second' })
  })
  const committed = performance.now()
  await vi.waitFor(() => expect(seen.map(({ messageId }) => messageId).toSorted()).toEqual(['first', 'second']), {
    timeout: 15_000,
    interval: 20,
  })
  expect(Math.max(...seen.map(({ at }) => at)) - committed).toBeLessThan(10_000)
})

it('a stop waits for the jobs under way, and takes no further one', async () => {
  const [sender, worker] = [await open({ workers: false }), await openJobs(database.url, silent)]
  const ending = Promise.withResolvers<void>()
  const said: string[] = []
  await worker.work('text-budget-spent', async ({ perHour }) => {
    said.push(`job ${perHour} has begun`)
    await ending.promise
    said.push(`job ${perHour} has ended`)
  })
  // Both workers of the queue are running a job, so that no fetch is under way which could return the third job after the stop.
  for (const perHour of [1, 2]) {
    await sender.send(db, 'text-budget-spent', { perHour })
    await expect.poll(() => said, { timeout: 15_000 }).toContain(`job ${perHour} has begun`)
  }
  const stopped = worker.stop().then(() => said.push('the worker has stopped'))
  await sender.send(db, 'text-budget-spent', { perHour: 3 })
  // The jobs are kept running for longer than a stop takes that does not wait for jobs.
  await new Promise((resolve) => setTimeout(resolve, 500))
  ending.resolve()
  await stopped
  expect(said).toEqual(['job 1 has begun', 'job 2 has begun', 'job 1 has ended', 'job 2 has ended', 'the worker has stopped'])
})

it('a job that answers again or throws is retried, and its final failure is logged', async () => {
  const lines: { msg: string; job?: string }[] = []
  const jobs = await open(
    { lookEverySeconds: 0.5 },
    pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line) as { msg: string }) }),
  )
  const tries: number[] = []
  await jobs.work('remove-loose-files', async (_, { number }) => {
    tries.push(number)
    if (number === 1) return 'again'
    throw new Error('broken')
  })
  await jobs.send(db, 'remove-loose-files', {}, { retryLimit: 1, retryDelay: 0 })
  await vi.waitFor(
    () => expect(lines).toContainEqual(expect.objectContaining({ msg: 'a job failed for good', job: 'remove-loose-files' })),
    { timeout: 15_000, interval: 50 },
  )
  expect(tries).toEqual([1, 2])
  expect(lines.filter(({ msg }) => msg === 'a job failed')).toHaveLength(1)
})

it('a job whose process died is taken over after a missed heartbeat, and blocks its queue no longer', async () => {
  const jobs = await open({ workers: false })
  await jobs.send(db, 'expire-unpaid-orders', {})
  const boss = new PgBoss({ connectionString: database.url, schema: jobsSchema, migrate: false, supervise: false, schedule: false })
  await boss.start()
  try {
    // The worker that fetched it never says anything again.
    const [job] = await boss.fetch('expire-unpaid-orders')
    const state = async () => (await boss.getJobById('expire-unpaid-orders', job!.id))!.state
    await boss.supervise('expire-unpaid-orders')
    expect(await state()).toBe('active')
    await sql`update pgboss.job set heartbeat_on = now() - interval '31 seconds' where id = ${job!.id}`.execute(db)
    await sql`update pgboss.queue set monitor_claim_on = null, monitor_on = null`.execute(db)
    await boss.supervise('expire-unpaid-orders')
    expect(await state()).toBe('retry')
  } finally {
    await boss.stop({ graceful: false })
  }
})

it('there is one schedule for all processes, and those of older versions are dropped', async () => {
  await sql`select pgboss.create_queue('long-gone', '{"policy":"standard"}')`.execute(db)
  await sql`insert into pgboss.schedule (name, key, cron, timezone) values ('long-gone', '', '* * * * *', 'UTC')`.execute(db)
  const both = [await open(), await open()]
  await Promise.all(both.map((jobs) => jobs.schedule('forget-stale-limits', '25 * * * *')))
  const { rows } = await sql`select name, cron, timezone from pgboss.schedule`.execute(db)
  expect(rows).toEqual([{ name: 'forget-stale-limits', cron: '25 * * * *', timezone: 'Asia/Taipei' }])
})
