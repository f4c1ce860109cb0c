import type { JobData, JobName } from '#db/job-queues.ts'
import type { JobHandler, Jobs } from '#db/jobs.ts'

/**
 * Jobs whose workers begin with the first job of their queue: a test needs a few of fifty, and each asks the database while it waits.
 * Those that every process sends when it starts are left out: a new database has nothing to catch up with.
 */
export function workersOnDemand(jobs: Jobs): Jobs & { ready(): void } {
  const waiting = new Map<JobName, () => Promise<void>>()
  const begun: Promise<unknown>[] = []
  let isReady = false
  let isStopped = false
  const begin = (name: JobName) => {
    const work = waiting.get(name)
    waiting.delete(name)
    if (work && !isStopped) begun.push(work())
  }
  return {
    ...jobs,
    ready: () => void (isReady = true),
    work: async <N extends JobName>(name: N, handle: JobHandler<N>) => void waiting.set(name, () => jobs.work(name, handle)),
    async send<N extends JobName>(...[db, name, data, rules]: Parameters<typeof jobs.send<N>>) {
      if (!isReady) return
      await jobs.send(db, name, data as JobData[N], rules)
      begin(name)
    },
    async stop() {
      isStopped = true
      await Promise.allSettled(begun)
      await jobs.stop()
    },
  }
}
