import { fromKysely, PgBoss, type Job, type JobResult, type SendOptions, type WorkOptions } from 'pg-boss'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { noteFailure } from '#lib/failures.ts'
import type { DbOrTrx } from './connect.ts'
import { deadJobs, queues, type JobData, type JobName, type QueueRules } from './job-queues.ts'
import { jobsSchema } from './migrate.ts'
import { listenTo } from './notices.ts'
import { ConnectionPool } from './pool.ts'
import { isConnectionLoss } from './unavailable.ts'

export type SendRules = Pick<SendOptions, 'singletonKey' | 'startAfter' | 'priority' | 'retryLimit' | 'retryDelay' | 'retryBackoff'>
/** `number` counts tries from 1. */
export type Attempt = { number: number; signal: AbortSignal }
/** 'again' is an expected failure, retried by the queue's rules. A handler that throws is retried too, and logged as a bug. */
export type JobHandler<N extends JobName> = (data: JobData[N], attempt: Attempt) => Promise<'again' | void>

export type Jobs = {
  /** Enqueues in the caller's transaction: the job commits or rolls back with it. */
  send<N extends JobName>(db: DbOrTrx, name: N, data: JobData[N], rules?: SendRules): Promise<void>
  work<N extends JobName>(name: N, handle: JobHandler<N>): Promise<void>
  /** Registers a cron schedule once for the whole installation; times are in Asia/Taipei. */
  schedule(name: JobName, cron: string): Promise<void>
  stop(): Promise<void>
}

/** For queues that notify: NOTIFY wakes a worker at once. Polling is for retries, and for notices lost with their connection. */
const watched: WorkOptions = {
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 10,
  batchSize: 10,
  burstWhenBatchFull: true,
  localConcurrency: 2,
}

/** Polling interval of queues without NOTIFY whose jobs somebody waits for. */
const unnoticed: WorkOptions = { batchSize: 10, burstWhenBatchFull: true }

const paceOf = ({ notify }: QueueRules, unhurried: WorkOptions, lookSoonSeconds: number): WorkOptions =>
  notify === undefined ? unhurried : notify ? watched : { ...unnoticed, pollingIntervalSeconds: lookSoonSeconds }

/** Half of the time that jobs under way have to end when the process stops. */
const graceMs = 1000

export type JobsOptions = {
  /** False: the process only sends jobs; it runs none, keeps no schedule and does no maintenance. */
  workers?: boolean
  /** False: no job is enqueued by its schedule. For tests, which decide what runs and when. */
  schedules?: boolean
  /** Polling interval of periodic jobs. */
  lookEverySeconds?: number
  /** Polling interval of queues that a person waits for, but that do not notify. */
  lookSoonSeconds?: number
  /** PostgreSQL itself, where the other address leads through a pooler. */
  listenUrl?: string
}

export async function openJobs(
  url: string,
  log: Logger,
  { workers = true, schedules = workers, lookEverySeconds = 20, lookSoonSeconds = 2, listenUrl = url }: JobsOptions = {},
): Promise<Jobs> {
  const unhurried: WorkOptions = { pollingIntervalSeconds: lookEverySeconds, batchSize: 5 }
  const connections = new ConnectionPool({ url, max: workers ? 3 : 1, name: 'fieldhouse-jobs' })
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => connections.query(text, values),
      listen: (channel, onNotice, onListening) => listenForJobs(listenUrl, channel, onNotice, onListening, log),
    },
    schema: jobsSchema,
    migrate: false,
    supervise: workers,
    schedule: schedules,
    useListenNotify: workers,
  })
  boss.on('error', (err) => noteFailure(log, 'job', err, 'the job queue reports an error'))
  boss.on('warning', ({ message, data }) => log.warn({ data }, message))
  const stop = async (graceful: boolean) => {
    try {
      // Waited for here first: the graceful stop of pg-boss looks only every half second whether jobs are still under way.
      if (graceful) await Promise.race([endWork(boss), delay(graceMs, undefined, { ref: false })])
      await boss.stop({ graceful, timeout: graceMs })
    } catch (error) {
      // Jobs that did not end in time are retried when they expire.
      if (!isConnectionLoss(error)) throw error
    } finally {
      await connections.end()
    }
  }
  try {
    await boss.start()
    await createQueues(boss)
    if (workers) {
      await dropOldSchedules(boss)
      await logDeadJobs(boss, log, unhurried)
    }
  } catch (error) {
    await stop(false)
    throw error
  }

  return {
    async send(db, name, data, rules = {}) {
      await boss.send(name, data, { ...rules, db: fromKysely(db) })
    },
    async work<N extends JobName>(name: N, handle: JobHandler<N>) {
      const pace = paceOf(queues[name], unhurried, lookSoonSeconds)
      await boss.work<JobData[N], object, WorkOptions & { perJobResults: true }>(name, { ...pace, perJobResults: true }, (jobs) =>
        Promise.all(jobs.map((job) => runJob(name, handle, job, log))),
      )
    },
    async schedule(name, cron) {
      if (schedules) await boss.schedule(name, cron, null, { tz: 'Asia/Taipei', missed: 'once' })
    },
    stop: () => stop(true),
  }
}

/** No further jobs are taken. Resolves when those under way have ended. */
const endWork = (boss: PgBoss) => Promise.all([deadJobs, ...Object.keys(queues)].map((name) => boss.offWork(name)))

/** A handler that fails does not fail the other jobs of its batch. */
async function runJob<N extends JobName>(
  name: N,
  handle: JobHandler<N>,
  { id, data, retryCount, signal }: Job<JobData[N]>,
  log: Logger,
): Promise<JobResult> {
  const attempt = { number: retryCount + 1, signal }
  try {
    const again = await handle(data, attempt)
    return { id, status: again === 'again' ? 'failed' : 'completed' }
  } catch (err) {
    noteFailure(log, 'job', err, 'a job failed', { job: name, id, attempt: attempt.number })
    return { id, status: 'failed', output: { message: err instanceof Error ? err.message : String(err) } }
  }
}

/** Replaces pg-boss's own listener, which waits up to half a minute before it reconnects, by one that takes a second or two. */
async function listenForJobs(url: string, channel: string, onNotice: (payload: string) => void, onListening: () => void, log: Logger) {
  let begun = () => {}
  const listening = new Promise<void>((resolve) => (begun = resolve))
  const listener = listenTo(url, channel, { notice: onNotice, listening: () => (onListening(), begun()) }, log)
  await listening
  return { close: () => listener.stop() }
}

/** Creates missing queues, and brings those of an older version to the rules of this one. Mostly there is nothing to do. */
async function createQueues(boss: PgBoss): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, new Map<string, unknown>(Object.entries(queue))]))
  if (!known.has(deadJobs)) await boss.createQueue(deadJobs, { retryLimit: 0 })
  for (const [name, { policy, ...rules }] of Object.entries<QueueRules>(queues)) {
    const found = known.get(name)
    if (found && Object.entries(rules).every(([rule, value]) => found.get(rule) === value)) continue
    // Creating is a no-op when the queue exists.
    await boss.createQueue(name, { policy, ...rules })
    await boss.updateQueue(name, rules)
  }
}

/** Removes schedules of an earlier version whose queues no longer have workers. */
async function dropOldSchedules(boss: PgBoss): Promise<void> {
  for (const { name, key } of await boss.getSchedules()) if (!(name in queues)) await boss.unschedule(name, key)
}

async function logDeadJobs(boss: PgBoss, log: Logger, pace: WorkOptions): Promise<void> {
  await boss.work(deadJobs, { ...pace, includeMetadata: true }, async (jobs) => {
    for (const { sourceName, sourceId, sourceRetryCount, sourceOutput, data } of jobs)
      log.error({ job: sourceName, id: sourceId, tries: (sourceRetryCount ?? 0) + 1, output: sourceOutput, data }, 'a job failed for good')
  })
}
