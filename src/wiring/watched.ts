import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { jobsSchema } from '#db/migrate.ts'
import type { Watch } from '#http/metrics.ts'
import type { House, Watched } from '#modules/module.ts'

/** All that /metrics says of the database and of what waits in it. */
export const watchedOf = ({ db, clock, modules }: Pick<House, 'db' | 'clock' | 'modules'>): Watch[] =>
  [...ofAllModules, ...modules.flatMap(({ watched }) => watched)].map(({ read, ...gauge }) => ({
    ...gauge,
    read: () => read(db, clock.now()),
  }))

const ofAllModules: readonly Watched[] = [
  {
    name: 'database_up',
    help: 'Whether the database answers: 1 or 0',
    read: (db) =>
      sql`select`.execute(db).then(
        () => 1,
        () => 0,
      ),
  },
  { name: 'jobs_late_seconds', help: 'For how long the job that is due longest has waited for a worker', read: readLateness },
]

async function readLateness(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from now() - min(start_after)), 0)::float8 as seconds from ${sql.id(jobsSchema, 'job')}
    where state < 'active' and start_after < now()`.execute(db)
  return rows[0]!.seconds
}
