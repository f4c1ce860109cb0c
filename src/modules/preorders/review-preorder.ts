import type { Db, Trx } from '#db/connect.ts'
import type { Audit } from '#http/audit.ts'
import { inTransaction } from '#db/transaction.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { dayOf } from '#lib/zone.ts'
import { isOneself } from '#modules/accounts/store.ts'
import { freeSpaces, prolongHold, sharePlacing } from '#modules/availability/store.ts'
import { orderHeldDates } from '#modules/orders/order-held-dates.ts'
import type { CanPayOnline } from '#modules/payments/offered-ways.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { keptDates, markDates, movePreOrder, reprice, type KeptDate } from './date-store.ts'
import type { PassOn } from './release-dates.ts'
import { lockPreOrder, type LockedPreOrder } from './draft-store.ts'
import { notePreOrder } from './event-store.ts'
import type { seasonKinds } from './order-kinds.ts'
import { linkOrder, readContactOf, readDecision, writeReview, type PastDecision } from './store.ts'
import type { Rounds } from './rounds.ts'
import { clubIdentity, payDeadline, preOrderMoves, type DocumentKind, type ShownState } from './rules.ts'

type Review = {
  orderNo: string
  decision: 'needs-documents' | 'approved' | 'rejected'
  note: string
  missingKinds: DocumentKind[]
  by: string
}
type Reviewed = {
  state: ShownState
  payOrderNo: string | null
  payBefore: Date | null
  facilityIds: number[]
  /** The same decision of the same person again, such as a request whose answer was lost: nothing was done. */
  isRepeated?: true
}
/** Who was faster, with what they decided; without a name when the club itself has cancelled. */
type AlreadyReviewed = { code: 'already_reviewed'; state: ShownState; decidedBy: string; isYou: boolean; decidedAt: string | null }
export type ReviewRefusal =
  | { code: 'not_found' }
  | { code: 'own_card' }
  | AlreadyReviewed
  | { code: 'no_dates_left' }
  | { code: 'season_cannot_be_paid' }
type Reviewing = { db: Db; catalogues: Catalogues; rounds: Rounds; canPayOnline: CanPayOnline; passOn?: PassOn }

/** How much longer than its payment deadline a drawn date is held, for the job that passes it on. */
const substituteMinutes = 10

const moveOf = { 'needs-documents': 'askForDocuments', approved: 'approve', rejected: 'reject' } as const

const actionOf = {
  'needs-documents': 'preorder.returned',
  approved: 'preorder.approved',
  rejected: 'preorder.rejected',
} as const

/** Staff ask for documents, approve or reject; the community gets a mail with the reason. */
export async function reviewPreOrder(
  reviewing: Reviewing,
  review: Review,
  audit: Audit,
  now: Date,
): Promise<Result<Reviewed, ReviewRefusal>> {
  return inTransaction<Reviewed, ReviewRefusal>(reviewing.db, async (trx) => {
    await sharePlacing(trx)
    const found = await lockPreOrder(trx, { orderNo: review.orderNo, memberId: undefined })
    if (!found || found.state === 'draft') return refuse({ code: 'not_found' })
    if (await isOneself(trx, found.memberId, review.by)) return refuse({ code: 'own_card' })
    const before = await readDecision(trx, found.id)
    if (isSame(before, review)) return ok({ ...before, facilityIds: [], isRepeated: true })
    if (!(await movePreOrder(trx, found.id, preOrderMoves[moveOf[review.decision]], now))) return refuse(alreadyReviewed(before, review.by))
    await writeReview(trx, found.id, review, now)
    await notePreOrder(trx, found.id, review.decision, now)
    await audit(trx, {
      action: actionOf[review.decision],
      subject: { kind: 'preorder', id: found.orderNo },
      before: { state: found.state },
      after: {
        state: review.decision,
        member: found.memberId,
        ...(review.missingKinds.length > 0 ? { missing: review.missingKinds } : {}),
      },
    })
    const dates = await keptDates(trx, found.id)
    const facilityIds = [...new Set(dates.map(({ facilityId }) => facilityId))]
    if (review.decision === 'approved') return approve(trx, reviewing, found, dates, review, now)
    if (review.decision === 'rejected') {
      const ids = dates.map(({ id }) => id)
      await reviewing.passOn?.(trx, ids, now)
      await freeSpaces(trx, ids, now)
    }
    return ok({ state: review.decision, payOrderNo: null, payBefore: null, facilityIds })
  })
}

const isSame = (before: PastDecision, { decision, note, missingKinds, by }: Review): boolean =>
  before.written === decision &&
  before.decidedBy?.id === by &&
  before.note === note &&
  missingKinds.length === before.missingKinds.length &&
  missingKinds.every((kind) => before.missingKinds.includes(kind))

function alreadyReviewed({ state, written, decidedBy, decidedAt }: PastDecision, by: string): AlreadyReviewed {
  // A club that cancels decides nothing: whoever had asked for documents before was not faster.
  const who = written === 'cancelled' ? null : decidedBy
  return { code: 'already_reviewed', state, decidedBy: who?.name ?? '', isYou: who?.id === by, decidedAt: decidedAt?.toISOString() ?? null }
}

/** Approving makes an order of the held dates. Dates that passed during the review are dropped. */
async function approve(
  trx: Trx,
  { catalogues, rounds, canPayOnline }: Reviewing,
  found: LockedPreOrder,
  dates: KeptDate[],
  { by }: Review,
  now: Date,
): Promise<Result<Reviewed, ReviewRefusal>> {
  const ahead = dates.filter(({ period }) => period.start > now)
  if (ahead.length === 0) return refuse({ code: 'no_dates_left' })
  const passed = dates.filter((date) => !ahead.includes(date)).map(({ id }) => id)
  await freeSpaces(trx, await markDates(trx, passed, 'released'), now)
  await reprice(trx, found.id)
  const round = (await rounds.find(found.roundId, now))!
  let catalogue = await catalogues.current()
  if (ahead.some(({ courtId }) => !catalogue.courtOf.has(courtId))) catalogue = await catalogues.newerThan(catalogue.version)
  const contact = await readContactOf(trx, found.id)
  const ordered = await orderHeldDates(
    { trx, canPayOnline },
    catalogue,
    {
      ...contact,
      memberId: found.memberId,
      identityId: clubIdentity,
      kind: 'preorder' satisfies keyof typeof seasonKinds,
      preOrderNo: found.orderNo,
      placedBy: by,
      dates: ahead,
      payBefore: payDeadline(round.payDays, dayOf(now), ahead[0]!.period.start),
    },
    now,
  )
  if (!ordered.ok) return ordered
  const order = ordered.value
  await linkOrder(trx, found.id, order.id)
  // Should it not be paid, the next substitute of the draw has it without its being free in between.
  const ids = ahead.map(({ id }) => id)
  if (round.mode === 'ballot' && order.payBefore)
    await prolongHold(trx, ids, new Date(order.payBefore.getTime() + substituteMinutes * 60_000))
  return ok({
    state: order.payBefore === null ? 'confirmed' : 'approved',
    payOrderNo: order.orderNo,
    payBefore: order.payBefore,
    facilityIds: [...new Set(dates.map(({ facilityId }) => facilityId))],
  })
}

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
