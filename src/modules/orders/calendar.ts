import type { Locale } from '#i18n/locale.ts'
import * as m from '#i18n/generated/messages.js'
import { calendarFile } from '#lib/icalendar.ts'
import type { ShownItem, ShownOrder } from './read-order.ts'
import { isOver } from './rules.ts'

type Written = Pick<ShownOrder, 'orderNo' | 'state' | 'changes'>

/** The periods of an order as a calendar keeps them: one that is cancelled later takes the entry away again. */
export function orderCalendar(order: Written, items: ShownItem[], locale: Locale, { link, now }: { link: string; now: Date }): string {
  const name = m.site_name({}, { locale })
  return calendarFile(
    items.map((item) => ({
      uid: `${item.id}@fieldhouse`,
      sequence: order.changes,
      status:
        item.state === 'cancelled' || isOver(order.state) ? 'CANCELLED' : order.state === 'awaiting-payment' ? 'TENTATIVE' : 'CONFIRMED',
      start: item.start,
      end: item.end,
      summary: `${item.facility.name[locale]} ${item.court.name[locale]}`,
      location: [name, item.facility.name[locale], item.facility.place[locale]].filter(Boolean).join(locale === 'tw' ? '，' : ', '),
      description: m.order_calendar_text({ orderNo: order.orderNo, link }, { locale }),
      url: link,
      alarmMinutes: 60,
    })),
    { name, writtenAt: now },
  )
}
