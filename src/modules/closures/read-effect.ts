import type { DbOrTrx } from '#db/connect.ts'
import type { Period } from '#lib/period.ts'
import { requestHash } from '#lib/request-hash.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import type { Catalogue, Court, Facility } from '#modules/venues/rules.ts'
import { readAffected, type Affected } from './effect-store.ts'
import { findAlternatives, type Alternative } from './alternatives.ts'
import { markOf, periodsOf, type ClosureChoice, type ClosurePlan } from './rules.ts'
import { readSpaces } from './store.ts'

export type PlanRefusal =
  | { code: 'no_such_facility'; path: 'venue1stId' }
  | { code: 'no_such_court'; path: 'courts' }
  | { code: 'ends_in_past'; path: 'to' }

/** What a closure would do, at one moment. */
export type Effect = {
  facility: Facility
  /** Empty: the whole facility. */
  courts: Court[]
  spaces: number[]
  periods: Period[]
  affected: Affected[]
  /** Other floor for those that may be offered some, by holder. */
  alternatives: ReadonlyMap<string, Alternative>
  /** Equal for two moments between which nothing has changed that a closure would do. */
  fingerprint: string
}

export async function readEffect(db: DbOrTrx, catalogue: Catalogue, plan: ClosurePlan, now: Date): Promise<Result<Effect, PlanRefusal>> {
  const facility = catalogue.facilityOf.get(plan.facilityId)
  if (!facility || facility.retired) return refuse({ code: 'no_such_facility', path: 'venue1stId' })
  const courts = facility.courts.filter(({ id }) => plan.courtIds.includes(id))
  if (courts.length < plan.courtIds.length) return refuse({ code: 'no_such_court', path: 'courts' })
  const periods = periodsOf(plan, now)
  if (periods.length === 0) return refuse({ code: 'ends_in_past', path: 'to' })
  // From the database: a court of the facility may be newer than the catalogue of this process.
  const spaces = courts.length > 0 ? [...new Set(courts.flatMap((court) => court.spaces))] : await readSpaces(db, facility.id)
  const affected = await readAffected(db, { spaces, periods }, now, { inNoClosure: true })
  const alternatives = await findAlternatives(db, catalogue, { facility, spaces, periods, affected }, now)
  const fingerprint = `${fingerprintOf(plan, affected)}.${requestHash([...alternatives].map(([holder, one]) => [holder, one.court.id, one.start, one.end]))}`
  return ok({ facility, courts, spaces, periods, affected, alternatives, fingerprint })
}

/** Whether what was shown is still so: where everything is paid back, other floor does not matter. */
export const isAsShown = (shown: string, now: string, choice: ClosureChoice): boolean =>
  choice === 'offer' ? shown === now : shown.split('.')[0] === now.split('.')[0]

/** Hash of the plan and of every booking that it cancels, with what is paid back for it. */
function fingerprintOf(plan: ClosurePlan, affected: Affected[]): string {
  const { facilityId, courtIds, fromDay, toDay, fromMinute, toMinute, weekdays } = plan
  const marks = affected.map((one) => markOf({ ...one, start: one.start.toISOString(), end: one.end.toISOString() }))
  return requestHash([facilityId, courtIds.toSorted(), fromDay, toDay, fromMinute, toMinute, weekdays.toSorted(), marks.toSorted()])
}
