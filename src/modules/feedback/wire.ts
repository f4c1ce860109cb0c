import { locales } from '#i18n/languages.ts'
import { z } from 'zod'
import { day, id, idText, largestInteger, listOf, moment, pagedQuery, toDate } from '#http/wire.ts'
import { cleanLine } from '#lib/clean-text.ts'
import { oneLine, prose, someLine, someProse } from '#http/wire-text.ts'
import { mobilePattern } from '#modules/accounts/rules.ts'
import { smsCodePattern } from '#modules/logins/rules.ts'
import { orderNoPattern } from '#modules/orders/rules.ts'
import {
  courtChoices,
  longest,
  phonePattern,
  photosAtMost,
  reportKinds,
  reportMoves,
  reportStates,
  ticketFrom,
  waterKinds,
} from './rules.ts'

const phone = z.string().overwrite(cleanLine).regex(phonePattern, 'field_phone')
const mobile = z.string().trim().regex(mobilePattern, 'field_mobile')
const smsCode = z.string().trim().regex(smsCodePattern, 'field_sms_code')
const ticketNo = z
  .string()
  .max(40)
  .transform((given, context) => {
    const found = ticketFrom(given)
    if (found !== undefined) return found
    context.addIssue({ code: 'custom', message: 'field_ticket_no' })
    return z.NEVER
  })

/** For visitors: mobile and code, both or neither. */
const proof = { mobile: mobile.optional(), smsCode: smsCode.optional() }
const photoIds = z.array(z.uuid()).max(photosAtMost)

export const RepairBody = z.object({
  venue1stId: id,
  venue2ndId: id.optional(),
  title: someLine(longest.title),
  description: someProse(longest.description),
  photoIds: photoIds.default([]),
  contactName: someLine(longest.contactName),
  contactPhone: phone,
  ...proof,
})
export const WaterBody = z.object({
  venue1stId: id,
  venue2ndId: id.optional(),
  kind: z.enum(waterKinds),
  description: someProse(longest.description),
  photoIds: photoIds.default([]),
  contactName: oneLine(longest.contactName).default(''),
  contactPhone: z.union([z.literal(''), phone]).default(''),
  ...proof,
})
/** `ref`: signed reference of the ticket's page. */
export const TicketAnswer = z.object({ ticketNo: z.string(), ref: z.string() })
export type TicketAnswer = z.infer<typeof TicketAnswer>

const State = z.enum(reportStates)
const Listed = z.object({
  ticketNo: z.string(),
  kind: z.enum(reportKinds),
  state: State,
  title: z.string(),
  waterKind: z.enum(waterKinds).nullable(),
  venue1stId: z.int(),
  venue1stName: z.string(),
  venue2ndId: z.int().nullable(),
  venue2ndName: z.string().nullable(),
  createdAt: moment,
  changedAt: moment,
})
export type ListedReport = z.infer<typeof Listed>

const Photo = z.object({ id: z.uuid(), name: z.string(), size: z.int(), type: z.string() })
const Step = z.object({ at: moment, state: State.nullable(), text: z.string() })

/** For the reporter. Without contact data: signed links open it without a login. */
export const ReportAnswer = Listed.extend({
  description: z.string(),
  photos: z.array(Photo),
  /** Oldest first: states, and notes to the reporter. */
  steps: z.array(Step),
})
export type ReportAnswer = z.infer<typeof ReportAnswer>

export const ReportListQuery = z.object({
  kind: z.enum(reportKinds).optional(),
  ...pagedQuery,
})
export const ReportListAnswer = listOf(ReportAnswer)
export type ReportListAnswer = z.infer<typeof ReportListAnswer>

export const TicketParams = z.object({ id: ticketNo })
export const RefQuery = z.object({ ref: z.string().max(100) })
export const LookupBody = z.object({ ticketNo, mobile, smsCode })
export const LookupAnswer = z.object({ report: ReportAnswer, ref: z.string() })
export type LookupAnswer = z.infer<typeof LookupAnswer>

// Staff

export const StaffListQuery = ReportListQuery.extend({
  state: z.enum([...reportStates, 'open']).optional(),
  venue1stId: idText.optional(),
  /** `me`, `nobody`, or an account. */
  assignee: oneLine(60).optional(),
  keyword: oneLine(60).optional(),
  order: z.enum(['newest', 'oldest']).default('newest'),
})
const Staffer = z.object({ id: z.uuid(), name: z.string(), account: z.string() })
const StaffListed = Listed.extend({
  assignee: Staffer.nullable(),
  photos: z.int(),
  /** The first photo. */
  photoId: z.uuid().nullable(),
  blocked: z.boolean(),
})
/** `now`: the clock that ages are counted by. */
export const StaffListAnswer = listOf(StaffListed).extend({ now: moment })
export type StaffListAnswer = z.infer<typeof StaffListAnswer>
export const StaffTicketQuery = z.object({ ticketNo })
export const StaffReportAnswer = Listed.extend({
  description: z.string(),
  photos: z.array(Photo),
  assignee: Staffer.nullable(),
  contactName: z.string(),
  contactPhone: z.string(),
  reporter: z.object({
    kind: z.enum(['member', 'visitor']),
    name: z.string(),
    email: z.string(),
    mobile: z.string(),
    locale: z.enum(locales),
  }),
  block: z.object({ id: z.uuid(), start: moment, end: moment, lifted: z.boolean() }).nullable(),
  steps: z.array(Step.extend({ public: z.boolean(), by: z.string().nullable() })),
})
export type StaffReportAnswer = z.infer<typeof StaffReportAnswer>

/** Ready replies: what staff choose and edit before it is sent. An empty English text is written in Chinese. */
const Reply = z.object({
  titleTw: someLine(40),
  titleEn: oneLine(40).default(''),
  textTw: someProse(longest.note),
  textEn: prose(longest.note).default(''),
})
export const RepliesBody = z.object({ revision: oneLine(64), items: z.array(Reply).max(30) })
export const RepliesAnswer = z.object({ revision: z.string(), items: z.array(Reply) })
export type RepliesAnswer = z.infer<typeof RepliesAnswer>

export const AssignBody = z.object({ ticketNo, account: someLine(254).nullable() })
export const NoteBody = z.object({ ticketNo, text: someProse(longest.note), public: z.boolean() })
export const MoveBody = z.object({
  ticketNo,
  to: z.enum(Object.keys(reportMoves) as [keyof typeof reportMoves]),
  text: prose(longest.note).default(''),
  /** Whether the court that is closed because of it opens again; asked for when such a report is closed. */
  court: z.enum(courtChoices).optional(),
})
const courtAndTime = { ticketNo, venue2ndId: id.optional(), start: toDate, end: toDate }
const inOrder = (body: { start: Date; end: Date }) => body.start < body.end
const isShort = (body: { start: Date; end: Date }) => body.end.getTime() - body.start.getTime() <= 92 * 86_400_000
export const BlockPreviewBody = z
  .object(courtAndTime)
  .refine(inOrder, { path: ['end'], message: 'field_end_before_start' })
  .refine(isShort, { path: ['end'], message: 'field_period_too_long' })
/** What closing the court would cancel, whose it is, and what is paid back. */
export const BlockPreviewAnswer = z.object({ bookings: z.int(), people: z.int(), back: z.int() })
export type BlockPreviewAnswer = z.infer<typeof BlockPreviewAnswer>
export const BlockBody = z
  .object({
    ...courtAndTime,
    reasonTw: someLine(200).optional(),
    reasonEn: someLine(200).optional(),
    /** As the dry run has shown: where it is no longer so, nothing is closed. */
    seen: z.object({ bookings: z.int().min(0).max(largestInteger), back: z.int().min(0).max(largestInteger) }).optional(),
  })
  .refine(inOrder, { path: ['end'], message: 'field_end_before_start' })
  .refine(isShort, { path: ['end'], message: 'field_period_too_long' })
export const BlockedAnswer = z.object({ blockId: z.uuid(), orders: z.int(), items: z.int(), owed: z.int() })

export const CourtLinkQuery = z.object({ venue1stId: idText.optional() })
export const CourtLinkAnswer = z.array(
  z.object({ venue1stId: z.int(), venue1stName: z.string(), venue2ndId: z.int(), venue2ndName: z.string(), link: z.string() }),
)
export const CourtSignParams = z.object({ id: idText })

// Ratings

const stars = z.int().min(1).max(5)
const Aspects = z.object({ cleanliness: stars.optional(), equipment: stars.optional(), staff: stars.optional(), value: stars.optional() })
export const StarBody = z.object({
  orderNo: z.string().regex(orderNoPattern).optional(),
  stars,
  aspects: Aspects.default({}),
  comment: prose(longest.comment).default(''),
})
export const StarAnswer = z.object({ id: z.uuid() })

export const RatableAnswer = z.object({
  /** Visits that are over and not rated, latest first. */
  items: z.array(
    z.object({
      orderNo: z.string(),
      venue1stId: z.int(),
      venue1stName: z.string(),
      venue2ndName: z.string(),
      drawing: z.string(),
      colour: z.string(),
      start: moment,
      end: moment,
      /** Number of further periods of the booking. */
      more: z.int(),
    }),
  ),
  /** Visits that the member has rated, while the others of that time can be. */
  rated: z.array(z.object({ orderNo: z.string(), stars: z.int() })),
  /** The member has rated the centre today. */
  centreRated: z.boolean(),
})
export type RatableAnswer = z.infer<typeof RatableAnswer>

export const AverageQuery = z.object({ venue1stId: idText })
export const AverageAnswer = z.object({
  /** Null below the minimum number of ratings. */
  rating: z
    .object({
      stars: z.number(),
      count: z.int(),
      aspects: z.object({
        cleanliness: z.number().nullable(),
        equipment: z.number().nullable(),
        staff: z.number().nullable(),
        value: z.number().nullable(),
      }),
    })
    .nullable(),
})

export const StaffStarQuery = z.object({
  venue1stId: idText.optional(),
  atMost: z.coerce.number().int().min(1).max(5).optional(),
  /** Given between these days, both included. */
  from: day.optional(),
  to: day.optional(),
  /** Words of the comment. */
  keyword: oneLine(60).optional(),
  /** Only ratings with a comment. */
  written: z.enum(['yes']).optional(),
  ...pagedQuery,
})
export const StaffStarAnswer = listOf(
  z.object({
    id: z.uuid(),
    orderNo: z.string().nullable(),
    venue1stId: z.int().nullable(),
    venue1stName: z.string().nullable(),
    stars: z.int(),
    aspects: Aspects,
    comment: z.string(),
    memberName: z.string(),
    createdAt: moment,
  }),
).extend({
  /** Of all that match: the average, and how many gave one to five stars. */
  average: z.number().nullable(),
  byStars: z.array(z.int()),
  facilities: z.array(z.object({ id: z.int(), name: z.string() })),
})
export type StaffStarAnswer = z.infer<typeof StaffStarAnswer>
