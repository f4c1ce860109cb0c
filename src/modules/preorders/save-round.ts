import type { Db, Trx } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { inTransaction } from '#db/transaction.ts'
import { changedFields } from '#lib/changed-fields.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { timeFrom } from '#lib/zone.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { insertRound, lockRound, readRoundChange, readRounds, updateRound } from './round-store.ts'
import type { Entrants } from './deps.ts'
import type { Rounds } from './rounds.ts'
import type { NewRound, Round } from './rules.ts'
import { whyNotRound, type RoundProblem } from './round-from.ts'

export type RoundRefusal =
  | { code: 'round_invalid'; problems: RoundProblem[] }
  | { code: 'not_found' }
  /** Somebody else has changed the round since; it is answered as it is now. */
  | { code: 'changed_meanwhile'; changedBy: string | null; changedAt: string | null; now: Round }
  /** The wishes of a ballot are fixed and not drawn yet: what decides is published. */
  | { code: 'round_frozen' }
type Keeping = { db: Db; catalogues: Catalogues; rounds: Rounds; entrants: Entrants }

/** Creates or changes a round. Dates that communities hold are not affected. Clubs that have entered a ballot are told when its window ends later. */
export async function saveRound(
  { db, catalogues, rounds, entrants }: Keeping,
  { id, by, version, ...round }: NewRound & { id?: number; by: string; version?: number | undefined },
  audit: Audit,
  now: Date,
): Promise<Result<{ id: number }, RoundRefusal>> {
  const problems = whyNotRound(await catalogues.current(), round, await readLimits(db))
  if (problems.length > 0) return refuse({ code: 'round_invalid', problems })
  const saved = await inTransaction<{ id: number }, RoundRefusal>(db, async (trx) => {
    const before = id === undefined ? undefined : (await readRounds(trx)).find((one) => one.id === id)
    if (id !== undefined && !before) return refuse({ code: 'not_found' })
    if (before) await lockRound(trx, before.id, 'update')
    const wrong = before && (await whyNotChange(trx, entrants, before, round, now))
    if (wrong) return refuse(wrong)
    if (before && !(await updateRound(trx, before.id, { ...round, version, by }, now))) {
      const latest = await readRoundChange(trx, before.id)
      return refuse({ code: 'changed_meanwhile', ...latest, now: (await readRounds(trx)).find((one) => one.id === id)! })
    }
    const roundId = id ?? (await insertRound(trx, round, by, now))
    if (before && before.frozenAt === null && round.end > before.end) await entrants.noteExtended(trx, roundId, now)
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

/**
 * Clubs act by the mode of a round from its opening on, and by the window of a ballot once one of them has entered. Between the
 * freeze of a ballot and its draw nothing changes.
 */
async function whyNotChange(trx: Trx, entrants: Entrants, { id }: Round, round: NewRound, now: Date): Promise<RoundRefusal | undefined> {
  // Read again behind the lock: the job that fixes the wishes may have been faster.
  const before = (await readRounds(trx)).find((one) => one.id === id)!
  if (before.frozenAt !== null && before.drawnAt === null) return { code: 'round_frozen' }
  const isOpened = now >= before.orderStart || before.frozenAt !== null
  if (isOpened && before.mode !== round.mode)
    return { code: 'round_invalid', problems: [{ path: 'mode', message: 'field_mode_of_open_round' }] }
  if (before.frozenAt !== null || !(await entrants.hasEntries(trx, id))) return undefined
  const shorter = [
    ...(round.orderStart > before.orderStart ? (['orderStart'] as const) : []),
    ...(round.end < before.end ? (['end'] as const) : []),
  ]
  const problems = shorter.map((path) => ({ path, message: 'field_window_shorter' as const }))
  return problems.length > 0 ? { code: 'round_invalid', problems } : undefined
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
  newcomerPercent: round.newcomerPercent,
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
