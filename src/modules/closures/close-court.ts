import { randomUUID } from 'node:crypto'
import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { Removed } from '#modules/orders/remove-items.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { readAffected, type Floor } from './effect-store.ts'
import { listOffersOn } from './offer-store.ts'
import { paysOneself } from './own-bookings.ts'
import { takeAway, type ReleaseDates } from './cancel-bookings-for-closure.ts'

export type CourtClosing = { courtId: number; period: Period; reasonTw: string; reasonEn: string; by: string }
export type CourtCloseRefusal = { code: 'no_such_court' } | { code: 'ends_in_past' } | { code: 'already_closed' } | { code: 'own_card' }
export type ClosedCourt = { id: string; facilityId: number } & Removed

/** What closing a court would do. `back`: what is paid back. */
export type CourtEffect = { bookings: number; people: number; back: number }

/** The dry run of closing a court: what would be cancelled at this moment. */
export async function readCourtEffect(
  db: DbOrTrx,
  { courtOf }: Pick<Catalogue, 'courtOf'>,
  { courtId, period }: Pick<CourtClosing, 'courtId' | 'period'>,
  now: Date,
): Promise<Result<CourtEffect, Exclude<CourtCloseRefusal, { code: 'already_closed' | 'own_card' }>>> {
  const found = courtOf.get(courtId)
  if (!found) return refuse({ code: 'no_such_court' })
  if (period.end <= now) return refuse({ code: 'ends_in_past' })
  const floor = { spaces: found.court.spaces, periods: [ahead(period, now)] }
  const lost = await readLost(db, floor, now)
  return ok({
    bookings: lost.length,
    people: new Set(lost.map(({ memberId }) => memberId)).size,
    back: lost.reduce((sum, { back }) => sum + back, 0),
  })
}

const readLost = async (db: DbOrTrx, floor: Floor, now: Date) => [
  ...(await readAffected(db, floor, now)),
  ...(await listOffersOn(db, floor, now)),
]

const ahead = ({ start, end }: Period, now: Date): Period => ({ start: start > now ? start : now, end })

/**
 * Closes a court. Unlike a block, which is refused when there are bookings, it cancels them and refunds them in full.
 * Runs in the caller's transaction.
 */
export async function closeCourt(
  trx: Trx,
  { catalogues, releaseDates }: { catalogues: Catalogues; releaseDates: ReleaseDates },
  { courtId, period, ...why }: CourtClosing,
  now: Date,
): Promise<Result<ClosedCourt, CourtCloseRefusal>> {
  const found = (await catalogues.current()).courtOf.get(courtId)
  if (!found) return refuse({ code: 'no_such_court' })
  if (period.end <= now) return refuse({ code: 'ends_in_past' })
  const block = { id: randomUUID(), kind: 'block' as const, facilityId: found.facility.id, courtId, period: ahead(period, now), ...why }
  const lost = await readLost(trx, { spaces: found.court.spaces, periods: [block.period] }, now)
  if (await paysOneself(trx, why.by, lost)) return refuse({ code: 'own_card' })
  const removed = await takeAway(trx, releaseDates, { ...block, spaces: found.court.spaces }, now)
  if (removed === 'own_card') return refuse({ code: 'own_card' })
  return removed ? ok({ id: block.id, facilityId: block.facilityId, ...removed }) : refuse({ code: 'already_closed' })
}
