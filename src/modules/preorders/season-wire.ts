import { z } from 'zod'
import { day, id, idText, moment, time } from '#http/wire.ts'
import { Decision, RoundBody } from './staff-wire.ts'
import { FacilitiesAnswer, kind, orderNo, PreOrderStateWire, RoundAnswer, ScheduleAnswer } from './wire.ts'

/** A round, and all that clubs can take part in now: by pre-orders, also for what a draw has left, or by wishes. Those that end first come first. */
export const ChosenRoundAnswer = RoundAnswer.extend({
  open: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      seasonFrom: day,
      seasonTo: day,
      orderStart: moment,
      end: moment,
      phase: z.enum(['view-only', 'open']),
      takes: z.enum(['pre-orders', 'leftovers', 'wishes']),
    }),
  ),
})
export type ChosenRoundAnswer = z.infer<typeof ChosenRoundAnswer>

export const RoundParams = z.object({ id: idText })

const Spot = { facility: z.string(), court: z.string(), start: time, end: time }

/** A date that the club asked for and does not have. */
const Lost = z.object({
  ...Spot,
  date: day,
  why: z.enum(['taken', 'closed', 'past', 'outside_round', 'yours', 'released', 'given-back']),
  reason: z.string(),
  /** The club of this season that has it; null when another booking has. */
  by: z.object({ orderNo, club: z.string() }).nullable(),
})

const Request = z.object({
  orderNo,
  club: z.string(),
  memberId: z.uuid(),
  title: z.string(),
  purpose: z.string(),
  headcount: z.int(),
  contactName: z.string(),
  contactPhone: z.string(),
  email: z.string(),
  status: PreOrderStateWire,
  submittedAt: moment.nullable(),
  decidedAt: moment.nullable(),
  decidedBy: z.string().nullable(),
  note: z.string(),
  amount: z.int(),
  payOrderNo: z.string().nullable(),
  payBefore: moment.nullable(),
  /** One sentence for each line, such as 羽球場 3, 每週二 19:00–21:00. */
  summary: z.array(z.string()),
  /** Dates that it asked for, and that it has. */
  asked: z.int(),
  held: z.int(),
  lost: z.array(Lost),
  documents: z.array(z.object({ fileId: z.uuid(), kind, name: z.string(), size: z.int(), type: z.string() })),
  /** Kinds of documents that it lacks. */
  missing: z.array(kind),
})
export type SeasonRequest = z.infer<typeof Request>

const PlanEntry = z.object({
  orderNo,
  club: z.string(),
  title: z.string(),
  status: PreOrderStateWire,
  courtId: z.int(),
  weekday: z.int().min(1).max(7),
  start: time,
  end: time,
  days: z.array(day),
  /** Days of this weekday in the season. */
  of: z.int(),
})
export type SeasonPlanEntry = z.infer<typeof PlanEntry>

const StaffRound = RoundBody.required().extend({
  id: z.int(),
  version: z.int(),
  /** Of a ballot: when its wishes were fixed, and when they were drawn. */
  frozenAt: moment.nullable(),
  drawnAt: moment.nullable(),
  phase: z.enum(['not-yet', 'view-only', 'open', 'ended']),
  changedBy: z.string().nullable(),
  changedAt: moment.nullable(),
})
export type StaffRound = z.infer<typeof StaffRound>

/** A season as staff see it: the round, what clubs have sent, and the plan. */
export const SeasonAnswer = z.object({
  round: StaffRound,
  requests: z.array(Request),
  facilities: z.array(
    z.object({
      id: z.int(),
      code: z.string(),
      name: z.string(),
      courts: z.array(z.object({ id: z.int(), name: z.string() })),
      slots: z.array(z.object({ start: time, end: time })),
    }),
  ),
  plan: z.array(PlanEntry),
  documentNames: z.record(kind, z.string()),
  now: moment,
})
export type SeasonAnswer = z.infer<typeof SeasonAnswer>

/** `previewFacility`: whose grid is shown; the first one unless given. */
export const PreviewRoundBody = RoundBody.extend({ id: id.optional(), previewFacility: id.optional() })
export const PreviewRoundAnswer = z.object({
  /** What clubs will read and see. */
  round: RoundAnswer,
  facilities: FacilitiesAnswer,
  schedule: ScheduleAnswer.nullable(),
  /** Dates that clubs have already and that the round would no longer offer: they stay theirs. */
  outside: z.object({ dates: z.int(), clubs: z.int() }),
})
export type PreviewRoundAnswer = z.infer<typeof PreviewRoundAnswer>

export const BulkReviewBody = z.object({ reviews: z.array(Decision).min(1).max(200) })
/** One line for each pre-order, in the order of the request. */
export const BulkReviewAnswer = z.object({
  lines: z.array(
    z.object({
      orderNo,
      isDone: z.boolean(),
      status: PreOrderStateWire.nullable(),
      payOrderNo: z.string().nullable(),
      payBefore: moment.nullable(),
      /** Why it was refused, and who was faster. */
      code: z.string().nullable(),
      reason: z.string(),
    }),
  ),
})
export type BulkReviewAnswer = z.infer<typeof BulkReviewAnswer>

/** What a screen needs to begin a new round: the centre's usual numbers, and the facilities with their hours in a season. */
export const NewRoundQuery = z.object({ seasonFrom: day.optional(), seasonTo: day.optional() })
export const NewRoundAnswer = z.object({
  periodsPerWeek: z.int(),
  minutesPerPeriod: z.int(),
  payDays: z.int(),
  giveBackHours: z.int(),
  seasonWeeks: z.int(),
  documents: z.array(z.object({ kind, name: z.string(), isAsked: z.boolean() })),
  facilities: z.array(
    z.object({ id: z.int(), code: z.string(), name: z.string(), courts: z.int(), slots: z.array(z.object({ start: time, end: time })) }),
  ),
})
export type NewRoundAnswer = z.infer<typeof NewRoundAnswer>
