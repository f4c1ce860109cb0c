import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { queues } from '#db/job-queues.ts'
import { jobsSchema } from '#db/migrate.ts'
import type { Watch } from '#http/metrics.ts'
import type { House, Watched } from '#modules/module.ts'

/** All that /metrics says of the database and of what waits in it. */
export const watchedOf = ({ db, clock, modules }: Pick<House, 'db' | 'clock' | 'modules'>): Watch[] =>
  [...ofAllModules, ...modules.flatMap(({ watched }) => watched)].map(({ read, ...gauge }) => ({
    ...gauge,
    read: () => read(db, clock.now()),
  }))

/** How long the database may take for nothing. */
const answersWithinMs = 2000

const ofAllModules: readonly Watched[] = [
  { name: 'database_up', help: 'Whether the database answers within two seconds: 1 or 0', read: async (db) => Number(await isUp(db)) },
  { name: 'jobs_late_seconds', help: 'For how long jobs are due of which no worker does any', read: readLateness },
]

async function isUp(db: Db): Promise<boolean> {
  const asked = sql`select`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([asked, delay(answersWithinMs, false, { ref: false })])
}

/** A queue that is long and worked at is not late. */
async function readLateness(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from now() - min(j.start_after)), 0)::float8 as seconds from ${sql.id(jobsSchema, 'job')} j
    where j.state < 'active' and j.start_after < now() and j.name = any(${Object.keys(queues)})
      and not exists (select from ${sql.id(jobsSchema, 'job')} a where a.name = j.name and a.state = 'active')`.execute(db)
  return rows[0]!.seconds
}
