import type { Db } from '#db/connect.ts'
import { dayOf, type Day } from '#lib/zone.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { openingOf } from '#modules/venues/hours-rules.ts'
import { sportsOf, type Alternative, type Catalogue, type Facility, type Offer, type TimeQuery } from '#modules/venues/rules.ts'
import { readCourts } from './read-courts.ts'
import type { ReadContext } from './rules.ts'
import { alternativesTo, anHourAround, bySpace, offersAt, openDays, windowStateOf, type Snapshot, type WindowState } from './offers.ts'

/** For whose identity prices are computed, and at which moment. */
type PriceContext = Pick<ReadContext, 'identityId' | 'now'>
type Reader = { db: Db; catalogues: Catalogues }

/** Every court of the centre that is free for the whole time asked for. */
export async function findOffers({ db, catalogues }: Reader, query: TimeQuery, context: PriceContext): Promise<Offer[]> {
  const { booking } = await catalogues.current()
  if (windowStateOf(query, booking, context.now) !== 'open') return []
  const snapshot = await readSnapshot({ db, catalogues }, [query.day], context)
  return offersAt(snapshot, snapshot.catalogue.facilities, query)
}

export type FreeQuery = TimeQuery & { sport?: string | undefined; indoor?: boolean | undefined; facilityId?: number | undefined }
/** `opensOn`: the day on which a time beyond the booking window can be booked. */
export type FreeSearch = { window: WindowState; opensOn: Day | null; offers: Offer[]; alternatives: Alternative[] }

/**
 * Search by time: free courts; alternatives when there are none; and nearby hours when only one court is left, which
 * somebody may take.
 */
export async function findFree(
  reader: Reader,
  { sport, indoor, facilityId, ...query }: FreeQuery,
  context: PriceContext,
): Promise<FreeSearch> {
  const fits = (facility: Facility) =>
    (facilityId === undefined || facility.id === facilityId) &&
    (sport === undefined || sportsOf(facility).includes(sport)) &&
    (indoor === undefined || facility.outdoor !== indoor)
  const { booking } = await reader.catalogues.current()
  const window = windowStateOf(query, booking, context.now)
  const opensOn = window === 'not-yet' ? dayOf(openingOf(query.day, booking)) : null
  if (window === 'open') {
    const snapshot = await readSnapshot(reader, [query.day], context)
    const wanted = snapshot.catalogue.facilities.filter(fits)
    const offers = offersAt(snapshot, wanted, query)
    const free = offers.reduce((sum, { courts }) => sum + courts.length, 0)
    if (free > 0) return { window, opensOn, offers, alternatives: free === 1 ? anHourAround(snapshot, wanted, query) : [] }
  }
  const snapshot = await readSnapshot(reader, openDays(context.now, booking), context)
  return { window, opensOn, offers: [], alternatives: alternativesTo(snapshot, snapshot.catalogue.facilities.filter(fits), query) }
}

async function readSnapshot({ db, catalogues }: Reader, days: Day[], context: PriceContext): Promise<Snapshot> {
  const everything = (catalogue: Catalogue) => catalogue.facilities.map((facility) => ({ facility, courts: facility.courts }))
  const { catalogue, occupied } = (await readCourts(db, catalogues, everything, days, context.now))!
  return { catalogue, occupied: bySpace(occupied), ...context }
}
