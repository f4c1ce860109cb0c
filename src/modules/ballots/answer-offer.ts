import type { Db, Trx } from '#db/connect.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { lockMember } from '#modules/accounts/admission-store.ts'
import { keepSpaces, sharePlacing } from '#modules/availability/store.ts'
import { readSuspendedUntil } from '#modules/orders/store.ts'
import { readRounds } from '#modules/preorders/round-store.ts'
import { datesOf, overCap, type Line, type OverCap, type Round } from '#modules/preorders/rules.ts'
import { readHeldDays, writeDecided, type PreOrderRequest } from '#modules/preorders/store.ts'
import { findEntry, type Entry } from './entry-store.ts'
import { passOnOffer } from './pass-on.ts'
import { requestOfEntry } from './request-of-entry.ts'
import { closeOffer, lockOffer, readOfferDates, type LockedOffer, type OfferDate } from './substitute-store.ts'

export type OfferRefusal =
  | { code: 'not_found' }
  /** Its time is over, or it was declined. */
  | { code: 'substitute_over' }
  | ({ code: 'over_cap' } & OverCap)
  | { code: 'suspended'; until: Date }
export type Answered = { orderNo: string | null; courtIds: number[] }
export type Answer = { memberId: string; offerId: string; accept: boolean }

/**
 * A substitute accepts an offer, which becomes a pre-order to be reviewed like any other, or declines it, and the next one has it.
 * The same answer again does nothing.
 */
export async function answerOffer(db: Db, { memberId, offerId, accept }: Answer, now: Date): Promise<Result<Answered, OfferRefusal>> {
  return inTransaction<Answered, OfferRefusal>(db, async (trx) => {
    await sharePlacing(trx)
    await lockMember(trx, memberId)
    const offer = await lockOffer(trx, offerId, memberId)
    if (!offer || offer.state === 'waiting' || offer.state === 'passed') return refuse({ code: 'not_found' })
    if (offer.state === (accept ? 'accepted' : 'declined')) return ok({ orderNo: offer.preorderNo, courtIds: [] })
    if (offer.state !== 'offered' || offer.until! <= now) return refuse({ code: 'substitute_over' })
    if (!accept) return ok({ orderNo: null, courtIds: await passOnOffer(trx, offer, 'declined', now) })
    return acceptOffer(trx, offer, now)
  })
}

async function acceptOffer(trx: Trx, offer: LockedOffer, now: Date): Promise<Result<Answered, OfferRefusal>> {
  const { memberId, roundId } = offer
  const until = await readSuspendedUntil(trx, memberId, now)
  if (until) return refuse({ code: 'suspended', until })
  const dates = await readOfferDates(trx, offer.id)
  const round = (await readRounds(trx)).find(({ id }) => id === roundId)!
  const held = await readHeldDays(trx, { memberId, roundId, except: undefined }, now)
  const over = overCap(
    dates.map(({ day }) => day),
    held,
    round.periodsPerWeek,
  )
  if (over) return refuse({ code: 'over_cap', ...over })
  const entry = (await findEntry(trx, roundId, memberId))!
  const request = requestOf(round, entry, offer, dates, now)
  const [written] = await writeDecided(trx, [request], { isHeld: true }, now)
  await closeOffer(trx, offer.id, { state: 'accepted', preorderId: request.unit }, now)
  const ids = dates.map(({ id }) => id)
  if ((await keepSpaces(trx, ids)) < ids.length) throw new Error('an offer stands on less floor than it says')
  return ok({ orderNo: written!.orderNo, courtIds: [...new Set(dates.map(({ courtId }) => courtId))] })
}

function requestOf(round: Round, entry: Entry, offer: LockedOffer, dates: OfferDate[], now: Date): PreOrderRequest {
  const { weekday, start, end } = entry.wishes[offer.rank - 1]!
  const every: Line = {
    courtId: dates[0]!.courtId,
    start,
    end,
    weekly: { weekday, from: round.seasonFrom, to: round.seasonTo, except: [] },
  }
  const days = new Set(dates.map(({ day }) => day))
  const line: Line = { ...every, weekly: { ...every.weekly, except: datesOf(every, round).filter((day) => !days.has(day)) } }
  return {
    ...requestOfEntry(entry, round, offer.id, now),
    catalogueVersion: 0,
    lines: [line],
    refusedBefore: [],
    dates: dates.map((date) => ({ ...date, line: 0, spaces: [] })),
  }
}
