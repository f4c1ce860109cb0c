import { formatPeriod } from '#i18n/dates.ts'
import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import { say } from '#i18n/words.ts'
import type { EventLetter } from '#modules/notifications/write-letters.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { backLines, type BackSum } from './cancelled-letters.ts'
import type { OrderPayload } from './event-store.ts'
import { itemLine, moneyToPay } from './line-texts.ts'
import type { OrderLink } from './order-link.ts'
import type { ShownItem, ShownOrder } from './read-order.ts'
import { awaitsDeskPayment } from './rules.ts'

/** Where the bookings were, and what becomes of a difference of price. */
export type MovedLines = { before: string; money: string; byMember: boolean }

type Linking = { courtOf: Catalogue['courtOf']; orderLink: OrderLink }

/** `sums`: how what the bookings cost less goes back, or went back. */
export function movedLines(
  events: OrderPayload[],
  order: ShownOrder,
  sums: BackSum[],
  { courtOf, orderLink }: Linking,
  locale: Locale,
): MovedLines {
  const before = events.flatMap(({ from }) => {
    const place = from && courtOf.get(from.courtId)
    return place ? [itemLine({ ...place, start: new Date(from.start), end: new Date(from.end) }, locale)] : []
  })
  const money = events.flatMap(({ back, cost, supplement, withdrawn, toppedUp }) => [
    ...(toppedUp ? [m.mail_order_moved_topped_up({ amount: formatMoney(toppedUp) }, { locale })] : []),
    ...(back && cost
      ? [
          m.mail_order_moved_cheaper(
            { amount: formatMoney(back), before: formatMoney(cost.before), after: formatMoney(cost.after) },
            { locale },
          ),
        ]
      : []),
    ...(withdrawn ? [withdrawnText(withdrawn, locale).trim()] : []),
    // Of the version before, which did not say what it cost.
    ...(back && !cost ? [m.mail_order_moved_back({ amount: formatMoney(back) }, { locale })] : []),
    ...(supplement
      ? [
          (supplement.atDeskOnly ? m.mail_order_moved_supplement_desk : m.mail_order_moved_supplement)(
            { amount: formatMoney(supplement.amount), link: orderLink(supplement.orderNo, 'result') },
            { locale },
          ),
        ]
      : []),
  ])
  if (sums.length > 0) money.push(backLines(sums, locale))
  if (awaitsDeskPayment(order)) money.push(m.mail_order_moved_to_pay(moneyToPay(order, locale), { locale }))
  return {
    before: before.join('\n'),
    money: money.map((line) => `\n${line}\n`).join(''),
    byMember: events.every(({ byMember }) => byMember === true),
  }
}

/** That a difference which was asked for before is not, or not all, to be paid any more. */
export const withdrawnText = ({ amount, rest }: NonNullable<OrderPayload['withdrawn']>, locale: Locale): string =>
  rest > 0
    ? m.text_moved_asked_less({ amount: formatMoney(amount), rest: formatMoney(rest) }, { locale })
    : m.text_moved_asked_no_more({ amount: formatMoney(amount) }, { locale })

/** A text for a booking that begins soon. None without a mobile. */
export function movedText(eventId: number, items: ShownItem[], mobile: string | undefined, locale: Locale): EventLetter | undefined {
  const [first, ...more] = items.toSorted((a, b) => a.start.getTime() - b.start.getTime())
  if (!mobile || !first) return undefined
  const { facility, court, start, end } = first
  const others = more.length > 0 ? m.text_guest_more({ count: more.length }, { locale }) : ''
  const body = m.sms_order_moved(
    { court: `${say(facility.name, locale)} ${say(court.name, locale)}`, period: formatPeriod(start, end, locale) + others },
    { locale },
  )
  return { eventId, locale, channel: 'sms', recipient: mobile, body, until: start }
}
