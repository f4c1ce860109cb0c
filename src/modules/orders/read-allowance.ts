import type { Db } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Day } from '#lib/zone.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { countsForQuota } from '#modules/venues/hours-rules.ts'
import { findOfferedFacility } from '#modules/venues/rules.ts'
import { minutesLeft, type UsedMinutes } from './rules.ts'
import { readBookedMinutes } from './store.ts'

export type Allowance = { left: number; day: UsedMinutes; week: UsedMinutes }

/** Minutes that a member may still book at a facility on a day; null where hours are not limited. One statement. */
export async function readAllowance(
  { db, catalogues }: { db: Db; catalogues: Catalogues },
  memberId: string,
  { facilityId, day }: { facilityId: number; day: Day },
  now: Date,
): Promise<Result<Allowance | null, { code: 'not_found' }>> {
  const catalogue = await catalogues.current()
  const { booking } = catalogue
  const facility = findOfferedFacility(catalogue, facilityId)
  if (!facility) return refuse({ code: 'not_found' })
  if (!countsForQuota(facility, day)) return ok(null)
  const [ofDay, ofWeek] = await readBookedMinutes(
    db,
    memberId,
    [
      { limit: 'day', sport: facility.sport, day },
      { limit: 'week', day },
    ],
    now,
  )
  const used = {
    day: { minutes: ofDay!, allowed: booking.minutesPerDayAndSport },
    week: { minutes: ofWeek!, allowed: booking.minutesPerWeek },
  }
  return ok({ left: minutesLeft(used.day, used.week), ...used })
}
