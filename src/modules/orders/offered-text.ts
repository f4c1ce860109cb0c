import { formatMoment, formatPeriod } from '#i18n/dates.ts'
import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import type { EventLetter } from '#modules/notifications/write-letters.ts'
import type { ShownItem, ShownOrder } from './read-order.ts'

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
