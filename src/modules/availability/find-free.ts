import type { Db } from '#db/connect.ts'
import { addDays, type Day } from '#lib/zone.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { sportsOf, type Alternative, type Catalogue, type Facility, type Offer, type TimeQuery } from '#modules/venues/rules.ts'
import { readCourts } from './read-courts.ts'
import { alternativesTo, anHourAround, bySpace, offersAt, openDays, windowStateOf, type Look, type WindowState } from './offers.ts'

export type Looking = { identityId: number; now: Date }
type Reader = { db: Db; catalogues: Catalogues }

/** Every court of the centre that is free for the whole time asked for. */
export async function findOffers({ db, catalogues }: Reader, query: TimeQuery, looking: Looking): Promise<Offer[]> {
  const { booking } = await catalogues.current()
  if (windowStateOf(query, booking.daysAhead, looking.now) !== 'open') return []
  const look = await lookAround({ db, catalogues }, [query.day], looking)
  return offersAt(look, look.catalogue.facilities, query)
}

export type FreeQuery = TimeQuery & { sport?: string | undefined; indoor?: boolean | undefined; facilityId?: number | undefined }
/** `opensOn`: the day on which a time beyond the booking window can be booked. */
export type FreeSearch = { window: WindowState; opensOn: Day | null; offers: Offer[]; alternatives: Alternative[] }

/**
 * Search by time: free courts; alternatives when there are none; and nearby hours when only one court is left, which
 * somebody may take.
 */
export async function findFree(reader: Reader, { sport, indoor, facilityId, ...query }: FreeQuery, looking: Looking): Promise<FreeSearch> {
  const fits = (facility: Facility) =>
    (facilityId === undefined || facility.id === facilityId) &&
    (sport === undefined || sportsOf(facility).includes(sport)) &&
    (indoor === undefined || facility.outdoor !== indoor)
  const { booking } = await reader.catalogues.current()
  const window = windowStateOf(query, booking.daysAhead, looking.now)
  const opensOn = window === 'not-yet' ? addDays(query.day, -booking.daysAhead) : null
  if (window === 'open') {
    const look = await lookAround(reader, [query.day], looking)
    const wanted = look.catalogue.facilities.filter(fits)
    const offers = offersAt(look, wanted, query)
    const free = offers.reduce((sum, { courts }) => sum + courts.length, 0)
    if (free > 0) return { window, opensOn, offers, alternatives: free === 1 ? anHourAround(look, wanted, query) : [] }
  }
  const look = await lookAround(reader, openDays(looking.now, booking.daysAhead), looking)
  return { window, opensOn, offers: [], alternatives: alternativesTo(look, look.catalogue.facilities.filter(fits), query) }
}

async function lookAround({ db, catalogues }: Reader, days: Day[], looking: Looking): Promise<Look> {
  const everything = (catalogue: Catalogue) => catalogue.facilities.map((facility) => ({ facility, courts: facility.courts }))
  const { catalogue, occupied } = (await readCourts(db, catalogues, everything, days, looking.now))!
  return { catalogue, occupied: bySpace(occupied), ...looking }
}
