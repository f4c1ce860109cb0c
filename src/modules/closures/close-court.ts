import { randomUUID } from 'node:crypto'
import type { Db, DbOrTrx, Trx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { Removed } from '#modules/orders/remove-items.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { readAffected, type Floor } from './effect-store.ts'
import { listOffersOn } from './offer-store.ts'
import { takeAway, type ReleaseDates } from './cancel-bookings-for-closure.ts'
import { paysOneself } from './own-bookings.ts'
import type { Audit } from '#http/audit.ts'
import { inTransaction } from '#db/transaction.ts'
import { momentAt, type Day } from '#lib/zone.ts'
import { sharePlacing } from '#modules/availability/store.ts'
import { readSpaces } from './store.ts'

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

export type Closing = { facilityId: number; day: Day; reasonTw: string; reasonEn: string; by: string }
export type CloseRefusal = { code: 'no_such_facility' } | { code: 'own_card' } | { code: 'ends_in_past' } | { code: 'already_closed' }
export type Closed = { id: string } & Removed

type CloseFacilityDeps = { db: Db; catalogues: Catalogues; releaseDates: ReleaseDates }

/** Closes a facility for the rest of a day (typhoon, rain, a burst pipe): cancels the bookings and refunds them in full. */
export async function closeFacility(
  { db, catalogues, releaseDates }: CloseFacilityDeps,
  { day, ...wanted }: Closing,
  audit: Audit,
  now: Date,
): Promise<Result<Closed, CloseRefusal>> {
  const facility = (await catalogues.current()).facilityOf.get(wanted.facilityId)
  if (!facility) return refuse({ code: 'no_such_facility' })
  const [midnight, nextMidnight] = [momentAt(day, 0), momentAt(day, 24 * 60)]
  if (nextMidnight <= now) return refuse({ code: 'ends_in_past' })
  const period = { start: midnight > now ? midnight : now, end: nextMidnight }
  const id = randomUUID()
  return inTransaction<Closed, CloseRefusal>(db, async (trx) => {
    await sharePlacing(trx)
    const spaces = (await readSpaces(trx, [facility.id])).map((space) => space.id)
    const floor = { spaces, periods: [period] }
    const lost = [...(await readAffected(trx, floor, now)), ...(await listOffersOn(trx, floor, now))]
    if (await paysOneself(trx, wanted.by, lost)) return refuse({ code: 'own_card' })
    const removed = await takeAway(trx, releaseDates, { id, kind: 'closure', ...wanted, courtId: null, period, spaces }, now)
    if (!removed) return refuse({ code: 'already_closed' })
    if (removed === 'own_card') return refuse({ code: 'own_card' })
    const { orders, items, owed } = removed
    await audit(trx, {
      action: 'facility.closed',
      subject: { kind: 'facility', id: facility.code, label: facility.name },
      after: { day, reason: { tw: wanted.reasonTw, en: wanted.reasonEn }, orders, items, owed },
    })
    return ok({ id, ...removed })
  })
}
