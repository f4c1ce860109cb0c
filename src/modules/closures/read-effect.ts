import type { DbOrTrx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import { requestHash } from '#lib/request-hash.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Catalogue, Court, Facility } from '#modules/venues/rules.ts'
import { readAffected, type Affected } from './effect-store.ts'
import { listOffersOn, type LostOffer } from './offer-store.ts'
import { findAlternatives, type Alternative } from './alternatives.ts'
import { paysOneself } from './own-bookings.ts'
import { isUsed, markOf, periodsOf, type ClosureChoice, type ClosurePlan } from './rules.ts'
import { readSpaces } from './store.ts'

export type PlanRefusal =
  | { code: 'no_such_facility'; path: 'facilities' }
  | { code: 'no_such_court'; path: 'courts' }
  | { code: 'ends_in_past'; path: 'to' }

/** A facility that closes. `courts`: only these; empty: the whole facility. */
export type ClosingPlace = { facility: Facility; courts: Court[]; spaces: number[] }

/** What a closure would do, at one moment. */
export type Effect = {
  places: ClosingPlace[]
  /** Of all places. */
  spaces: number[]
  periods: Period[]
  affected: Affected[]
  /** Other floor for those that may be offered some, by holder. */
  alternatives: ReadonlyMap<string, Alternative>
  /** Bookings of earlier closures that wait for an answer, and whose other floor closes as well. */
  lostOffers: LostOffer[]
  /** Equal for two moments between which nothing has changed that a closure would do. */
  fingerprint: string
}

/** `isOffering`: false leaves other floor out, which takes long to find for many bookings. */
export async function readEffect(
  db: DbOrTrx,
  catalogue: Catalogue,
  plan: ClosurePlan,
  now: Date,
  { isOffering = true } = {},
): Promise<Result<Effect, PlanRefusal>> {
  const facilities = plan.facilityIds.flatMap((id) => catalogue.facilityOf.get(id) ?? []).filter(({ retired }) => !retired)
  if (facilities.length < plan.facilityIds.length) return refuse({ code: 'no_such_facility', path: 'facilities' })
  const courts = facilities.flatMap((facility) => facility.courts.filter(({ id }) => plan.courtIds.includes(id)))
  if (courts.length < plan.courtIds.length) return refuse({ code: 'no_such_court', path: 'courts' })
  const periods = periodsOf(plan, now)
  if (periods.length === 0) return refuse({ code: 'ends_in_past', path: 'to' })
  const places = courts.length > 0 ? [{ facility: facilities[0]!, courts, spaces: spacesOf(courts) }] : await wholePlaces(db, facilities)
  const spaces = places.flatMap((place) => place.spaces)
  const affected = await readAffected(db, { spaces, periods }, now, { inNoClosure: true })
  const alternatives = isOffering
    ? await findAlternatives(db, catalogue, { spaces, periods, affected }, now)
    : new Map<string, Alternative>()
  const lostOffers = await listOffersOn(db, { spaces, periods }, now)
  const fingerprint = `${fingerprintOf(plan, affected, lostOffers)}.${requestHash([...alternatives].map(([holder, one]) => [holder, one.court.id, one.start, one.end]))}`
  return ok({ places, spaces, periods, affected, alternatives, lostOffers, fingerprint })
}

const spacesOf = (courts: Court[]): number[] => [...new Set(courts.flatMap((court) => court.spaces))]

/** Whole facilities, by id. Their spaces come from the database: a court may be newer than the catalogue of this process. */
async function wholePlaces(db: DbOrTrx, facilities: Facility[]): Promise<ClosingPlace[]> {
  const ids = facilities.map(({ id }) => id)
  const byFacility = Map.groupBy(await readSpaces(db, ids), ({ facilityId }) => facilityId)
  return facilities
    .toSorted((a, b) => a.id - b.id)
    .map((facility) => ({ facility, courts: [], spaces: (byFacility.get(facility.id) ?? []).map(({ id }) => id) }))
}

export type PaysBackRefusal = { code: 'own_card' } | { code: 'closure_of_used' }

/** Why this person may not close all of this: nobody pays themselves back, and the desk nobody who has had their time. */
export async function whyNotPayBack(
  db: DbOrTrx,
  { affected, lostOffers }: Effect,
  { by, byDesk = false }: { by: string; byDesk?: boolean },
  now: Date,
): Promise<PaysBackRefusal | undefined> {
  if (await paysOneself(db, by, [...affected, ...lostOffers])) return { code: 'own_card' }
  return byDesk && affected.some((one) => one.back > 0 && isUsed(one, now)) ? { code: 'closure_of_used' } : undefined
}

/** Whether what was shown is still so: where everything is paid back, other floor does not matter. */
export const isAsShown = (shown: string, now: string, choice: ClosureChoice): boolean =>
  choice === 'offer' ? shown === now : shown.split('.')[0] === now.split('.')[0]

/** Hash of the plan and of every booking that it cancels, with what is paid back for it. */
function fingerprintOf(plan: ClosurePlan, affected: Affected[], lostOffers: LostOffer[]): string {
  const { facilityIds, courtIds, fromDay, toDay, fromMinute, toMinute, weekdays } = plan
  const marks = affected.map((one) => markOf({ ...one, start: one.start.toISOString(), end: one.end.toISOString() }))
  return requestHash([
    facilityIds.toSorted(),
    courtIds.toSorted(),
    fromDay,
    toDay,
    fromMinute,
    toMinute,
    weekdays.toSorted(),
    marks.toSorted(),
    lostOffers.map(({ id, back }) => [id, back]),
  ])
}
