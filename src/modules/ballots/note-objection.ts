import { randomUUID } from 'node:crypto'
import type { Db } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { lockRound } from '#modules/preorders/round-store.ts'
import { passOver, readEntries } from './entry-store.ts'
import { insertObjection } from './draw-store.ts'
import { stageOf } from './wish-rules.ts'

export type ObjectionRefusal =
  | { code: 'not_found' }
  /** Objections are heard between the freeze and the draw. */
  | { code: 'not_frozen' }
  | { code: 'already_drawn' }
  /** Only an entry can be passed over. */
  | { code: 'entry_missing' }
export type NewObjection = { roundId: number; entryNumber: number | null; note: string; isAccepted: boolean; by: string }

/**
 * Notes an objection. The manifest stays as it is: an entry against which an objection is accepted is drawn like all others, and what
 * it draws goes to its substitutes.
 */
export async function noteObjection(
  db: Db,
  { roundId, entryNumber, note, isAccepted, by }: NewObjection,
  audit: Audit,
  now: Date,
): Promise<Result<object, ObjectionRefusal>> {
  return inTransaction<object, ObjectionRefusal>(db, async (trx) => {
    const round = await lockRound(trx, roundId, 'update')
    if (round?.mode !== 'ballot') return refuse({ code: 'not_found' })
    const stage = stageOf(round, now)
    if (stage === 'drawn') return refuse({ code: 'already_drawn' })
    if (stage !== 'frozen') return refuse({ code: 'not_frozen' })
    const entry = (await readEntries(trx, roundId)).find(({ number }) => number !== null && number === entryNumber)
    if (!entry && (entryNumber !== null || isAccepted)) return refuse({ code: 'entry_missing' })
    await insertObjection(trx, { id: randomUUID(), roundId, entryId: entry?.id ?? null, note, isAccepted, by }, now)
    if (entry && isAccepted) await passOver(trx, roundId, entry.id, now)
    await audit(trx, {
      action: 'ballot.objected',
      subject: { kind: 'round', id: String(roundId), label: round.name },
      after: { entry: entryNumber, isAccepted },
      note,
    })
    return ok({})
  })
}
