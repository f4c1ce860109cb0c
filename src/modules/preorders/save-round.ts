import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { insertRound, updateRound } from './round-store.ts'
import type { Rounds } from './rounds.ts'
import type { NewRound } from './rules.ts'
import { whyNotRound, type RoundProblem } from './why-not-round.ts'

export type RoundRefusal = { code: 'round_invalid'; problems: RoundProblem[] } | { code: 'not_found' }
type Keeping = { db: Db; catalogues: Catalogues; rounds: Rounds }

/** Creates or changes a round. Dates that communities hold are not affected. */
export async function saveRound(
  { db, catalogues, rounds }: Keeping,
  { id, by, ...round }: NewRound & { id?: number; by: string },
  now: Date,
): Promise<Result<{ id: number }, RoundRefusal>> {
  const problems = whyNotRound(await catalogues.current(), round, await readLimits(db))
  if (problems.length > 0) return refuse({ code: 'round_invalid', problems })
  const saved = await inTransaction<{ id: number }, RoundRefusal>(db, async (trx) => {
    if (id === undefined) return ok({ id: await insertRound(trx, round, by, now) })
    return (await updateRound(trx, id, round)) ? ok({ id }) : refuse({ code: 'not_found' })
  })
  rounds.forget()
  return saved
}
