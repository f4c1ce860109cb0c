import { z } from 'zod'
import { day, id, idText, moment, time, toDate } from '#http/wire.ts'
import { prose, someLine } from '#http/wire-text.ts'
import { closureCauses, closureChoices, closureCursorPattern, closureItemStates, everyWeekday, longestClosureDays } from './rules.ts'
import { daysBetween, minuteFrom } from '#lib/zone.ts'

const words = (max: number) => z.object({ tw: prose(max), en: prose(max) })
const lines = z.object({ tw: someLine(200), en: someLine(200) })

/** Where and when. Times are of each day; 24:00 is the end of the day. */
export const PlanBody = z
  .object({
    /** Ids of facilities, closed in one run. */
    facilities: z.array(id).min(1, 'field_required').max(100),
    /** Of the one facility that is named. Empty: all that is named closes whole. */
    courts: z.array(id).max(100).default([]),
    from: day,
    to: day,
    opens: time.default('00:00'),
    closes: time.default('24:00'),
    /** 1 is Monday. */
    weekdays: z.array(z.int().min(1).max(7)).min(1, 'field_required').max(7).default(everyWeekday),
  })
  .refine(({ facilities, courts }) => courts.length === 0 || new Set(facilities).size === 1, {
    path: ['courts'],
    message: 'field_courts_of_one',
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'field_end_before_start' })
  .refine(({ opens, closes }) => minuteFrom(opens) < minuteFrom(closes), { path: ['closes'], message: 'field_end_before_start' })
  .refine(({ from, to }) => daysBetween(from, to) < longestClosureDays, { path: ['to'], message: 'field_period_too_long' })
export type PlanBody = z.input<typeof PlanBody>

const said = { reason: lines, words: words(500).default({ tw: '', en: '' }) }
export const RunBody = z.object({
  plan: PlanBody,
  cause: z.enum(closureCauses),
  choice: z.enum(closureChoices).default('refund'),
  ...said,
  /** Of the dry run that was looked at. */
  fingerprint: someLine(100),
})
export type RunBody = z.input<typeof RunBody>
const moments = { start: toDate, end: toDate }
export const LetterBody = z.object({
  venue1stId: id,
  /** Other floor that the dry run has found, and what it stands for. Without it: the letter of those who are paid back. */
  offered: z.object({ from: z.object(moments), to: z.object({ venue2ndId: id, ...moments }) }).optional(),
  ...said,
})
export type LetterBody = z.input<typeof LetterBody>
export const WordsBody = z.object({ id: z.uuid(), version: id, ...said })
export const ClosureIdBody = z.object({ id: z.uuid() })
/** `venue1stId`: only this facility of several that were closed together. */
export const LiftClosureBody = z.object({ id: z.uuid(), venue1stId: id.optional() })
export const ClosureParams = z.object({ id: z.uuid() })
export const ClosureIdAnswer = z.object({ id: z.uuid() })

const place = z.object({ facility: z.string(), court: z.string().nullable() })
/** `offers`: so many can be offered other floor; `backBesideOffers`: what is paid back at once then. */
const totals = z.object({
  people: z.int(),
  bookings: z.int(),
  back: z.int(),
  offers: z.int(),
  backBesideOffers: z.int(),
  clubDates: z.int(),
  unpaid: z.int(),
})
const period = { start: moment, end: moment }

export const AffectedBooking = z.object({
  holderId: z.uuid(),
  kind: z.enum(['order', 'preorder']),
  state: z.enum(['unpaid', 'paid', 'held']),
  orderNo: z.string().nullable(),
  memberId: z.uuid(),
  name: z.string(),
  isGuest: z.boolean(),
  isClub: z.boolean(),
  venue1stId: z.int(),
  ...place.shape,
  ...period,
  back: z.int(),
  /** Other floor that it is offered, where that is chosen; null: it is cancelled in either case. */
  instead: z.object({ venue2ndId: z.int(), ...place.shape, ...period }).nullable(),
})
export type AffectedBooking = z.infer<typeof AffectedBooking>

/** `bookings` are the first of them; the totals are of all. Somebody with bookings in two facilities is one person in the totals. */
export const EffectAnswer = z.object({
  fingerprint: z.string(),
  facilities: z.array(z.object({ venue1stId: z.int(), name: z.string(), totals })),
  courts: z.array(z.string()),
  periods: z.array(z.object(period)),
  totals,
  /** Bookings of earlier closures that wait for an answer, and whose other floor closes as well: they are paid back. `people`: beside those of the totals. */
  lostOffers: z.object({ bookings: z.int(), people: z.int(), back: z.int() }),
  bookings: z.array(AffectedBooking),
})
export type EffectAnswer = z.infer<typeof EffectAnswer>

/** `text`: of guests. `offerText`: of members who are offered other floor. */
const letter = z.object({ subject: z.string(), body: z.string(), text: z.string(), offerText: z.string().nullable() })
export const LetterAnswer = z.object({ tw: letter, en: letter })
export type LetterAnswer = z.infer<typeof LetterAnswer>

export const ClosureListQuery = z.object({
  venue1stId: idText.optional(),
  past: z.enum(['true', 'false']).default('false'),
  after: z.string().regex(closureCursorPattern).optional(),
})

export const ListedClosure = z.object({
  id: z.uuid(),
  isClosure: z.boolean(),
  /** Names of those that are closed. */
  facilities: z.array(z.string()),
  courts: z.array(z.string()),
  ...period,
  opensAt: moment.nullable(),
  opens: z.string().nullable(),
  closes: z.string().nullable(),
  weekdays: z.array(z.int()),
  cause: z.enum(closureCauses).nullable(),
  state: z.enum(['running', 'done', 'lifted']),
  reason: z.string(),
  bookings: z.int(),
  waiting: z.int(),
  failed: z.int(),
  createdBy: z.string().nullable(),
  createdAt: moment,
  liftedAt: moment.nullable(),
})
export type ListedClosure = z.infer<typeof ListedClosure>
export const ClosureListAnswer = z.object({
  items: z.array(ListedClosure),
  next: z.string().nullable(),
  facilities: z.array(
    z.object({
      venue1stId: z.int(),
      name: z.string(),
      outdoor: z.boolean(),
      courts: z.array(z.object({ venue2ndId: z.int(), name: z.string() })),
    }),
  ),
  serverTime: moment,
})
export type ClosureListAnswer = z.infer<typeof ClosureListAnswer>

export const ReportItem = z.object({
  holderId: z.uuid(),
  state: z.enum(closureItemStates),
  orderNo: z.string().nullable(),
  memberId: z.uuid(),
  name: z.string(),
  isClub: z.boolean(),
  isGuest: z.boolean(),
  facility: z.string().nullable(),
  court: z.string().nullable(),
  ...period,
  /** Other floor that is or was held for it. */
  instead: z.object({ ...place.shape, ...period }).nullable(),
  owed: z.int(),
  failure: z.string().nullable(),
})
export type ReportItem = z.infer<typeof ReportItem>

const bothWords = z.object({ tw: z.string(), en: z.string() })
export const ClosureAnswer = z.object({
  id: z.uuid(),
  facilities: z.array(z.object({ venue1stId: z.int(), name: z.string(), liftedAt: moment.nullable() })),
  courts: z.array(z.string()),
  from: z.string(),
  to: z.string(),
  opens: z.string(),
  closes: z.string(),
  weekdays: z.array(z.int()),
  cause: z.enum(closureCauses),
  choice: z.enum(closureChoices),
  reason: bothWords,
  words: bothWords,
  state: z.enum(['running', 'done', 'lifted']),
  version: z.int(),
  createdBy: z.string(),
  /** Closed by whoever asks: the desk may open only that again. */
  isOwn: z.boolean(),
  createdAt: moment,
  finishedAt: moment.nullable(),
  liftedAt: moment.nullable(),
  liftedBy: z.string().nullable(),
  begins: moment,
  until: moment,
  isAhead: z.boolean(),
  isOver: z.boolean(),
  counts: z.record(z.enum(closureItemStates), z.int()),
  people: z.int(),
  owed: z.int(),
  items: z.array(ReportItem),
})
export type ClosureAnswer = z.infer<typeof ClosureAnswer>

/** How many bookings have their own floor back, how many cancelled ones are offered to their members again, of how many guests are told by text, and of how many not: the centre sends none. */
export const LiftedAnswer = z.object({ restored: z.int(), offered: z.int(), told: z.int(), untold: z.int() })
export type LiftedAnswer = z.infer<typeof LiftedAnswer>
