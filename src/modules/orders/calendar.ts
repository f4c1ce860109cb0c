import type { Locale } from '#i18n/locale.ts'
import * as m from '#i18n/generated/messages.js'
import { say } from '#i18n/words.ts'
import { joinClauses } from '#i18n/join.ts'
import { calendarFile, cancellationFile, type CalendarEvent } from '#lib/icalendar.ts'
import { nameOf, type CentreFace } from '#modules/centre/rules.ts'
import type { Attachment } from '#modules/notifications/rules.ts'
import type { ShownItem, ShownOrder } from './read-order.ts'
import { isGone } from './rules.ts'

type OfOrder = Pick<ShownOrder, 'orderNo' | 'state' | 'changes'>
/** `centre`: whose bookings these are, named in the language of the calendar. */
type Written = { centre: CentreFace; link: string; now: Date }

/** One VEVENT for each period of an order. */
export function orderCalendar(order: OfOrder, items: ShownItem[], locale: Locale, { centre, link, now }: Written): string {
  return calendarFile(entries(order, items, locale, { centre, link }), { name: nameOf(centre, locale), writtenAt: now })
}

/**
 * The calendar files of a mail: one that adds what stands, and for each cancelled booking one that takes it away, with the same UID. A
 * calendar that never had it adds nothing.
 */
export function calendarAttachments(order: OfOrder, items: ShownItem[], locale: Locale, { centre, link, now }: Written): Attachment[] {
  const described = { name: nameOf(centre, locale), writtenAt: now }
  const written = entries(order, items, locale, { centre, link })
  const [gone, standing] = [written.filter(isCancelled), written.filter((event) => !isCancelled(event))]
  const files = [
    ...(standing.length > 0 ? [{ type: plainType, content: calendarFile(standing, described) }] : []),
    ...gone.map((event) => ({ type: cancellationType, content: cancellationFile(event, described) })),
  ]
  return files.map((file, n) => ({ name: n === 0 ? `${order.orderNo}.ics` : `${order.orderNo}-${n + 1}.ics`, ...file }))
}

const isCancelled = ({ status }: CalendarEvent) => status === 'CANCELLED'

const plainType = 'text/calendar; charset=utf-8'
const cancellationType = `${plainType}; method=CANCEL`

/** Whether a mail takes bookings out of a calendar, which its text then says. */
export const takesAway = (attachments: Attachment[]): boolean => attachments.some(({ type }) => type === cancellationType)

type Linking = { centre: CentreFace; linkTo(orderNo: string): string; now: Date }

/** The whole feed of a member, for calendar programs that poll it. */
export function feedCalendar(orders: ShownOrder[], locale: Locale, { centre, linkTo, now }: Linking): string {
  const all = orders
    .flatMap((order) => entries(order, order.items, locale, { centre, link: linkTo(order.orderNo) }))
    .toSorted((a, b) => a.start.getTime() - b.start.getTime() || (a.uid < b.uid ? -1 : 1))
  return calendarFile(all, {
    name: m.calendar_feed_name({ site: nameOf(centre, locale) }, { locale }),
    writtenAt: now,
    askAgainMinutes: 60,
  })
}

function entries(order: OfOrder, items: ShownItem[], locale: Locale, { centre, link }: Omit<Written, 'now'>): CalendarEvent[] {
  const site = nameOf(centre, locale)
  const organizer = { name: site, address: centre.email || new URL(link).origin }
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
      location: joinClauses([site, say(item.facility.name, locale), say(item.facility.place, locale)].filter(Boolean), locale),
      description: m.order_calendar_text({ orderNo: order.orderNo, link }, { locale }),
      organizer,
      url: link,
      alarmMinutes: 60,
    }
  })
}
