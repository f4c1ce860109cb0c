import { comparisons, monthPattern, type Comparison } from '#modules/insight/rules.ts'
import { aDay, anyWords, fitting, oneOf, readAddress } from '#ui/staff/kit/address.ts'

/** Period, comparison and facility in the address. */
export type InsightSearch = {
  from?: string | undefined
  to?: string | undefined
  against?: Comparison | undefined
  facility?: string | undefined
}

/** What the calls take. */
export const insightSearch = (search: Record<keyof InsightSearch, unknown> | InsightSearch): InsightSearch =>
  readAddress<InsightSearch>(search, {
    from: aDay,
    to: aDay,
    // The period before is the usual one, and needs no word in the address.
    against: oneOf(...comparisons.filter((one) => one !== 'before')),
    facility: anyWords(40),
  })

export type ReportSearch = { month?: string | undefined }

/** The month in the address, else the last one that is over. */
export const monthIn = (search: Record<'month', unknown> | ReportSearch): string | undefined =>
  readAddress<ReportSearch>(search, { month: fitting(monthPattern) }).month
