import { ok, refuse, type Result } from '#lib/result.ts'
import type { Day } from '#lib/zone.ts'

/**
 * A review is a decision of staff about a proof of identity or a community's application (a club). Pure, and safe in the browser.
 */
export const reviewKinds = ['proof', 'club'] as const
export type ReviewKind = (typeof reviewKinds)[number]

/** How long the console offers to undo a decision; the mail waits a little longer, for a call that is on its way. */
export const undoSeconds = 10
export const mailHoldSeconds = 13

const mostYears = 10

export type ValidUntilRefusal = { code: 'valid_until_out_of_bounds'; path: 'validUntil'; from: Day; latest: Day }

/** The last day that may be given to a proof of today: what the identity's rule allows, or ten years where it has no limit. */
export const lastDayFor = (latest: Day | null, today: Day): Day => latest ?? `${Number(today.slice(0, 4)) + mostYears}-12-31`

/** The last day of a proof that is approved today. Left out, it is as long as the identity allows; null is without an end. */
export function untilOf(asked: Day | null | undefined, latest: Day | null, today: Day): Result<Day | null, ValidUntilRefusal> {
  if (asked === undefined) return ok(latest)
  if (asked === null && latest === null) return ok(null)
  const last = lastDayFor(latest, today)
  if (asked === null || asked < today || asked > last)
    return refuse({ code: 'valid_until_out_of_bounds', path: 'validUntil', from: today, latest: last })
  return ok(asked)
}
