import type { Db } from '#db/connect.ts'
import { dayOf, minuteOf } from '#lib/zone.ts'
import { findFree } from '#modules/availability/find-free.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { generalPublic, type Court, type Facility, type Offer } from '#modules/venues/rules.ts'

type Lost = { facility: Facility; court: Court; start: Date; end: Date }
export type NearBy = Lost

const periodsAtMost = 3
const atMost = { one: 3, each: 2 }

/**
 * Alternatives to periods that the venue cancelled: another court of the facility at the same time, else nearby times.
 * None for periods that have passed or lie beyond the booking window.
 */
export async function findNearBy(reader: { db: Db; catalogues: Catalogues }, lost: Lost[], now: Date): Promise<NearBy[]> {
  const found: NearBy[] = []
  for (const one of lost.slice(0, periodsAtMost)) {
    const start = minuteOf(one.start)
    const query = { day: dayOf(one.start), start, end: start + (one.end.getTime() - one.start.getTime()) / 60_000 }
    const { window, offers, alternatives } = await findFree(
      reader,
      { ...query, facilityId: one.facility.id },
      { identityId: generalPublic, now },
    )
    if (window !== 'open') continue
    const free =
      offers.length > 0
        ? offers.flatMap((offer) => courtsLike(one, offer))
        : alternatives.flatMap((offer) => courtsLike(one, offer).slice(0, 1))
    found.push(...free.slice(0, lost.length === 1 ? atMost.one : atMost.each))
  }
  return found
}

/** Prefers courts of the same size: half a court does not replace a full one. */
function courtsLike({ court: { spaces } }: Lost, { facility, period, courts }: Offer): NearBy[] {
  const alike = courts.filter(({ court }) => court.spaces.length === spaces.length)
  return (alike.length > 0 ? alike : courts).map(({ court }) => ({ facility, court, start: period.start, end: period.end }))
}
