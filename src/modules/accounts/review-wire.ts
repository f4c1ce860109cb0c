import { locales } from '#i18n/languages.ts'
import { z } from 'zod'
import { day, moment } from '#http/wire.ts'
import { decisionOf, oneLine } from '#http/wire-text.ts'
import { reviewKinds } from './rules.ts'

const State = z.enum(['under-review', 'approved', 'refused'])
const Kind = z.enum(reviewKinds)
const FileRef = z.object({ id: z.uuid(), name: z.string(), size: z.int(), type: z.string() })

/** `holdMail`: the member's mail waits for some seconds, in which `/api/Staff/Review/Undo` takes the decision back. */
const Decision = decisionOf('approve', 'refuse').safeExtend({ holdMail: z.boolean().default(false) })
export const ReviewIdentityBody = Decision.safeExtend({
  proofId: z.uuid(),
  /** The proof's last day: as long as the identity allows unless given; null is without an end, where the identity has none. */
  validUntil: day.nullable().optional(),
})
export const ReviewCommunityBody = Decision.safeExtend({ memberId: z.uuid() })
/** `id`: the proof, or the member whose club it is. */
export const UndoReviewBody = z.object({ kind: Kind, id: z.uuid() })

export const reviewCursorPattern = /^\d{1,16}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const ReviewsQuery = z.object({
  state: z.enum(['waiting', 'decided', 'approved', 'refused']).default('waiting'),
  kind: Kind.optional(),
  person: z.uuid().optional(),
  day: day.optional(),
  /** Words of the person's name, the account or address, or the club's name. */
  q: oneLine(80).optional(),
  /** `next` of the page before. */
  after: z.string().regex(reviewCursorPattern).optional(),
  pageSize: z.coerce.number().int().min(1).max(100).default(50),
})

const Listed = z.object({
  /** Unique in the list. The detail is asked for by `kind` and `subjectId`. */
  id: z.uuid(),
  subjectId: z.uuid(),
  kind: Kind,
  person: z.object({ id: z.uuid(), name: z.string() }),
  /** The identity, or the name of the club. */
  title: z.string(),
  state: State,
  reason: z.string().nullable(),
  submittedAt: moment,
  reviewedAt: moment.nullable(),
  reviewedBy: z.string().nullable(),
})
export type ListedReview = z.infer<typeof Listed>
export const ReviewsAnswer = z.object({
  items: z.array(Listed),
  /** Cursor of the next page; null on the last one. */
  next: z.string().nullable(),
  total: z.int(),
  oldest: moment.nullable(),
  now: moment,
})
export type ReviewsAnswer = z.infer<typeof ReviewsAnswer>

export const ReviewParams = z.object({ kind: Kind, id: z.uuid() })
const Earlier = Listed.omit({ subjectId: true, person: true }).extend({
  validUntil: z.string().nullable(),
  /** Null: the desk has seen it, or a club. */
  fileId: z.uuid().nullable(),
  fileType: z.string().nullable(),
})
export const ReviewAnswer = z.object({
  kind: Kind,
  id: z.uuid(),
  person: z.object({ id: z.uuid(), name: z.string(), account: z.string(), mobile: z.string(), locale: z.enum(locales) }),
  state: State,
  reason: z.string().nullable(),
  submittedAt: moment,
  reviewedAt: moment.nullable(),
  reviewedBy: z.object({ name: z.string(), isYou: z.boolean() }).nullable(),
  files: z.array(FileRef),
  proof: z
    .object({
      identity: z.string(),
      /** The identity that the person has chosen today. */
      current: z.string(),
      months: z.int().nullable(),
      /** Days between which the proof may end, and the day that the identity's rule gives. */
      from: z.string(),
      latest: z.string(),
      until: z.string().nullable(),
      validUntil: z.string().nullable(),
      isSeenAtDesk: z.boolean(),
    })
    .nullable(),
  club: z
    .object({
      name: z.string(),
      registrationNo: z.string(),
      representative: z.string(),
      /** Other clubs with this registration number. */
      same: z.array(z.object({ memberId: z.uuid(), name: z.string(), state: State })),
    })
    .nullable(),
  /** Earlier decisions about the same person, newest first. */
  earlier: z.array(Earlier),
})
export type ReviewAnswer = z.infer<typeof ReviewAnswer>
