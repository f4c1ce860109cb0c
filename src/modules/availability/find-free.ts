import type { Db } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import { dayOf, type Day } from '#lib/zone.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { openingOf } from '#modules/venues/hours-rules.ts'
import { sportsOf, type Alternative, type Catalogue, type Facility, type Offer, type TimeQuery } from '#modules/venues/rules.ts'
import { readCourts } from './read-courts.ts'
import type { ReadContext } from './rules.ts'
import {
  alternativesAt,
  alternativesTo,
  anHourAround,
  bySpace,
  fullWithin,
  offersAt,
  openDays,
  timesWithin,
  windowStateOf,
  type Snapshot,
  type TimeRange,
  type WindowState,
} from './offers.ts'

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

type Filter = { sport?: string | undefined; indoor?: boolean | undefined; facilityId?: number | undefined }
export type FreeQuery = TimeQuery & Filter
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
  const fits = fitting({ sport, indoor, facilityId })
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
  return { window, opensOn, offers: [], alternatives: alternativesAt(snapshot, snapshot.catalogue.facilities.filter(fits), query) }
}

const fitting =
  ({ sport, indoor, facilityId }: Filter) =>
  (facility: Facility): boolean =>
    (facilityId === undefined || facility.id === facilityId) &&
    (sport === undefined || sportsOf(facility).includes(sport)) &&
    (indoor === undefined || facility.outdoor !== indoor)

/** `any`: every day that can be booked. Without a day: the next times. */
export type TimesQuery = Omit<TimeRange, 'day'> & Filter & { day?: Day | 'any' | undefined; most?: number | undefined }
/** `full`: of one facility on every day, the coming times at which everything is taken. */
export type FacilityTimes = { facility: Facility; offers: Offer[]; full?: Period[] }
export type TimesSearch = { window: WindowState; opensOn: Day | null; found: FacilityTimes[]; alternatives: Alternative[] }

/**
 * The free times of each facility: those of a part of one day or of every day, with alternatives when there are none; or, without
 * a day, the next ones.
 */
export async function findTimes(reader: Reader, { day, ...query }: TimesQuery, context: PriceContext): Promise<TimesSearch> {
  if (day === undefined) return { window: 'open', opensOn: null, found: await findNext(reader, query, context), alternatives: [] }
  const { booking } = await reader.catalogues.current()
  const open = openDays(context.now, booking)
  const window = day === 'any' ? 'open' : windowStateOf({ day, start: query.to - 1, end: query.to }, booking, context.now)
  const opensOn = day !== 'any' && window === 'not-yet' ? dayOf(openingOf(day, booking)) : null
  const days = day === 'any' ? open : [day]
  let snapshot = window === 'open' ? await readSnapshot(reader, days, context) : undefined
  const look = day === 'any' && query.facilityId !== undefined ? freeAndFull : timesOf
  const found = snapshot ? look(snapshot, days, query) : []
  if (found.some(({ offers }) => offers.length > 0)) return { window, opensOn, found, alternatives: [] }
  if (!snapshot || day !== 'any') snapshot = await readSnapshot(reader, open, context)
  const wanted = snapshot.catalogue.facilities.filter(fitting(query))
  return { window, opensOn, found, alternatives: alternativesTo(snapshot, wanted, { ...query, days }) }
}

/** Later days are searched for those facilities only that have no time before; beyond three days nobody waits for "next". */
async function findNext(reader: Reader, query: Omit<TimesQuery, 'day'>, context: PriceContext): Promise<FacilityTimes[]> {
  const { booking, facilities } = await reader.catalogues.current()
  const found = new Map<number, FacilityTimes>()
  for (const day of openDays(context.now, booking).slice(0, 3)) {
    // oxlint-disable-next-line no-await-in-loop -- A later day is read only when the earlier ones leave a facility without a time.
    const snapshot = await readSnapshot(reader, [day], context)
    for (const one of timesOf(snapshot, [day], query)) if (!found.has(one.facility.id)) found.set(one.facility.id, one)
    if (facilities.filter(fitting(query)).every(({ id }) => found.has(id))) break
  }
  return facilities.flatMap(({ id }) => found.get(id) ?? [])
}

const timesOf = (snapshot: Snapshot, days: Day[], { most, ...range }: Omit<TimesQuery, 'day'>): FacilityTimes[] =>
  snapshot.catalogue.facilities.filter(fitting(range)).flatMap((facility) => {
    const offers = days.flatMap((day) => timesWithin(snapshot, facility, { ...range, day })).slice(0, most)
    return offers.length > 0 ? [{ facility, offers }] : []
  })

/** Of one facility also the times that are full: they can be waited for where nothing is free. */
const freeAndFull = (snapshot: Snapshot, days: Day[], { most, ...range }: Omit<TimesQuery, 'day'>): FacilityTimes[] =>
  snapshot.catalogue.facilities.filter(fitting(range)).flatMap((facility) => {
    const offers = days.flatMap((day) => timesWithin(snapshot, facility, { ...range, day }))
    const full = days.flatMap((day) => fullWithin(snapshot, facility, { ...range, day }, offers))
    return offers.length + full.length > 0 ? [{ facility, offers: offers.slice(0, most), full }] : []
  })

async function readSnapshot({ db, catalogues }: Reader, days: Day[], context: PriceContext): Promise<Snapshot> {
  const everything = (catalogue: Catalogue) => catalogue.facilities.map((facility) => ({ facility, courts: facility.courts }))
  const { catalogue, occupied } = (await readCourts(db, catalogues, everything, days, context.now))!
  return { catalogue, occupied: bySpace(occupied), ...context }
}
