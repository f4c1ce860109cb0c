import { randomUUID } from 'node:crypto'
import type { Db, Trx } from '#db/connect.ts'
import { inBatchesOrAlone, type OnFailure } from '#db/one-by-one.ts'
import type { Period } from '#lib/period.ts'
import type { Day } from '#lib/zone.ts'
import { freeSpaces, passSpaces, takeSpaces } from '#modules/availability/store.ts'
import { readSuspendedUntil } from '#modules/orders/store.ts'
import { readRounds } from '#modules/preorders/round-store.ts'
import { overCap, type Round } from '#modules/preorders/rules.ts'
import { readHeldDays } from '#modules/preorders/store.ts'
import { noteBallot } from './offer-store.ts'
import {
  closeOffer,
  insertOfferDates,
  listLapsedOffers,
  lockLapsedOffers,
  lockTurnsOfDates,
  markOffered,
  markPassed,
  nextSubstitute,
  readOfferDates,
  type WaitingSubstitute,
} from './substitute-store.ts'
import { graceAfter, offerHours } from './wish-rules.ts'

/** A date that comes free: `heldBy` is the holder that has its spaces still, null when nobody has. */
export type FreeDate = { courtId: number; day: Day; period: Period; price: number; lightFee: number; heldBy: string | null }

/**
 * Offers what comes free of a turn to the next substitute, in the transaction that would free it: the spaces change their holder in
 * place. The caller has locked the turn and frees what is left with the old holders. Substitutes who may not have it are passed.
 */
export async function offerNext(
  trx: Trx,
  { turnId, round, dates }: { turnId: string; round: Round; dates: FreeDate[] },
  now: Date,
): Promise<void> {
  const until = new Date(now.getTime() + offerHours * 3_600_000)
  // Dates before the end of the offer are of no use to whoever accepts in its last hour.
  const coming = dates.filter(({ period }) => period.start > until)
  if (coming.length === 0) return
  for (let next = await nextSubstitute(trx, turnId); next; next = await nextSubstitute(trx, turnId)) {
    const why = await whyNotOffer(trx, next, round, coming, now)
    if (why) {
      await markPassed(trx, next.id, why, now)
      continue
    }
    const offered = coming.map((date) => ({ ...date, id: randomUUID() }))
    const held = await hold(trx, next.memberId, offered, graceAfter(until), now)
    if (held.length === 0) return
    await markOffered(trx, next.id, until, now)
    await insertOfferDates(trx, next.id, held)
    await noteBallot(trx, [{ entryId: next.entryId, kind: 'offered', substituteId: next.id }], now)
    return
  }
}

async function whyNotOffer(trx: Trx, next: WaitingSubstitute, round: Round, dates: FreeDate[], now: Date): Promise<string | undefined> {
  if (next.isClosed) return 'closed'
  if (next.isPassedOver) return 'passed_over'
  if (await readSuspendedUntil(trx, next.memberId, now)) return 'suspended'
  const held = await readHeldDays(trx, { memberId: next.memberId, roundId: round.id, except: undefined }, now)
  const wanted = dates.map(({ day }) => day)
  return overCap(wanted, held, round.periodsPerWeek) ? 'over_cap' : undefined
}

/** Spaces that somebody holds are passed on; free ones are taken, date by date. */
async function hold<D extends FreeDate & { id: string }>(trx: Trx, memberId: string, dates: D[], until: Date, now: Date): Promise<D[]> {
  const passed = await passSpaces(
    trx,
    dates.flatMap(({ id, heldBy }) => (heldBy === null ? [] : [{ from: heldBy, to: id, memberId }])),
    until,
  )
  const held: D[] = []
  for (const date of dates) {
    if (passed.has(date.id)) held.push(date)
    if (date.heldBy !== null) continue
    const wanted = [{ holder: date.id, court: date.courtId, period: date.period }]
    if ((await takeSpaces(trx, wanted, { kind: 'preorder', memberId, holdUntil: until }, now)).length === 0) held.push(date)
  }
  return held
}

/**
 * Called with dates of pre-orders right before they are freed, because they were rejected, cancelled or not paid. What was drawn
 * goes to the substitutes; everything else is left to the caller.
 */
export async function passOnDates(trx: Trx, dateIds: string[], now: Date): Promise<void> {
  if (dateIds.length === 0) return
  const dates = await lockTurnsOfDates(trx, dateIds)
  if (dates.length === 0) return
  const rounds = await readRounds(trx)
  for (const [turnId, ofTurn] of Map.groupBy(dates, (one) => one.turnId)) {
    const round = rounds.find(({ id }) => id === ofTurn[0]!.roundId)!
    const freed = ofTurn.map(({ dateId, courtId, day, start, end, price, lightFee }) => ({
      courtId,
      day,
      period: { start, end },
      price,
      lightFee,
      heldBy: dateId,
    }))
    await offerNext(trx, { turnId, round, dates: freed }, now)
  }
}

/** What was offered and is not wanted goes to the next; without one it is free, first come, first served. */
export async function passOnOffer(
  trx: Trx,
  { id, turnId, roundId }: { id: string; turnId: string; roundId: number },
  state: 'declined' | 'lapsed',
  now: Date,
): Promise<number[]> {
  const dates = await readOfferDates(trx, id)
  const round = (await readRounds(trx)).find((one) => one.id === roundId)!
  await closeOffer(trx, id, { state, preorderId: null }, now)
  await offerNext(trx, { turnId, round, dates: dates.map((date) => ({ ...date, heldBy: date.id })) }, now)
  await freeSpaces(
    trx,
    dates.map((date) => date.id),
    now,
  )
  return dates.map(({ courtId }) => courtId)
}

/** Ends offers whose time is over, each in a transaction of its own: one that fails keeps none of the others. Answers the courts whose floor has changed hands. */
export async function lapseOffers(db: Db, now: Date, onFailure?: OnFailure): Promise<number[]> {
  const lapse = (ids: string[]) =>
    db.transaction().execute(async (trx) => {
      const courts: number[] = []
      for (const offer of await lockLapsedOffers(trx, ids, now)) courts.push(...(await passOnOffer(trx, offer, 'lapsed', now)))
      return courts
    })
  return (await inBatchesOrAlone(await listLapsedOffers(db, now), 1, lapse, onFailure)).flat()
}
