import type { Db } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { inTransaction } from '#db/transaction.ts'
import { changedFields } from '#lib/changed-fields.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { timeFrom } from '#lib/zone.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { insertRound, readRounds, updateRound } from './round-store.ts'
import type { Rounds } from './rounds.ts'
import type { NewRound } from './rules.ts'
import { whyNotRound, type RoundProblem } from './why-not-round.ts'

export type RoundRefusal = { code: 'round_invalid'; problems: RoundProblem[] } | { code: 'not_found' }
type Keeping = { db: Db; catalogues: Catalogues; rounds: Rounds }

/** Creates or changes a round. Dates that communities hold are not affected. */
export async function saveRound(
  { db, catalogues, rounds }: Keeping,
  { id, by, ...round }: NewRound & { id?: number; by: string },
  audit: Audit,
  now: Date,
): Promise<Result<{ id: number }, RoundRefusal>> {
  const problems = whyNotRound(await catalogues.current(), round, await readLimits(db))
  if (problems.length > 0) return refuse({ code: 'round_invalid', problems })
  const saved = await inTransaction<{ id: number }, RoundRefusal>(db, async (trx) => {
    const before = id === undefined ? undefined : (await readRounds(trx)).find((one) => one.id === id)
    if (id !== undefined && !(before && (await updateRound(trx, id, round)))) return refuse({ code: 'not_found' })
    const roundId = id ?? (await insertRound(trx, round, by, now))
    await audit(trx, {
      action: before ? 'round.changed' : 'round.made',
      subject: { kind: 'round', id: String(roundId), label: round.name },
      ...changedFields(before ? fieldsOf(before) : {}, fieldsOf(round)),
    })
    return ok({ id: roundId })
  })
  rounds.forget()
  return saved
}

/** For the audit log. */
const fieldsOf = ({ facilities, ...round }: NewRound) => ({
  name: round.name,
  seasonFrom: round.seasonFrom,
  seasonTo: round.seasonTo,
  viewStart: round.viewStart,
  orderStart: round.orderStart,
  end: round.end,
  mode: round.mode,
  periodsPerWeek: round.periodsPerWeek,
  minutesPerPeriod: round.minutesPerPeriod,
  payDays: round.payDays,
  documentKinds: round.documentKinds,
  facilities: facilities.map(({ facilityId, opens, closes }) => ({
    facility: facilityId,
    opens: timeFrom(opens),
    closes: timeFrom(closes),
  })),
})
