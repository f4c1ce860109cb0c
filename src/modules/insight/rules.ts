import { addDays, daysBetween, daysFrom, minuteOf, type Day } from '#lib/zone.ts'
import type { CourtCells } from '#modules/availability/rules.ts'
import type { Period } from '#lib/period.ts'

/**
 * Insight is what the centre knows of its own use: how full it was, what people wanted and did not get, what came in and went
 * back, who did not come, how early people book, and how they rate it. Figures are counted for a period of days, beside another
 * one. Pure, and safe in the browser.
 */
export type DaySpan = { from: Day; to: Day }

/** Which period stands beside the one that is shown: the days right before it, or the same days of last year. */
export const comparisons = ['before', 'year'] as const
export type Comparison = (typeof comparisons)[number]

/** Ten years: longer than the books are kept. */
const longestSpan = 3660

export const lengthOf = ({ from, to }: DaySpan): number => daysBetween(from, to) + 1

/** Four whole weeks that end yesterday: every weekday counts as often as the others. */
const usualSpan = (today: Day): DaySpan => ({ from: addDays(today, -28), to: addDays(today, -1) })

/** Undefined when nothing is left of the period: it lies ahead, ends before it begins, or is longer than ten years. */
export function spanOf({ from, to }: Partial<DaySpan>, today: Day): DaySpan | undefined {
  const usual = usualSpan(today)
  const last = to === undefined || to > today ? today : to
  const span = from === undefined && to === undefined ? usual : { from: from ?? addDays(last, -27), to: last }
  return span.from <= span.to && lengthOf(span) <= longestSpan ? span : undefined
}

export const monthPattern = /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/

/** Days of a month that is written as 2026-11. */
export function monthSpan(month: string): DaySpan {
  const from = `${month}-01`
  return { from, to: addDays(monthAfter(month, 1) + '-01', -1) }
}

/** The month so many months later; earlier with a negative number. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const count = year * 12 + number - 1 + months
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
}

const isWholeMonths = ({ from, to }: DaySpan): boolean => from.endsWith('-01') && addDays(to, 1).endsWith('-01')

/**
 * The period to compare with. Whole months are compared with as many whole months; other periods with as many days: right
 * before, or a year before, moved to the same weekdays (52 weeks, for each year that the period has).
 */
export function comparedSpan(span: DaySpan, against: Comparison): DaySpan {
  if (isWholeMonths(span)) {
    const [first, after] = [span.from.slice(0, 7), addDays(span.to, 1).slice(0, 7)]
    const months = monthsBetween(first, after)
    const back = against === 'before' ? months : 12 * Math.ceil(months / 12)
    return { from: `${monthAfter(first, -back)}-01`, to: addDays(`${monthAfter(after, -back)}-01`, -1) }
  }
  const length = lengthOf(span)
  const back = against === 'before' ? length : 364 * Math.ceil(length / 364)
  return { from: addDays(span.from, -back), to: addDays(span.to, -back) }
}

/**
 * How much there is to compare with in the period beside: all of it, only a part of its days, or none, because the centre's first
 * day came later. Null: the centre has no first day yet.
 */
export type Comparable = 'whole' | 'partly' | 'none'
export function comparableFrom({ from, to }: DaySpan, firstDay: Day | null): Comparable {
  if (firstDay === null || to < firstDay) return 'none'
  return from < firstDay ? 'partly' : 'whole'
}

function monthsBetween(from: string, to: string): number {
  const count = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))
  return count(to) - count(from)
}

/** Periods that are chosen by one press, by name. */
export const presetNames = ['weeks', 'month', 'last-month', 'quarter', 'year', 'five-years'] as const
export type PresetName = (typeof presetNames)[number]

export function presetSpan(name: PresetName, today: Day): DaySpan {
  const month = today.slice(0, 7)
  if (name === 'weeks') return usualSpan(today)
  if (name === 'month') return { from: `${month}-01`, to: today }
  if (name === 'last-month') return monthSpan(monthAfter(month, -1))
  if (name === 'quarter') return { from: `${monthAfter(month, -3)}-01`, to: monthSpan(monthAfter(month, -1)).to }
  if (name === 'year') return { from: `${monthAfter(month, -12)}-01`, to: monthSpan(monthAfter(month, -1)).to }
  return { from: `${monthAfter(month, -60)}-01`, to: monthSpan(monthAfter(month, -1)).to }
}

/** Points of a line over time: days for two months, weeks for a year, months beyond. */
export type Grain = 'day' | 'week' | 'month'
export function grainOf(span: DaySpan): Grain {
  const length = lengthOf(span)
  return length <= 62 ? 'day' : length <= 400 ? 'week' : 'month'
}

/** First days of the points; a week begins with the weekday that the period begins with. */
export function pointsOf(span: DaySpan, grain: Grain): Day[] {
  if (grain === 'day') return daysFrom(span.from, span.to)
  const points: Day[] = []
  for (let day = span.from; day <= span.to;) {
    points.push(day)
    day = grain === 'week' ? addDays(day, 7) : `${monthAfter(day.slice(0, 7), 1)}-01`
  }
  return points
}

/** Spans between booking and playing, in the order of insight_days.lead. */
export const leadSpans = ['two-hours', 'same-day', 'one-day', 'three-days', 'week', 'two-weeks', 'longer'] as const
export type LeadSpan = (typeof leadSpans)[number]

const demandKinds = ['refused', 'searched', 'seen'] as const
export type DemandKind = (typeof demandKinds)[number]

/** Seven weekdays, Monday first, of 24 hours each. */
export type Week = number[][]
export const emptyWeek = (): Week => Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)
export const sumOfWeek = (week: Week): number => sumOf(week.map(sumOf))

/** Null when there is nothing to divide by. */
export const shareOf = (part: number, whole: number): number | null => (whole > 0 ? Math.min(1, part / whole) : null)

/** How a figure differs from the one before. */
export type Difference = { kind: 'none' } | { kind: 'same' } | { kind: 'more' | 'less'; by: number; percent: number | null }

/** Null: not known, because there was nothing to count. */
export function differenceOf(now: number | null, before: number | null): Difference {
  if (now === null || before === null) return { kind: 'none' }
  if (now === before) return { kind: 'same' }
  const by = Math.abs(now - before)
  const percent = before === 0 ? null : Math.round((100 * by) / Math.abs(before))
  // More than ten times as much is no comparison.
  return { kind: now > before ? 'more' : 'less', by, percent: percent === null || percent >= 1000 ? null : percent }
}

/** The same for shares between 0 and 1, in whole percentage points. */
export function pointsDifference(now: number | null, before: number | null): Difference {
  if (now === null || before === null) return { kind: 'none' }
  return differenceOf(Math.round(100 * now), Math.round(100 * before))
}

/** Average of stars by how often 1 to 5 were given; null without ratings. */
export function averageStars(stars: readonly number[]): number | null {
  const count = sumOf(stars)
  return count === 0 ? null : sumOf(stars.map((given, n) => given * (n + 1))) / count
}

/** Figures, each with a table and a file of its own. */
export const figures = ['use', 'hours', 'refused', 'money', 'ways', 'no-shows', 'lead', 'refunds', 'ratings', 'logins'] as const
export type Figure = (typeof figures)[number]

/** Figures about money, which finance may read too. */
export const moneyFigures: readonly Figure[] = ['money', 'ways', 'refunds']

/** Hours of the day, 0 to 23, that these minutes touch. */
export function hoursIn(start: number, end: number): number[] {
  const first = Math.floor(start / 60)
  const last = Math.min(23, Math.ceil(end / 60) - 1)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n)
}

/** The same for a period of one day, which may end at midnight. */
export function hoursOfPeriod({ start, end }: Period): number[] {
  const from = minuteOf(start)
  return hoursIn(from, from + (end.getTime() - start.getTime()) / 60_000)
}

/**
 * Hours to come in which no court was free, and at least one was taken by somebody: closed hours are nobody's. The cells of all
 * courts of a facility have the same times.
 */
export function fullHours(courts: readonly CourtCells[]): number[] {
  const full = new Map<number, boolean>()
  for (const [n, cell] of (courts[0]?.cells ?? []).entries()) {
    const states = courts.map(({ cells }) => cells[n]!.state)
    if (!states.some((state) => state === 'free' || state === 'booked' || state === 'held')) continue
    const isFull = !states.includes('free') && !states.includes('mine')
    for (const hour of hoursOfPeriod(cell)) full.set(hour, isFull && full.get(hour) !== false)
  }
  return [...full].filter(([, isFull]) => isFull).map(([hour]) => hour)
}
