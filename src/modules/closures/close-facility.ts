import { randomUUID } from 'node:crypto'
import type { Db } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { momentAt, type Day } from '#lib/zone.ts'
import { sharePlacing } from '#modules/availability/placing-lock-store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { Removed } from '#modules/orders/remove-items.ts'
import { takeAway, type ReleaseDates } from './cancel-bookings-for-closure.ts'
import { readAffected } from './effect-store.ts'
import { listOffersOn } from './offer-store.ts'
import { paysOneself } from './own-bookings.ts'
import { readSpaces } from './store.ts'

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
