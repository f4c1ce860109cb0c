import type { Db, DbOrTrx, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { momentAt } from '#lib/zone.ts'
import { readOccupied, sharePlacing } from '#modules/availability/store.ts'
import { lockRound, markFrozen } from '#modules/preorders/round-store.ts'
import type { Round } from '#modules/preorders/rules.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { readCatalogue } from '#modules/venues/store.ts'
import { numberEntries, readEntries, readLuck, readSeasonsHad, type ClubEntry } from './entry-store.ts'
import { noteBallot } from './offer-store.ts'
import { hashManifest, publishedText } from './hashes.ts'
import { facilitiesOf, makeManifest } from './make-manifest.ts'
import { insertManifest } from './draw-store.ts'
import type { Manifest } from './manifest-wire.ts'
import type { Promised, RandomSource } from './random-source.ts'
import { stageOf, ticketsAfter } from './wish-rules.ts'

export type FreezeRefusal =
  | { code: 'not_found' }
  /** Wishes can still be changed. */
  | { code: 'window_open'; end: Date }
  | { code: 'already_frozen' }

export type FrozenRound = { hash: string; dueAt: Date }

/** Time for objections, at least, between the freeze and the draw. */
const objectionHours = 24

/**
 * Fixes the wishes of a ballot once its window is over: numbers and tickets of the entries, the dates that are free, and the random
 * value that will decide. Publishes the manifest and tells every club its hash. One transaction: all of it or nothing.
 */
export async function freezeRound(
  { db, random }: { db: Db; random: RandomSource },
  which: { roundId: number; by: string | null },
  audit: Audit,
  now: Date,
): Promise<Result<FrozenRound, FreezeRefusal>> {
  return inTransaction<FrozenRound, FreezeRefusal>(db, (trx) => freezeIn(trx, random, which, audit, now))
}

/** The same, in a transaction of the caller's. */
export async function freezeIn(
  trx: Trx,
  random: RandomSource,
  { roundId, by }: { roundId: number; by: string | null },
  audit: Audit,
  now: Date,
): Promise<Result<FrozenRound, FreezeRefusal>> {
  await sharePlacing(trx)
  const round = await lockRound(trx, roundId, 'update')
  if (round?.mode !== 'ballot') return refuse({ code: 'not_found' })
  const stage = stageOf(round, now)
  if (stage === 'soon' || stage === 'open') return refuse({ code: 'window_open', end: round.end })
  if (stage !== 'ended') return refuse({ code: 'already_frozen' })
  const promised = random.promise(new Date(now.getTime() + objectionHours * 3_600_000))
  const { manifest, entries } = await collectManifest(trx, round, promised, now)
  const hash = hashManifest(manifest)
  await numberEntries(trx, entries)
  const frozen = { manifest: publishedText(manifest), hash, dueAt: promised.drawAt, secret: promised.secret, frozenAt: now }
  await insertManifest(trx, { ...frozen, roundId, by })
  await markFrozen(trx, roundId, now)
  await noteBallot(
    trx,
    entries.map(({ id }) => ({ entryId: id, kind: 'frozen' })),
    now,
  )
  await audit(trx, {
    action: 'ballot.frozen',
    subject: { kind: 'round', id: String(roundId), label: round.name },
    after: { entries: entries.length, hash, drawAt: promised.drawAt.toISOString() },
  })
  return ok({ hash, dueAt: promised.drawAt })
}

export type NumberedEntry = ClubEntry & { number: number; tickets: number; sport: string; isNewcomer: boolean }

/** The manifest of a round as its wishes and the floor are now. Reads only. */
export async function collectManifest(
  db: DbOrTrx,
  round: Round,
  { randomness, drawAt }: Promised,
  now: Date,
): Promise<{ manifest: Manifest; entries: NumberedEntry[]; catalogue: Catalogue }> {
  const catalogue = await readCatalogue(db)
  const taking = (await readEntries(db, round.id)).filter(({ isClosed, isApproved }) => isApproved && !isClosed)
  const entries = await withTickets(db, catalogue, round, taking)
  const spaces = [...new Set(facilitiesOf(catalogue, round).flatMap(({ courts }) => courts.flatMap((court) => court.spaces)))]
  const within = { start: momentAt(round.seasonFrom, 0), end: momentAt(round.seasonTo, 24 * 60) }
  const { occupied } = await readOccupied(db, spaces, within, now)
  return { manifest: makeManifest({ round, catalogue, occupied, entries, randomness, frozenAt: now, drawAt }), entries, catalogue }
}

/** Numbers by the time of entering; tickets by the seasons of the first wish's sport in a row without luck. */
async function withTickets(db: DbOrTrx, catalogue: Catalogue, round: Round, entries: ClubEntry[]): Promise<NumberedEntry[]> {
  const members = entries.map(({ memberId }) => memberId)
  const luck = Map.groupBy(await readLuck(db, members), ({ memberId, sport }) => `${memberId} ${sport}`)
  const had = new Set((await readSeasonsHad(db, members, round.id)).map(({ memberId, sport }) => `${memberId} ${sport}`))
  const sports = new Map(catalogue.facilities.map(({ id, sport }) => [id, sport]))
  return entries.map((entry, n) => {
    const sport = sports.get(entry.wishes[0]!.facilityId)!
    const before = luck.get(`${entry.memberId} ${sport}`) ?? []
    const lucky = before.findIndex(({ drawn }) => drawn > 0)
    const tickets = ticketsAfter(lucky < 0 ? before.length : lucky)
    return { ...entry, number: n + 1, tickets, sport, isNewcomer: !had.has(`${entry.memberId} ${sport}`) }
  })
}
