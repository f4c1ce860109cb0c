import { m } from '#i18n/generated/messages.js'
import { amountText, formatMoney } from '#i18n/money.ts'
import type { Difference, Figure, PresetName } from '#modules/insight/rules.ts'
import type { FigureTable } from '#modules/insight/wire.ts'

type Kind = FigureTable['columns'][number]['kind']

/** A number as its column writes it; nothing to count is a dash. */
export function cellText(value: string | number | null, kind: Kind): string {
  if (value === null) return m.insight_unknown()
  if (typeof value === 'string') return value
  if (kind === 'money') return formatMoney(value)
  if (kind === 'percent') return `${value.toFixed(1)}%`
  if (kind === 'hours') return amountText(Math.round(value))
  if (kind === 'stars') return value.toFixed(1)
  return amountText(value)
}

export const percentText = (share: number | null): string => (share === null ? m.insight_unknown() : `${Math.round(share * 100)}%`)

/** How a count or a sum differs from that of the period beside it. */
export function differenceText(difference: Difference, write: (by: number) => string): string {
  if (difference.kind === 'none') return m.insight_none()
  if (difference.kind === 'same') return m.insight_same()
  const { kind, by, percent } = difference
  if (percent === null) return kind === 'more' ? m.insight_more_plain({ by: write(by) }) : m.insight_less_plain({ by: write(by) })
  return kind === 'more' ? m.insight_more({ by: write(by), percent }) : m.insight_less({ by: write(by), percent })
}

/** The same for shares. */
export function pointsText(difference: Difference): string {
  if (difference.kind === 'none') return m.insight_none()
  if (difference.kind === 'same') return m.insight_same()
  return difference.kind === 'more' ? m.insight_points_more({ by: difference.by }) : m.insight_points_less({ by: difference.by })
}

const abouts: Record<Figure, () => string> = {
  use: m.insight_about_use,
  hours: m.insight_about_hours,
  refused: m.insight_about_refused,
  money: m.insight_about_money,
  ways: m.insight_about_ways,
  'no-shows': m.insight_about_no_shows,
  lead: m.insight_about_lead,
  refunds: m.insight_about_refunds,
  ratings: m.insight_about_ratings,
  logins: m.insight_about_logins,
}
/** What a figure counts, in a sentence. */
export const aboutFigure = (figure: Figure): string => abouts[figure]()

const presets: Record<PresetName, () => string> = {
  weeks: m.insight_preset_weeks,
  month: m.insight_preset_month,
  'last-month': m.insight_preset_last_month,
  quarter: m.insight_preset_quarter,
  year: m.insight_preset_year,
  'five-years': m.insight_preset_five_years,
}
export const presetText = (name: PresetName): string => presets[name]()
