import type { Locale } from '#i18n/locale.ts'
import * as m from '#i18n/generated/messages.js'
import { say } from '#i18n/words.ts'
import { joinClauses } from '#i18n/join.ts'
import { calendarFile, type CalendarEvent } from '#lib/icalendar.ts'
import type { Attachment } from '#modules/notifications/rules.ts'
import type { ShownItem, ShownOrder } from './read-order.ts'
import { isGone } from './rules.ts'

type OfOrder = Pick<ShownOrder, 'orderNo' | 'state' | 'changes'>
/** `centre`: its name, in the language of the calendar. */
type Written = { centre: string; link: string; now: Date }

/** One VEVENT for each period of an order. A later cancellation sends the same UID as CANCELLED, which removes the entry. */
export function orderCalendar(order: OfOrder, items: ShownItem[], locale: Locale, { centre, link, now }: Written): string {
  return calendarFile(entries(order, items, locale, { centre, link }), { name: centre, writtenAt: now })
}

/**
 * The calendar file of a mail. Where all of its bookings are cancelled, its method is CANCEL: a calendar that has the entries takes them
 * away, and none adds them.
 */
export function calendarAttachment(order: OfOrder, items: ShownItem[], locale: Locale, { centre, link, now }: Written): Attachment {
  const written = entries(order, items, locale, { centre, link })
  const method = written.every(({ status }) => status === 'CANCELLED') ? 'CANCEL' : 'PUBLISH'
  return {
    name: `${order.orderNo}.ics`,
    type: `text/calendar; charset=utf-8; method=${method}`,
    content: calendarFile(written, { name: centre, writtenAt: now, method }),
  }
}

type Linking = { centre: string; linkTo(orderNo: string): string; now: Date }

/** The whole feed of a member, for calendar programs that poll it. */
export function feedCalendar(orders: ShownOrder[], locale: Locale, { centre, linkTo, now }: Linking): string {
  const all = orders
    .flatMap((order) => entries(order, order.items, locale, { centre, link: linkTo(order.orderNo) }))
    .toSorted((a, b) => a.start.getTime() - b.start.getTime() || (a.uid < b.uid ? -1 : 1))
  return calendarFile(all, {
    name: m.calendar_feed_name({ site: centre }, { locale }),
    writtenAt: now,
    askAgainMinutes: 60,
  })
}

function entries(order: OfOrder, items: ShownItem[], locale: Locale, { centre, link }: Omit<Written, 'now'>): CalendarEvent[] {
  return items.map((item) => {
    const cancelled = item.state === 'cancelled' || isGone(order.state)
    return {
      uid: `${item.id}@fieldhouse`,
      // An expired hold is shown as cancelled even before the job writes it; a late payment can confirm it again.
      sequence: 2 * order.changes + (cancelled ? 1 : 0),
      status: cancelled ? 'CANCELLED' : order.state === 'awaiting-payment' ? 'TENTATIVE' : 'CONFIRMED',
      start: item.start,
      end: item.end,
      summary: `${say(item.facility.name, locale)} ${say(item.court.name, locale)}`,
      location: joinClauses([centre, say(item.facility.name, locale), say(item.facility.place, locale)].filter(Boolean), locale),
      description: m.order_calendar_text({ orderNo: order.orderNo, link }, { locale }),
      url: link,
      alarmMinutes: 60,
    }
  })
}
