import { forgetStaleLimits } from '#http/rate-limits.ts'
import { queues, type JobName } from '#db/job-queues.ts'
import type { Jobs } from '#db/jobs.ts'
import type { House, JobLine } from '#modules/module.ts'
import { mergeLateRows } from './members.ts'
import { deleteOldData } from './retention.ts'

/** Registers all jobs: what runs, and when. */
export async function startJobs(house: House): Promise<void> {
  const { db, jobs, modules } = house
  const lines = [...jobsOfAll(house), ...modules.flatMap((module) => module.jobs(house))]
  requireOneWorkerEach(lines.map(({ name }) => name))
  await Promise.all(lines.map((line) => register(jobs, line)))
  for (const { name, atStart } of lines) if (atStart) await jobs.send(db, name, {} as never)
}

/** Fails at start when jobs of a queue would wait for ever, or be done in two ways. */
export function requireOneWorkerEach(names: JobName[]): void {
  for (const queue of Object.keys(queues)) {
    const workers = names.filter((name) => name === queue).length
    if (workers !== 1) throw new Error(`The jobs ${queue} have ${workers} workers, not one.`)
  }
}

async function register(jobs: Jobs, { name, run, every }: JobLine): Promise<void> {
  await jobs.work(name as JobName, run as never)
  if (every !== undefined) await jobs.schedule(name, every)
}

/** Jobs that are about all modules. */
function jobsOfAll({ db, backUp, clock, log, modules }: House): JobLine[] {
  return [
    {
      name: 'merge-late-rows',
      run: ({ memberId }) => db.transaction().execute((trx) => mergeLateRows(trx, memberId, clock.now(), modules)),
    },
    { name: 'forget-stale-limits', every: '25 * * * *', run: () => forgetStaleLimits(db, clock.now()) },
    {
      name: 'delete-old-data',
      every: '45 * * * *',
      run: async () => {
        await deleteOldData(db, clock.now(), log, { modules })
      },
    },
    // When the fewest people book.
    { name: 'back-up', every: '30 3 * * *', run: async () => backUp?.(clock.now()) },
  ]
}
