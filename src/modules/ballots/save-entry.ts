import { randomUUID } from 'node:crypto'
import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { lockMember } from '#modules/accounts/admission-store.ts'
import { readSuspendedUntil } from '#modules/orders/store.ts'
import { lockRound } from '#modules/preorders/round-store.ts'
import type { Round } from '#modules/preorders/rules.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { deleteEntry, findEntry, insertEntry, replaceWishes, sharesNumber, updateEntry, type About } from './entry-store.ts'
import { problemsOf, stageOf, type Wish, type WishProblem } from './wish-rules.ts'

export type EntryInput = About & { memberId: string; roundId: number; version: number; wishes: Wish[] }
type WindowClosed = { code: 'window_closed'; orderStart: Date; end: Date }
export type EntryRefusal =
  | { code: 'not_found' }
  | WindowClosed
  /** `wish` counts from 0. */
  | { code: 'wishes_refused'; items: (WishProblem & { wish: number })[] }
  /** Saved meanwhile from another page. */
  | { code: 'changed_meanwhile' }
  | { code: 'suspended'; until: Date }
  /** Another club has the same registration number and takes part in its place. */
  | { code: 'registration_no_taken' }
  | { code: 'too_many_requests'; retryAfterSeconds: number }

/** Rate limit of saving, for pages gone wild. */
const savesAnHour = 240

/**
 * Saves a club's whole entry: what it is for, and its wishes in their order. Nothing is held. `version` is that of the entry as the
 * page read it, 0 for a new one.
 */
export async function saveEntry(
  { db, catalogues }: { db: Db; catalogues: Catalogues },
  { memberId, roundId, version, wishes, ...about }: EntryInput,
  now: Date,
): Promise<Result<{ version: number }, EntryRefusal>> {
  const catalogue = await catalogues.current()
  return inTransaction<{ version: number }, EntryRefusal>(db, async (trx) => {
    await lockMember(trx, memberId)
    const limited = await takeTurn(trx, { key: `ballot-save:${memberId}`, limit: savesAnHour, seconds: 3600 }, now)
    if (limited) return refuse({ code: 'too_many_requests', ...limited })
    const open = await openRound(trx, roundId, now)
    if (!open.ok) return open
    const items = problemsOf(catalogue, open.value, wishes)
    if (items.length > 0) return refuse({ code: 'wishes_refused', items })
    const until = await readSuspendedUntil(trx, memberId, now)
    if (until) return refuse({ code: 'suspended', until })
    if (await sharesNumber(trx, memberId)) return refuse({ code: 'registration_no_taken' })
    const before = await findEntry(trx, roundId, memberId)
    if ((before?.version ?? 0) !== version) return refuse({ code: 'changed_meanwhile' })
    const id = before?.id ?? randomUUID()
    if (before) await updateEntry(trx, id, { ...about, version }, now)
    else await insertEntry(trx, { ...about, id, roundId, memberId }, now)
    await replaceWishes(trx, id, wishes)
    return ok({ version: version + 1 })
  })
}

/** Takes a club's entry out of a ballot, until its window ends. */
export async function withdrawEntry(
  db: Db,
  { memberId, roundId }: { memberId: string; roundId: number },
  now: Date,
): Promise<Result<object, { code: 'not_found' } | WindowClosed>> {
  return inTransaction<object, { code: 'not_found' } | WindowClosed>(db, async (trx) => {
    await lockMember(trx, memberId)
    const open = await openRound(trx, roundId, now)
    if (!open.ok) return open
    return (await deleteEntry(trx, roundId, memberId)) ? ok({}) : refuse({ code: 'not_found' })
  })
}

/** The round behind a shared lock: it is not fixed while wishes are being saved, and wishes are not saved once it is. */
async function openRound(trx: Trx, roundId: number, now: Date): Promise<Result<Round, { code: 'not_found' } | WindowClosed>> {
  const round = await lockRound(trx, roundId, 'share')
  if (round?.mode !== 'ballot') return refuse({ code: 'not_found' })
  if (stageOf(round, now) !== 'open') return refuse({ code: 'window_closed', orderStart: round.orderStart, end: round.end })
  return ok(round)
}
