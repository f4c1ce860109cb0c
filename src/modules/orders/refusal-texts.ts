import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import type { OrderRefusal } from './place-order.ts'
import type { ItemRequest } from './rules.ts'
import { itemProblemTitle, quotaReason, suspensionText } from './texts.ts'

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
