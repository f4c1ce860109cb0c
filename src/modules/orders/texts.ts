import * as m from '#i18n/generated/messages.js'
import { formatDay, formatMoment } from '#i18n/dates.ts'
import type { Locale } from '#i18n/locale.ts'
import { minuteOf, momentAt, type Day } from '#lib/zone.ts'
import type { ItemProblem, ItemRequest } from './rules.ts'
import type { OverQuota } from './store.ts'
import { formatMoney } from '#i18n/money.ts'
import type { OrderRefusal } from './place-order.ts'

const dayText = (day: Day, locale: Locale) => formatDay(momentAt(day, 0), locale)

/** Text of an item's problem. */
export function itemProblemTitle(problem: ItemProblem, locale: Locale): string {
  const spoken = { locale }
  switch (problem.code) {
    case 'no_such_court':
      return m.problem_no_such_court({}, spoken)
    case 'starts_in_past':
      return m.problem_starts_in_past({}, spoken)
    case 'off_grid':
      return m.problem_off_grid({ slotMinutes: problem.slotMinutes }, spoken)
    case 'not_open_yet':
      return minuteOf(problem.opensAt) === 0
        ? m.problem_not_open_yet({ day: dayText(problem.opensOn, locale) }, spoken)
        : m.problem_not_open_at({ moment: formatMoment(problem.opensAt, locale) }, spoken)
    case 'items_overlap':
      return m.problem_items_overlap({}, spoken)
    case 'period_taken':
      return m.problem_period_taken({}, spoken)
    case 'period_yours':
      return m.problem_period_yours({}, spoken)
    case 'period_closed':
      return m.problem_period_closed({}, spoken)
  }
}

/** End of a suspension as a timestamp and as text. */
export const suspensionText = (until: Date, locale: Locale): { until: string; untilText: string } => ({
  until: until.toISOString(),
  untilText: formatMoment(until, locale),
})

/** The problem that placing the order would report. */
export function suspendedProblem(suspendedUntil: Date | null, locale: Locale): { code: string; title: string; until: string }[] {
  if (!suspendedUntil) return []
  const { until, untilText } = suspensionText(suspendedUntil, locale)
  return [{ code: 'suspended', title: m.problem_suspended({ untilText }, { locale }), until }]
}

/** What keeps an order as a whole from being placed. */
type OrderStops = {
  overQuota: OverQuota | null
  suspendedUntil: Date | null
  amount: number
  /** Ways to pay for it. */
  canPayOnline: boolean
  desk: { open: number; allowed: number } | null
}

/** Problems of the order as a whole, such as the quota. */
export function orderProblems({ overQuota, suspendedUntil, amount, canPayOnline, desk }: OrderStops, locale: Locale) {
  return [
    ...suspendedProblem(suspendedUntil, locale),
    ...(overQuota ? [{ code: 'over_quota', title: quotaReason(overQuota, locale), over: overQuota }] : []),
    ...(amount === 0 || canPayOnline
      ? []
      : !desk
        ? [{ code: 'cannot_be_paid', title: m.problem_cannot_be_paid({}, { locale }) }]
        : desk.open >= desk.allowed
          ? [{ code: 'desk_orders_open', title: m.problem_desk_orders_open(desk, { locale }) }]
          : []),
  ]
}

export function quotaReason({ limit, day, minutes, allowed }: OverQuota, locale: Locale): string {
  const said = { day: dayText(day, locale), hours: minutes / 60, allowed: allowed / 60 }
  return limit === 'day' ? m.order_quota_day(said, { locale }) : m.order_quota_week(said, { locale })
}

/** Refusals as problem details, one entry for each item. */
export function refusalInWords(refusal: OrderRefusal, items: ItemRequest[], locale: Locale): { code: OrderRefusal['code'] } {
  if (refusal.code === 'over_quota') return Object.assign({ reason: quotaReason(refusal.over, locale) }, refusal)
  if (refusal.code === 'suspended') return Object.assign(suspensionText(refusal.until, locale), { code: refusal.code })
  if (refusal.code === 'price_changed')
    return Object.assign({ before: formatMoney(refusal.seenAmount), after: formatMoney(refusal.amount) }, refusal)
  if (refusal.code !== 'items_refused' && refusal.code !== 'period_taken') return refusal
  const problems = refusal.code === 'items_refused' ? refusal.items : refusal.items.map((item) => ({ code: refusal.code, item }))
  const named = problems.map((problem) => {
    const { courtId, period } = items[problem.item]!
    return {
      ...problem,
      title: itemProblemTitle(problem, locale),
      venue2ndId: courtId,
      start: period.start.toISOString(),
      end: period.end.toISOString(),
    }
  })
  const errors = named.map(({ item, title }) => ({ path: `items.${item}`, message: title }))
  return Object.assign({ items: named, errors }, { code: refusal.code })
}
