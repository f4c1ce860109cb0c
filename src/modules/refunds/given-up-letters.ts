import type { Trx } from '#db/connect.ts'
import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { readFace } from '#modules/centre/store.ts'
import type { Attachment } from '#modules/notifications/rules.ts'
import { calendarAttachments } from '#modules/orders/calendar.ts'
import type { ShownItem, ShownOrder } from '#modules/orders/read-order.ts'
import type { Penalties } from '#modules/orders/rules.ts'
import type { ShownRefund } from './read-refund.ts'
import type { RefundCause } from './rules.ts'

/** A booking ends with the refund: its letter says that too. What the venue cancelled has the order's letter. */
const endsBooking = new Set<RefundCause>(['asked', 'cancelled', 'given-back'])

/** Bookings that ended with the refund. */
export function bookingsGivenUp({ cause, items }: ShownRefund, order: ShownOrder): ShownItem[] {
  if (!endsBooking.has(cause)) return []
  const ids = new Set(items.map(({ itemId }) => itemId))
  return order.items.filter(({ id, state }) => ids.has(id) && state === 'cancelled')
}

type Writing = { pageLink(path: string): string; locale: Locale; now: Date }

/** The calendar files that take bookings away that were given up. */
export async function cancelledCalendars(
  trx: Trx,
  order: ShownOrder,
  items: ShownItem[],
  { pageLink, locale, now }: Writing,
): Promise<Attachment[]> {
  const link = pageLink(`/member/order/overview?orderNo=${order.orderNo}`)
  return calendarAttachments(order, items, locale, { centre: await readFace(trx), link, now })
}

/** That giving up so late gave points, what they mean, and where to appeal. */
export const lateCancelLines = (
  count: number,
  { pointsToSuspend, pointDays, suspendDays }: Penalties,
  link: string,
  locale: Locale,
): string => m.mail_refund_point({ count, points: pointsToSuspend, within: pointDays, days: suspendDays, link }, { locale })
