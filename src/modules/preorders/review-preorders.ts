import type { Audit } from '#http/audit.ts'
import type { Result } from '#lib/result.ts'
import { reviewPreOrder, type Review, type Reviewed, type Reviewing, type ReviewRefusal } from './review-preorder.ts'

export type ReviewedLine = { orderNo: string; outcome: Result<Reviewed, ReviewRefusal> }

/**
 * Decides about many pre-orders, each in a transaction of its own: what one is refused for keeps none of the others from being
 * decided. The same request again does nothing twice, so one that broke off half way is simply sent again.
 */
export async function reviewPreOrders(reviewing: Reviewing, reviews: readonly Review[], audit: Audit, now: Date): Promise<ReviewedLine[]> {
  const lines: ReviewedLine[] = []
  for (const review of reviews) lines.push({ orderNo: review.orderNo, outcome: await reviewPreOrder(reviewing, review, audit, now) })
  return lines
}
