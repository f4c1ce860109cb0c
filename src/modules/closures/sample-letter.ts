import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import type { Period } from '#lib/period.ts'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import { itemLine } from '#modules/orders/item-line.ts'
import { cancelledText } from '#modules/orders/cancelled-letters.ts'
import { orderLetter } from '#modules/orders/mail-letters.ts'
import type { ClosureWords } from '#modules/venues/closure-words.ts'
import { formatMoment } from '#i18n/dates.ts'
import type { Alternative } from './alternatives.ts'
import { offerUntil } from './rules.ts'
import type { Facility } from '#modules/venues/rules.ts'

type Said = {
  closure: ClosureWords
  /** Other floor that the dry run has found, and when the booking is that it stands for. Without it everything is paid back. */
  alternative: { from: Period; to: Alternative } | undefined
}

/** The mail and the texts that people get, made of an invented booking of this facility: what is typed is seen as it arrives. */
export function sampleLetter(
  facility: Facility,
  { closure, alternative: found }: Said,
  { centre, link }: { centre: string; link: string },
  locale: Locale,
  now: Date,
) {
  const court = facility.courts[0] ?? facility.retiredCourts[0]!
  const tomorrow = addDays(dayOf(now), 1)
  const period = found?.from ?? { start: momentAt(tomorrow, 19 * 60), end: momentAt(tomorrow, 20 * 60) }
  const item = { facility, court, ...period, price: 500, lightFee: 0, deposit: 0 }
  const order = { orderNo: 'FH-000000', state: 'confirmed' as const, amount: 500, payBefore: null, payAtDesk: false }
  const back = [{ by: 'card' as const, isPaidBack: false, amount: order.amount }]
  const about = { name: m.closure_sample_name({}, { locale }), order, items: [item], back, link, closure }
  // Guests are paid back in either case, and have paid at the desk.
  const text = cancelledText({ centre, what: itemLine(item, locale).slice(1), orderNo: order.orderNo }, locale, closure, {
    isPaid: true,
    order,
    atDesk: order.amount,
    byTransfer: 0,
  })
  const until = found && offerUntil(found.to.start, now)
  if (found && until) {
    const alternative = { instead: itemLine(found.to, locale), until: formatMoment(until, locale), lapsesAt: until }
    const offerText = m.sms_order_alternative({ instead: alternative.instead.trim(), until: alternative.until, link }, { locale })
    return { ...orderLetter('alternative', locale, { ...about, alternative }), text, offerText }
  }
  return { ...orderLetter('venue-cancelled', locale, about), text, offerText: null }
}
