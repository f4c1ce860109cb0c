import { z } from 'zod'
import { day, id, idText, listOf, moment, pagedQuery, time } from '#http/wire.ts'
import { oneLine, prose, someLine } from '#http/wire-text.ts'
import { contactLimits, maxDates, maxLines, modes, preOrderNoPattern } from './rules.ts'

export const orderNo = z.string().regex(preOrderNoPattern)
const weekday = z.int().min(1).max(7)
export const kind = z.string().regex(/^[a-z][a-z0-9-]{1,30}$/, 'field_code')

const Weekly = z.object({ weekday, from: day, to: day, except: z.array(day).max(maxDates).default([]) })
const Dates = z.array(day).min(1).max(maxDates)

export const LineBody = z
  .object({
    venue2ndId: id,
    start: time,
    end: time,
    weekly: Weekly.optional(),
    dates: Dates.optional(),
  })
  .refine((line) => (line.weekly === undefined) !== (line.dates === undefined), { path: ['dates'], message: 'field_dates_or_weekly' })
  .refine((line) => line.start < line.end, { path: ['end'], message: 'field_end_before_start' })
export type LineBody = z.output<typeof LineBody>

/** Accepted spellings: weeks under `weekly`, in place of `dates`, or as fields of the line. Parsed into one. */
const LineInput = z
  .object({
    venue2ndId: id,
    start: time,
    end: time,
    weekly: Weekly.optional(),
    dates: z.union([Dates, Weekly]).optional(),
    ...Weekly.partial().shape,
  })
  .transform(({ weekday: onWeekday, from, to, except, dates, weekly, ...line }): z.input<typeof LineBody> => ({
    ...line,
    weekly:
      weekly ??
      (Array.isArray(dates) ? undefined : dates) ??
      (onWeekday && from && to ? { weekday: onWeekday, from, to, except: except ?? [] } : undefined),
    dates: Array.isArray(dates) ? dates : undefined,
  }))
  .pipe(LineBody)

const Document = z.object({ fileId: z.uuid(), kind })

const about = {
  title: someLine(contactLimits.title),
  purpose: prose(contactLimits.purpose),
  contactName: someLine(contactLimits.name),
  contactPhone: someLine(contactLimits.phone),
  headcount: z.int().min(1).max(contactLimits.headcount),
}

/** With `orderNo`: submits that draft, with these fields. `roundId`: of a new pre-order; the current round unless given. */
export const SubmitBody = z.object({
  roundId: id.optional(),
  ...about,
  lines: z.array(LineInput).min(1).max(maxLines),
  documents: z.array(Document).max(20).default([]),
  /** Ids without kinds; assigned to the document kinds in order. */
  documentIds: z.array(z.uuid()).max(20).default([]),
  acceptPartial: z.boolean().default(false),
  orderNo: orderNo.optional(),
})
/** B23 */
export const EditBody = SubmitBody.omit({ roundId: true }).extend({ orderNo })
export const CheckLinesBody = z.object({ lines: z.array(LineBody).max(maxLines), orderNo: orderNo.optional(), roundId: id.optional() })

export const DraftBody = z.object({
  orderNo: orderNo.optional(),
  roundId: id.optional(),
  title: oneLine(contactLimits.title).default(''),
  purpose: prose(contactLimits.purpose).default(''),
  contactName: oneLine(contactLimits.name).default(''),
  contactPhone: oneLine(contactLimits.phone).default(''),
  headcount: z.int().min(0).max(contactLimits.headcount).default(0),
  lines: z.array(LineBody).max(maxLines).default([]),
  documents: z.array(Document).max(20).default([]),
})

export const OrderNoBody = z.object({ orderNo })
export const GiveBackBody = z.object({ orderNo, dateId: z.uuid() })
export const DocumentsBody = z.object({ orderNo, documents: z.array(Document).min(1).max(10) })

export const PreOrderStateWire = z.enum(['draft', 'submitted', 'needs-documents', 'approved', 'confirmed', 'rejected', 'cancelled'])
export type PreOrderStateWire = z.infer<typeof PreOrderStateWire>

export const ListQuery = z.object({ status: PreOrderStateWire.optional(), ...pagedQuery })
export const RoundQuery = z.object({ roundId: idText.optional() })
export const CourtsQuery = RoundQuery.extend({ venue1stId: idText })
export const WeeklyQuery = RoundQuery.extend({ venue2ndId: idText, weekday: z.coerce.number().int().min(1).max(7) })
export const ScheduleQuery = RoundQuery.extend({
  venue1stId: idText.optional(),
  venue2ndId: idText.optional(),
  from: day.optional(),
  to: day.optional(),
}).refine((query) => (query.venue1stId === undefined) !== (query.venue2ndId === undefined), { path: ['venue1stId'] })
export const DetailQuery = z.object({ orderNo })

/** `phase`: before viewing, viewing only, open, over. */
export const RoundAnswer = z.object({
  id: z.int(),
  name: z.string(),
  seasonFrom: day,
  seasonTo: day,
  viewStart: moment,
  orderStart: moment,
  end: moment,
  phase: z.enum(['not-yet', 'view-only', 'open', 'ended']),
  mode: z.enum(modes),
  drawnAt: moment.nullable(),
  periodsPerWeek: z.int(),
  minutesPerPeriod: z.int(),
  payDays: z.int(),
  documentKinds: z.array(kind),
  documentNames: z.record(kind, z.string()),
  documentsAtMost: z.int(),
  serverTime: moment,
})
export type RoundAnswer = z.infer<typeof RoundAnswer>

/** B17 */
export const FacilitiesAnswer = z.array(
  z.object({
    id: z.int(),
    name: z.string(),
    sport: z.string(),
    drawing: z.string(),
    colour: z.string(),
    opens: time,
    closes: time,
    slotMinutes: z.int(),
    courts: z.int(),
  }),
)
export type PreOrderFacility = z.infer<typeof FacilitiesAnswer>[number]

/** B18 */
export const CourtsAnswer = z.array(z.object({ id: z.int(), name: z.string(), sharesWith: z.array(z.string()) }))
export type PreOrderCourt = z.infer<typeof CourtsAnswer>[number]

/** Weekly periods of a court on a weekday, one slot each. */
export const WeeklyAnswer = z.array(
  z.object({
    start: time,
    end: time,
    dates: z.int(),
    free: z.int(),
    price: z.int(),
    /** Dates that are open and taken. */
    refused: z.array(z.object({ date: day, why: z.string() })),
    /** Closed days, not counted in `dates`. */
    leftOut: z.array(day),
  }),
)

const cell = z.enum(['free', 'mine', 'taken', 'closed', 'past'])

/**
 * Of one court for any part of the season, or of all courts of a facility for at most two weeks. `states` has one entry
 * for each slot. `overview`: for each weekday, length in slots and first slot, how many dates of the season are open and
 * how many free; and the dates on which nothing is open.
 */
export const ScheduleAnswer = z.object({
  round: RoundAnswer,
  from: day,
  to: day,
  slots: z.array(z.object({ start: time, end: time })),
  courts: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      days: z.array(z.object({ date: day, states: z.array(cell), prices: z.array(z.int()) })),
      overview: z.array(
        z.object({
          weekday,
          open: z.array(z.array(z.int())),
          free: z.array(z.array(z.int())),
          mine: z.array(z.int()),
          closed: z.array(day),
        }),
      ),
    }),
  ),
})
export type SeasonSchedule = z.infer<typeof ScheduleAnswer>
export type SeasonCell = z.infer<typeof cell>

const Refused = z.object({ date: day, why: z.enum(['taken', 'closed', 'past', 'outside_round', 'yours']), reason: z.string() })
/** `leftOut`: closed days of a weekly line. */
const LineOutcome = z.object({ held: z.array(day), refused: z.array(Refused), leftOut: z.array(day) })

/** B22, B23 */
export const SubmittedAnswer = z.object({ orderNo, status: PreOrderStateWire, amount: z.int(), lines: z.array(LineOutcome) })
export type SubmittedAnswer = z.infer<typeof SubmittedAnswer>

const Alternative = z.object({
  venue1stId: z.int(),
  venue2ndId: z.int(),
  venue2ndName: z.string(),
  start: time,
  end: time,
  weekday: weekday.nullable(),
  /** Number of the requested dates that are free there. */
  free: z.int(),
  dates: z.int(),
})
export type SeasonAlternative = z.infer<typeof Alternative>

/** The outcome of submitting now. `problems` are of a line as a whole, such as a court that is not in the round. */
export const CheckLinesAnswer = z.object({
  lines: z.array(
    z.object({
      venue1stId: z.int().nullable(),
      venue1stName: z.string(),
      venue2ndName: z.string(),
      dates: z.array(z.object({ date: day, price: z.int(), state: z.enum(['free', 'taken', 'closed', 'past', 'outside_round', 'yours']) })),
      /** Closed days of a weekly line, not counted in `dates`. */
      leftOut: z.array(day),
      amount: z.int(),
      problems: z.array(z.object({ code: z.string(), title: z.string() })),
      alternatives: z.array(Alternative),
    }),
  ),
  /** Problems of all lines together: over the weekly cap, or suspended. */
  problems: z.array(z.object({ code: z.string(), title: z.string(), week: day.optional(), until: moment.optional() })),
  /** Most periods in one week, those held already included. */
  fullestWeek: z.int(),
  amount: z.int(),
  serverTime: moment,
})
export type CheckLinesAnswer = z.infer<typeof CheckLinesAnswer>

const Listed = z.object({
  orderNo,
  title: z.string(),
  status: PreOrderStateWire,
  round: z.object({ id: z.int(), name: z.string(), seasonFrom: day, seasonTo: day }),
  amount: z.int(),
  dates: z.int(),
  /** One sentence for each line, such as 羽球場 3, 每週二 19:00–21:00. */
  summary: z.array(z.string()),
  drawing: z.string().nullable(),
  colour: z.string().nullable(),
  submittedAt: moment.nullable(),
  changedAt: moment,
  payBefore: moment.nullable(),
  payOrderNo: z.string().nullable(),
})
export type ListedPreOrder = z.infer<typeof Listed>
/** B16 */
export const ListAnswer = listOf(Listed).extend({ serverTime: moment })

/** B21 */
export const DetailAnswer = Listed.extend({
  purpose: z.string(),
  contactName: z.string(),
  contactPhone: z.string(),
  headcount: z.int(),
  /** As typed. */
  wishes: z.array(LineBody),
  lines: z.array(
    z.object({
      venue1stId: z.int(),
      venue1stName: z.string(),
      venue2ndId: z.int(),
      venue2ndName: z.string(),
      start: time,
      end: time,
      dates: z.array(
        z.object({
          id: z.uuid(),
          date: day,
          price: z.int(),
          state: z.enum(['held', 'given-back', 'released']),
          /** Refund for giving the date back now; null when it cannot be given back. */
          giveBack: z.object({ refund: z.int(), percent: z.int(), until: moment }).nullable(),
        }),
      ),
    }),
  ),
  documents: z.array(z.object({ fileId: z.uuid(), kind, name: z.string(), size: z.int(), type: z.string() })),
  reviewNote: z.string(),
  missingKinds: z.array(kind),
  /** Actions that are allowed now. */
  may: z.object({ edit: z.boolean(), cancel: z.boolean(), addDocuments: z.boolean(), pay: z.boolean() }),
  roundDetail: RoundAnswer,
})
export type PreOrderDetail = z.infer<typeof DetailAnswer>

export const DraftAnswer = z.object({ orderNo, savedAt: moment })
export const CancelledAnswer = z.object({ orderNo })
export const SentDocumentsAnswer = z.object({ orderNo, status: PreOrderStateWire })

/** For the OpenAPI document only: the handler reads the parts as a stream. */
export const DocsForm = z.object({ uploads: z.array(z.string().meta({ format: 'binary' })) })
export const DocsAnswer = z.array(z.object({ id: z.uuid(), name: z.string(), size: z.int(), type: z.string() }))

export const GaveBackAnswer = z.object({ refund: z.int() })
