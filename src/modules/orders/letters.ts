import { formatMoment, formatPeriod } from '#i18n/dates.ts'
import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import type { OrderEvent } from './order-store.ts'
import type { NearBy } from './near-by.ts'
import type { ShownItem, ShownOrder } from './read-order.ts'
import type { Penalties } from './rules.ts'

export type LetterKind = Exclude<OrderEvent, 'refunded'>
type Said = { name: string; order: ShownOrder; items: ShownItem[]; link: string; nearBy?: NearBy[]; penalties?: Penalties | undefined }

/** The mails about an order. */
export function orderLetter(
  kind: LetterKind,
  locale: Locale,
  { name, order, items, link, nearBy = [], penalties }: Said,
): { subject: string; body: string } {
  const written = words[kind]
  const said = {
    name,
    link,
    orderNo: order.orderNo,
    items: items.map((item) => itemLine(item, locale)).join('\n'),
    first: items[0]!.facility.name[locale],
    amount: formatMoney(order.amount),
    back: formatMoney(items.reduce((sum, { price, lightFee, deposit }) => sum + price + lightFee + deposit, 0)),
    payBefore: order.payBefore ? formatMoment(order.payBefore, locale) : '',
    point: penalties ? `\n${pointLine(penalties, locale)}\n` : '',
  }
  const body =
    kind === 'venue-cancelled' && order.paid === 0
      ? m.mail_order_venue_cancelled_unpaid_body(said, { locale })
      : written.body(said, { locale })
  const instead = nearBy.map((one) => itemLine(one, locale)).join('\n')
  return {
    subject: written.subject(said, { locale }),
    body: instead === '' ? body : `${body}\n${m.mail_order_instead({ instead }, { locale })}\n`,
  }
}

const pointLine = ({ pointsToSuspend, pointDays, suspendDays }: Penalties, locale: Locale) =>
  m.mail_order_expired_point({ points: pointsToSuspend, within: pointDays, days: suspendDays }, { locale })

const itemLine = ({ facility, court, start, end }: NearBy, locale: Locale) =>
  `・${facility.name[locale]} ${court.name[locale]}　${formatPeriod(start, end, locale)}`

type Written = (
  said: Record<'name' | 'link' | 'orderNo' | 'items' | 'first' | 'amount' | 'back' | 'payBefore' | 'point', string>,
  options: { locale: Locale },
) => string

const words: Record<LetterKind, { subject: Written; body: Written }> = {
  placed: { subject: m.mail_order_placed_subject, body: m.mail_order_placed_body },
  confirmed: { subject: m.mail_order_confirmed_subject, body: m.mail_order_confirmed_body },
  expiring: { subject: m.mail_order_expiring_subject, body: m.mail_order_expiring_body },
  expired: { subject: m.mail_order_expired_subject, body: m.mail_order_expired_body },
  cancelled: { subject: m.mail_order_cancelled_subject, body: m.mail_order_cancelled_body },
  'venue-cancelled': { subject: m.mail_order_venue_cancelled_subject, body: m.mail_order_venue_cancelled_body },
  reminder: { subject: m.mail_order_reminder_subject, body: m.mail_order_reminder_body },
}
