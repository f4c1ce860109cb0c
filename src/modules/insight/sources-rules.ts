import { addDays, type Day } from '#lib/zone.ts'
import { monthAfter, type DaySpan } from './rules.ts'

/** How far days are rolled up (null: none is), the years that are summed, by their first days, and the days that have changed since. */
export type RolledUp = { until: Day | null; years: readonly Day[]; changed: readonly Day[] }

/** Where the counts of a period come from. Every day of it is in one of these: years and months are named by their first days. */
export type Sources = {
  /** Read as sums of years. */
  years: Day[]
  /** Read as sums of months. */
  months: Day[]
  /** Read as counts of days. */
  days: Day[]
  /** Counted from the rows: not rolled up yet, or changed since. */
  live: Day[]
}

/** The fewest sums that make up a period, none of them longer than `longest`. */
export function sourcesOf({ from, to }: DaySpan, { until, years, changed }: RolledUp, longest: 'year' | 'month' | 'day'): Sources {
  const sources: Sources = { years: [], months: [], days: [], live: [] }
  const rolledUpTo = until ?? ''
  // Days, months and years, each as the beginning of a day's text.
  const isChanged = new Set(changed.flatMap((day) => [day, day.slice(0, 7), day.slice(0, 4)]))
  const isWhole = (name: string, next: Day) => {
    const last = addDays(next, -1)
    return last <= to && last <= rolledUpTo && !isChanged.has(name)
  }
  for (let day = from; day <= to;) {
    const [year, month] = [day.slice(0, 4), day.slice(0, 7)]
    const [nextYear, nextMonth] = [`${monthAfter(`${year}-01`, 12)}-01`, `${monthAfter(month, 1)}-01`]
    if (longest === 'year' && years.includes(day) && isWhole(year, nextYear)) {
      sources.years.push(day)
      day = nextYear
    } else if (longest !== 'day' && day === `${month}-01` && isWhole(month, nextMonth)) {
      sources.months.push(day)
      day = nextMonth
    } else {
      const isStored = day <= rolledUpTo && !isChanged.has(day)
      sources[isStored ? 'days' : 'live'].push(day)
      day = addDays(day, 1)
    }
  }
  return sources
}
