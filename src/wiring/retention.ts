import type { Db } from '#db/connect.ts'
import { inBatchesOrAlone } from '#db/one-by-one.ts'
import type { Log } from '#http/log.ts'
import { noteFailure } from '#lib/failures.ts'
import type { Module, Retention } from '#modules/module.ts'
import { readLimits } from '#modules/settings/store.ts'
import { modules as all } from './modules.ts'
import { setTimeout as delay } from 'node:timers/promises'

type Pace = { batch?: number; minutes?: number; modules?: readonly Module[] }

/**
 * Retention: deletes or archives rows that are older than the centre keeps them (docs/privacy.md has the table), in batches
 * and for ten minutes at most; the next run continues. A kind that fails keeps none of the others. Returns the number of rows by kind.
 */
export async function deleteOldData(
  db: Db,
  now: Date,
  log: Log,
  { batch = 2000, minutes = 10, modules = all }: Pace = {},
): Promise<Record<string, number>> {
  const { retention } = await readLimits(db)
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const deeds: Retention = Object.assign({}, ...modules.map((module) => module.retention({ db, now, retention, ago })))
  const begun = performance.now()
  const gone: Record<string, number> = {}
  const run = async ([what]: string[]) => {
    const count = await inBatches(batch, deeds[what!]!, () => performance.now() - begun > minutes * 60_000)
    if (count > 0) gone[what!] = count
  }
  await inBatchesOrAlone(Object.keys(deeds), 1, run, (error, what) =>
    noteFailure(log, 'job', error, 'old data could not be deleted or archived', { what }),
  )
  if (Object.keys(gone).length > 0) log.info({ gone }, 'old data was deleted or archived')
  return gone
}

/**
 * Repeats `deed` on batches of at most `size` rows until a batch is not full or `isTimeUp`. Between two batches it waits as long
 * as the last one took, so that requests have at least half of the database's time. Returns how many rows there were.
 */
export async function inBatches(size: number, deed: (most: number) => Promise<number>, isTimeUp: () => boolean): Promise<number> {
  let total = 0
  for (;;) {
    const begun = performance.now()
    const done = await deed(size)
    total += done
    if (done < size || isTimeUp()) return total
    await delay(performance.now() - begun)
  }
}
