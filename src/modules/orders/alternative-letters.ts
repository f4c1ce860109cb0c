import * as m from '#i18n/generated/messages.js'
import { formatMoment, formatPeriod } from '#i18n/dates.ts'
import type { Locale } from '#i18n/locale.ts'
import type { EventLetter } from '#modules/notifications/write-letters.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import type { GuestSaid } from './cancelled-letters.ts'
import type { OrderPayload } from './event-store.ts'
import { firstAndMore, itemLine, untilFirst } from './line-texts.ts'
import type { ShownItem, ShownOrder } from './read-order.ts'
import { say } from '#i18n/words.ts'

/** Other floor that is held for bookings that a closure takes away, and until when at the earliest. */
export type AlternativeLines = { instead: string; until: string; lapsesAt: Date }

export function alternativeLines(events: OrderPayload[], courtOf: Catalogue['courtOf'], locale: Locale): AlternativeLines | undefined {
  const offers = events.flatMap(({ offer }) => offer ?? [])
  if (offers.length === 0) return undefined
  const lines = offers.flatMap(({ courtId, start, end }) => {
    const place = courtOf.get(courtId)
    return place ? [itemLine({ ...place, start: new Date(start), end: new Date(end) }, locale)] : []
  })
  const first = offers.map(({ until }) => until).toSorted()[0]!
  const lapsesAt = new Date(first)
  return { instead: lines.join('\n'), until: formatMoment(lapsesAt, locale), lapsesAt }
}

/** A text with the link to the page on which it is answered. None without a mobile. */
export function alternativeText(
  eventId: number,
  alternative: AlternativeLines | undefined,
  mobile: string | undefined,
  link: string,
  locale: Locale,
): EventLetter | undefined {
  if (!mobile || !alternative) return undefined
  const body = m.sms_order_alternative({ instead: alternative.instead.trim(), until: alternative.until, link }, { locale })
  return { eventId, locale, channel: 'sms', recipient: mobile, body, until: alternative.lapsesAt }
}

/** A text for a guest whose booking a closure had cancelled: they have no page to answer on, so they call the desk or come. */
export const reopenedGuestText = (said: GuestSaid, phone: string, locale: Locale): string =>
  phone === '' ? m.text_guest_reopened_desk(said, { locale }) : m.text_guest_reopened({ ...said, phone }, { locale })

/** A text for bookings that have their own floor back: whoever read the offer need not answer it. None without a mobile. */
export function reopenedText(eventId: number, items: ShownItem[], mobile: string | undefined, locale: Locale): EventLetter | undefined {
  if (!mobile) return undefined
  const body = m.sms_order_reopened({ items: firstAndMore(items, locale) }, { locale })
  return { eventId, locale, channel: 'sms', recipient: mobile, body, ...untilFirst(items) }
}

/** The text message of an offer of the waiting list: it has to be answered within minutes. None without a mobile. */
export function offeredText(
  eventId: number,
  { payBefore, payAtDesk }: Pick<ShownOrder, 'payBefore' | 'payAtDesk'>,
  [first]: ShownItem[],
  mobile: string | undefined,
  locale: Locale,
): EventLetter | undefined {
  if (!mobile || !first || !payBefore) return undefined
  const { facility, court, start, end } = first
  const said = { court: `${say(facility.name, locale)} ${say(court.name, locale)}`, period: formatPeriod(start, end, locale) }
  const body = (payAtDesk ? m.sms_order_offered_desk : m.sms_order_offered)(
    { ...said, payBefore: formatMoment(payBefore, locale) },
    { locale },
  )
  return { eventId, locale, channel: 'sms', recipient: mobile, body, until: payBefore }
}
