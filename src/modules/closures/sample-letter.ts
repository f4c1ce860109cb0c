import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { addDays, dayOf, momentAt } from '#lib/zone.ts'
import { itemLine } from '#modules/orders/item-line.ts'
import { cancelledText, orderLetter } from '#modules/orders/letters.ts'
import type { ClosureWords } from '#modules/venues/closure-words.ts'
import { formatMoment } from '#i18n/dates.ts'
import type { ClosureChoice } from './rules.ts'
import type { Facility } from '#modules/venues/rules.ts'

/** The mail and the text that people get, made of an invented booking of this facility: what is typed is seen as it arrives. */
export function sampleLetter(
  facility: Facility,
  { choice, ...closure }: ClosureWords & { choice: ClosureChoice },
  centre: string,
  link: string,
  locale: Locale,
  now: Date,
) {
  const court = facility.courts[0] ?? facility.retiredCourts[0]!
  const day = addDays(dayOf(now), 1)
  const item = { facility, court, start: momentAt(day, 19 * 60), end: momentAt(day, 20 * 60), price: 500, lightFee: 0, deposit: 0 }
  const order = { orderNo: 'FH-000000', state: 'confirmed' as const, amount: 500, payBefore: null, payAtDesk: false }
  const other = { facility, court: facility.courts[1] ?? court, start: item.start, end: item.end }
  const alternative = { instead: itemLine(other, locale), until: formatMoment(momentAt(day, 18 * 60), locale) }
  const letter = orderLetter(choice === 'offer' ? 'alternative' : 'venue-cancelled', locale, {
    name: m.closure_sample_name({}, { locale }),
    order,
    items: [item],
    link,
    back: [{ by: 'card', isPaidBack: false, amount: order.amount }],
    closure,
    alternative,
  })
  if (choice === 'offer')
    return { ...letter, text: m.sms_order_alternative({ instead: alternative.instead.trim(), until: alternative.until, link }, { locale }) }
  return {
    ...letter,
    text: cancelledText({ centre, what: itemLine(item, locale).slice(1), orderNo: order.orderNo }, locale, closure, true),
  }
}
