import { randomUUID } from 'node:crypto'
import type { Db, DbOrTrx, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { momentAt } from '#lib/zone.ts'
import { sharePlacing } from '#modules/availability/store.ts'
import { lockRound, markDrawn } from '#modules/preorders/round-store.ts'
import { datesOf, requestedDates, type Line, type Round } from '#modules/preorders/rules.ts'
import { writeDecided, type PreOrderRequest } from '#modules/preorders/store.ts'
import type { Catalogue, Court } from '#modules/venues/rules.ts'
import { readCatalogue } from '#modules/venues/store.ts'
import { makeDraw } from './draw-ballot.ts'
import { findManifest, insertDraw, insertSubstitutes, insertTurns, lockMembers, type NewSubstitute, type NewTurn } from './draw-store.ts'
import { readEntries, writeDrawn, type ClubEntry } from './entry-store.ts'
import { noteBallot } from './offer-store.ts'
import { hashManifest, publishedText } from './hashes.ts'
import { Manifest, type Draw } from './manifest-wire.ts'
import { offerNext } from './pass-on.ts'
import { requestOfEntry } from './request-of-entry.ts'
import type { RandomSource } from './random-source.ts'

export type DrawRefusal =
  | { code: 'not_found' }
  | { code: 'not_frozen' }
  | { code: 'already_drawn' }
  /** Objections are heard until then. */
  | { code: 'not_due'; dueAt: Date }
  /** The random value is not to be had yet; the job tries again every minute. */
  | { code: 'value_missing' }
export type DrawOutcome = { periods: number; clubs: number; facilityIds: number[] }
export type DrawDeps = { db: Db; random: RandomSource }

/** The window of what the draw has left lasts until the season begins, and a week at least. */
const leftoverDays = 7

/**
 * Draws a ballot: takes the verified value, computes the draw, and writes everything that was drawn, in draw order, in one
 * transaction. Of two processes that draw, the second finds the round drawn.
 */
export async function drawRound(
  { db, random }: DrawDeps,
  { roundId, by }: { roundId: number; by: string | null },
  audit: Audit,
  now: Date,
): Promise<Result<DrawOutcome, DrawRefusal>> {
  // The value is asked for before the transaction: no other service is called while a lock is held.
  const computed = await computeDraw(db, random, roundId, now)
  if (!computed.ok) return computed
  return inTransaction<DrawOutcome, DrawRefusal>(db, (trx) => writeDraw(trx, { roundId, by, ...computed.value }, audit, now))
}

type Computed = { manifest: Manifest; draw: Draw }

/** The draw of a round that is due, by the manifest as it was published and the verified value. Writes nothing. */
export async function computeDraw(db: DbOrTrx, random: RandomSource, roundId: number, now: Date): Promise<Result<Computed, DrawRefusal>> {
  const frozen = await findManifest(db, roundId)
  if (!frozen) return refuse({ code: 'not_frozen' })
  if (now < frozen.dueAt) return refuse({ code: 'not_due', dueAt: frozen.dueAt })
  const manifest = Manifest.parse(JSON.parse(frozen.manifest))
  if (hashManifest(manifest) !== frozen.hash) throw new Error(`the manifest of round ${roundId} was changed after the freeze`)
  const value = await random.reveal(manifest, frozen.secret, now)
  return value ? ok({ manifest, draw: makeDraw(manifest, value) }) : refuse({ code: 'value_missing' })
}

/** Writes a draw and everything that follows from it, in a transaction of the caller's. */
export async function writeDraw(
  trx: Trx,
  { roundId, by, manifest, draw }: Computed & { roundId: number; by: string | null },
  audit: Audit,
  now: Date,
): Promise<Result<DrawOutcome, DrawRefusal>> {
  await sharePlacing(trx)
  const entries = (await readEntries(trx, roundId)).filter(({ number }) => number !== null)
  await lockMembers(
    trx,
    entries.map(({ memberId }) => memberId),
  )
  const round = await lockRound(trx, roundId, 'update')
  if (round?.mode !== 'ballot') return refuse({ code: 'not_found' })
  if (round.drawnAt !== null) return refuse({ code: 'already_drawn' })
  await insertDraw(trx, { roundId, draw: publishedText(draw), by }, now)
  const written = await writeWon(trx, { round, draw, manifest, catalogue: await readCatalogue(trx), entries }, now)
  const until = new Date(Math.max(momentAt(round.seasonFrom, 0).getTime() - 1000, now.getTime() + leftoverDays * 86_400_000))
  await markDrawn(trx, roundId, until, now)
  await audit(trx, {
    action: 'ballot.drawn',
    subject: { kind: 'round', id: String(roundId), label: round.name },
    after: { seed: draw.seed, entries: entries.length, periods: written.periods, clubs: written.clubs },
  })
  return ok(written)
}

type Drawing = { round: Round; draw: Draw; manifest: Manifest; catalogue: Catalogue; entries: ClubEntry[] }
/** A wish that was taken, as a line of the pre-order of its club. */
type Won = { turn: number; entry: ClubEntry; rank: number; court: Court; facilityId: number; line: Line; dates: string[] }

async function writeWon(trx: Trx, drawing: Drawing, now: Date): Promise<DrawOutcome> {
  const { draw, entries } = drawing
  const won = wonOf(drawing)
  const byEntry = Map.groupBy(won, ({ entry }) => entry)
  const isOut = ({ isPassedOver, isClosed }: ClubEntry) => isPassedOver || isClosed
  // In draw order: `order` has every entry once.
  const winners = draw.order
    .flatMap(({ entry: number }) => entries.find((one) => one.number === number) ?? [])
    .filter((one) => byEntry.has(one))
  const takers = winners.filter((entry) => !isOut(entry))
  const requests = takers.map((entry) => requestOf(drawing, entry, byEntry.get(entry)!, now))
  const outcomes = await writeDecided(trx, requests, { isHeld: false }, now)
  const preOrderOf = new Map(takers.map((entry, n) => [entry, outcomes[n] ? requests[n]!.unit : null]))
  const turns = won.map(({ turn, entry, rank, court }): NewTurn => {
    const preorderId = preOrderOf.get(entry) ?? null
    const line = byEntry.get(entry)!.findIndex((one) => one.turn === turn)
    return { id: randomUUID(), turn, entryId: entry.id, rank, courtId: court.id, preorderId, line: preorderId === null ? null : line }
  })
  await insertTurns(trx, drawing.round.id, turns)
  await insertSubstitutes(trx, substitutesOf(drawing, turns))
  await writeDrawn(
    trx,
    entries.map((entry) => ({ id: entry.id, periods: isOut(entry) ? 0 : (byEntry.get(entry)?.length ?? 0) })),
  )
  await noteBallot(
    trx,
    entries.map(({ id }) => ({ entryId: id, kind: 'drawn' })),
    now,
  )
  // Who was passed over has drawn for its substitutes.
  for (const [n, one] of won.entries())
    if (isOut(one.entry)) {
      const dates = requestedDates(drawing.catalogue, drawing.round, [one.line], now).filter(({ why }) => why === undefined)
      await offerNext(trx, { turnId: turns[n]!.id, round: drawing.round, dates: dates.map((date) => ({ ...date, heldBy: null })) }, now)
    }
  return { periods: won.length, clubs: winners.length, facilityIds: [...new Set(won.map(({ facilityId }) => facilityId))] }
}

function wonOf({ round, draw, manifest, catalogue, entries }: Drawing): Won[] {
  const courts = new Map(
    catalogue.facilities.flatMap(({ id, courts: some }) => some.map((court) => [court.code, { court, facilityId: id }])),
  )
  return draw.turns.flatMap(({ turn, entry: number, taken }) => {
    const found = taken && courts.get(taken.court)
    const entry = entries.find((one) => one.number === number)
    if (!found || !entry) return []
    const { weekday, start, end } = manifest.entries.find((one) => one.number === number)!.wishes[taken.wish - 1]!
    const every: Line = {
      courtId: found.court.id,
      start,
      end,
      weekly: { weekday, from: manifest.season.from, to: manifest.season.to, except: [] },
    }
    const except = datesOf(every, round).filter((day) => !taken.dates.includes(day))
    const line: Line = { ...every, weekly: { ...every.weekly, except } }
    return [{ turn, entry, rank: taken.wish, ...found, line, dates: taken.dates }]
  })
}

function requestOf({ round, catalogue }: Drawing, entry: ClubEntry, won: Won[], now: Date): PreOrderRequest {
  const lines = won.map(({ line }) => line)
  const dates = requestedDates(catalogue, round, lines, now)
  return {
    ...requestOfEntry(entry, round, entry.id, now),
    catalogueVersion: catalogue.version,
    lines,
    refusedBefore: dates.flatMap(({ line, day, why }) => (why ? [{ line, date: day, why }] : [])),
    dates: dates.filter(({ why }) => why === undefined).map((date) => ({ ...date, id: randomUUID() })),
  }
}

function substitutesOf({ draw, entries }: Drawing, turns: NewTurn[]): NewSubstitute[] {
  const idOf = new Map(entries.map(({ number, id }) => [number, id]))
  return draw.substitutes.flatMap(({ entry, wish, substitutes }) => {
    const turn = turns.find((one) => one.entryId === idOf.get(entry) && one.rank === wish)
    if (!turn) return []
    return substitutes.flatMap((one, n) => {
      const entryId = idOf.get(one.entry)
      return entryId ? [{ id: randomUUID(), turnId: turn.id, place: n + 1, entryId, rank: one.wish }] : []
    })
  })
}
