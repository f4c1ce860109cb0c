import { z } from 'zod'
import { day } from '#http/wire.ts'
import { moneyWays } from '#modules/payments/rules.ts'
import { comparisons, figures, monthPattern } from './rules.ts'

const code = z.string().min(1).max(40)

export const InsightQuery = z.object({ from: day, to: day, against: z.enum(comparisons), facility: code }).partial()
export const InsightFileQuery = InsightQuery.extend({ figure: z.enum(figures) })
export const ReportQuery = z.object({ month: z.string().regex(monthPattern, { error: 'field_month' }).optional() })

const Span = z.object({ from: z.string(), to: z.string() })
/** Seven weekdays, Monday first, of 24 hours each. */
const WeekNumbers = z.array(z.array(z.number()))

const VisitsOf = z.object({
  /** Minutes of spaces. */
  booked: z.number(),
  bookable: z.number(),
  bookings: z.int(),
  came: z.int(),
  missed: z.int(),
  /** Bookings by the span between booking and playing. */
  lead: z.array(z.int()),
  bookedWeek: WeekNumbers,
  bookableWeek: WeekNumbers,
  facilities: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      booked: z.number(),
      bookable: z.number(),
      bookings: z.int(),
      came: z.int(),
      missed: z.int(),
    }),
  ),
  /** By day, week or month. */
  points: z.array(z.object({ from: z.string(), booked: z.number(), bookable: z.number() })),
  demand: z.object({
    refused: z.int(),
    searched: z.int(),
    seen: z.int(),
    /** All kinds together. */
    week: WeekNumbers,
    top: z.array(
      z.object({
        /** A facility, a sport, or empty: anything anywhere. */
        name: z.string(),
        weekday: z.int(),
        hour: z.int(),
        refused: z.int(),
        searched: z.int(),
        seen: z.int(),
        courts: z.int(),
      }),
    ),
  }),
  ratings: z.object({
    /** How often 1 to 5 stars were given. */
    stars: z.array(z.int()),
    facilities: z.array(z.object({ code: z.string(), name: z.string(), stars: z.array(z.int()) })),
  }),
  /** How members logged in, the most frequent first; empty for a single facility. */
  logins: z.array(z.object({ key: z.string(), name: z.string(), count: z.int() })),
})
export type VisitsOf = z.infer<typeof VisitsOf>

const Way = z.enum(moneyWays)
const MoneyOf = z.object({
  in: z.number(),
  out: z.number(),
  ways: z.array(z.object({ way: Way, name: z.string(), in: z.number(), out: z.number(), payments: z.number(), refunds: z.number() })),
  facilities: z.array(z.object({ code: z.string(), name: z.string(), in: z.number(), out: z.number(), byWay: z.record(Way, z.number()) })),
  refunds: z.array(z.object({ cause: z.string(), name: z.string(), count: z.number(), amount: z.number() })),
  points: z.array(z.object({ from: z.string(), in: z.number(), out: z.number() })),
})
export type MoneyOf = z.infer<typeof MoneyOf>

/** How the numbers of a column are written. Days and names are texts. */
const ColumnKind = z.enum(['text', 'count', 'money', 'percent', 'hours', 'stars'])
const FigureTable = z.object({
  figure: z.enum(figures),
  title: z.string(),
  columns: z.array(z.object({ head: z.string(), kind: ColumnKind })),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
})
export type FigureTable = z.infer<typeof FigureTable>

export const InsightAnswer = z.object({
  today: z.string(),
  period: Span,
  before: Span,
  against: z.enum(comparisons),
  /** The centre's first day: earlier days count as none. Null when nothing was booked yet. */
  firstDay: z.string().nullable(),
  grain: z.enum(['day', 'week', 'month']),
  /** The chosen facility's code; null: all. */
  facility: z.string().nullable(),
  facilities: z.array(z.object({ code: z.string(), name: z.string() })),
  /** Null for those who see money only. */
  visits: z.object({ now: VisitsOf, before: VisitsOf }).nullable(),
  money: z.object({ now: MoneyOf, before: MoneyOf }),
  tables: z.array(FigureTable),
})
export type InsightAnswer = z.infer<typeof InsightAnswer>

export const ReportAnswer = z.object({
  month: z.string(),
  /** False while the month is not over. */
  isOver: z.boolean(),
  /** Sentences by the part of the report that they belong to. */
  words: z.array(
    z.object({ part: z.enum(['use', 'refused', 'money', 'no-shows', 'ratings']), title: z.string(), sentences: z.array(z.string()) }),
  ),
  insight: InsightAnswer,
})
export type ReportAnswer = z.infer<typeof ReportAnswer>

export const SubscriptionBody = z.object({ isOn: z.boolean() })
export const SubscriptionAnswer = z.object({ isOn: z.boolean() })
export type SubscriptionAnswer = z.infer<typeof SubscriptionAnswer>
