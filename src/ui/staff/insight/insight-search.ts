import { isDay } from '#lib/zone.ts'
import { comparisons, monthPattern, type Comparison } from '#modules/insight/rules.ts'

/** Period, comparison and facility in the address. */
export type InsightSearch = {
  from?: string | undefined
  to?: string | undefined
  against?: Comparison | undefined
  facility?: string | undefined
}

const text = (value: unknown, most: number) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, most) : ''
const day = (value: unknown) => (isDay(text(value, 10)) ? text(value, 10) : undefined)

/** What the calls take: values of a mistyped address are left out instead of refused. */
export function insightSearch(search: Record<keyof InsightSearch, unknown> | InsightSearch): InsightSearch {
  const asked = {
    from: day(search.from),
    to: day(search.to),
    // The period before is the usual one, and needs no word in the address.
    against: comparisons.find((one) => one === search.against && one !== 'before'),
    facility: text(search.facility, 40),
  }
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value)) as InsightSearch
}

export type ReportSearch = { month?: string | undefined }

/** The month in the address, else the last one that is over. */
export const monthIn = ({ month }: Record<'month', unknown> | ReportSearch): string | undefined =>
  monthPattern.test(text(month, 7)) ? text(month, 7) : undefined
