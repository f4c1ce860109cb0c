import { randomUUID } from 'node:crypto'
import type { Trx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import type { Removed } from '#modules/orders/remove-items.ts'
import { takeAway, type ReleaseDates } from './cancel-bookings-for-closure.ts'

export type CourtClosing = { courtId: number; period: Period; reasonTw: string; reasonEn: string; by: string }
export type CourtCloseRefusal = { code: 'no_such_court' } | { code: 'ends_in_past' } | { code: 'already_closed' }
export type ClosedCourt = { id: string; facilityId: number } & Removed

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
  const left = { start: period.start > now ? period.start : now, end: period.end }
  const block = { id: randomUUID(), kind: 'block' as const, facilityId: found.facility.id, courtId, period: left, ...why }
  const removed = await takeAway(trx, releaseDates, { ...block, spaces: found.court.spaces }, now)
  return removed ? ok({ id: block.id, facilityId: block.facilityId, ...removed }) : refuse({ code: 'already_closed' })
}
