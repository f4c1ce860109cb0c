import type { BulkReviewAnswer, SeasonRequest } from '#modules/preorders/season-wire.ts'
import { useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { waitingKey } from '#ui/staff/kit/waiting.ts'
import { roundsKey } from './rounds-queries.ts'

export type DecisionKind = 'approved' | 'needs-documents' | 'rejected'
/** `kinds` undefined: of each pre-order those that it lacks. */
export type Decision = { decision: DecisionKind; note: string; kinds: string[] | undefined }
type Line = BulkReviewAnswer['lines'][number]

/** As many as one call takes. */
const atOnce = 200

/**
 * Decides about pre-orders, each on its own, and reads the season again; the answer says of each what became of it. The call does
 * nothing twice, so it may be sent again after a lost answer.
 */
export function useDecide(): (requests: readonly SeasonRequest[], decision: Decision) => Promise<Line[]> {
  const call = useStaffCall([roundsKey, waitingKey])
  return async (requests, { decision, note, kinds }) => {
    const reviews = requests.map(({ orderNo, missing }) => ({
      orderNo,
      decision,
      note,
      missingKinds: decision === 'needs-documents' ? (kinds ?? missing) : [],
    }))
    const lines: Line[] = []
    for (let from = 0; from < reviews.length; from += atOnce) {
      const part = reviews.slice(from, from + atOnce)
      lines.push(...(await call<BulkReviewAnswer>('/api/Staff/PreOrder/Review/Bulk', { reviews: part })).lines)
    }
    return lines
  }
}
