import { sql } from 'kysely'
import type { DbOrTrx } from '#db/connect.ts'

/** A job of every minute that has not looked for so long was not there: the process was down, or the machine asleep. */
const gapMinutes = 3

/**
 * Records a run of a periodic job, and returns since when it has run without a gap of more than three minutes. Deadlines
 * before that moment may have passed while the service was down. Concurrent calls wait until this transaction ends.
 */
export async function recordRun(db: DbOrTrx, name: string, now: Date): Promise<Date> {
  const { rows } = await sql<{ since: Date }>`
    insert into watches as w (name, since, looked_at) values (${name}, ${now}, ${now})
    on conflict (name) do update set
      since = case when excluded.looked_at > w.looked_at + make_interval(mins => ${gapMinutes}) then excluded.since else w.since end,
      looked_at = greatest(w.looked_at, excluded.looked_at)
    returning since`.execute(db)
  return rows[0]!.since
}
