import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import { say } from '#i18n/words.ts'
import { whyLines, type ClosureWords } from '#modules/venues/closure-words.ts'
import type { AlternativeLines } from './alternative-letters.ts'
import { backLines, type BackSum } from './cancelled-letters.ts'
import type { OrderEvent } from './event-store.ts'
import type { NearBy } from './find-near-by.ts'
import { itemLine, moneyToPay } from './line-texts.ts'
import type { MovedLines } from './moved-letters.ts'
import type { ShownItem, ShownOrder } from './read-order.ts'
import { awaitsDeskPayment, type Penalties } from './rules.ts'

type Said = {
  name: string
  order: Pick<ShownOrder, 'orderNo' | 'state' | 'amount' | 'payBefore' | 'payAtDesk'>
  items: Pick<ShownItem, 'facility' | 'court' | 'start' | 'end' | 'price' | 'lightFee' | 'deposit'>[]
  link: string
  nearBy?: NearBy[]
  /** Of `venue-cancelled`: what goes back for the items; none where nothing was paid. */
  back?: BackSum[]
  penalties?: Penalties | undefined
  moved?: MovedLines | undefined
  closure?: ClosureWords | undefined
  alternative?: AlternativeLines | undefined
  /** Of `moved`: the bookings were given up since, and only the money is left to tell. */
  isGivenUp?: boolean
  /** Sold at the desk while its hour ran: nobody is asked to check in again. */
  isIn?: boolean
  /** A calendar file takes cancelled bookings away. */
  takesAway?: boolean
}

/** Mails about an order. A number to pay by has its own (number-letters.ts). */
export function orderLetter(
  kind: Exclude<OrderEvent, 'number-issued'>,
  locale: Locale,
  {
    name,
    order,
    items,
    link,
    nearBy = [],
    back = [],
    penalties,
    moved,
    closure,
    alternative,
    isGivenUp = false,
    isIn = false,
    takesAway = false,
  }: Said,
): { subject: string; body: string } {
  const unpaid = kind === 'venue-cancelled' && back.length === 0 ? wordsUnpaid : undefined
  const written =
    unpaid ??
    (isGivenUp ? wordsGivenUp : undefined) ??
    (kind === 'confirmed' && isIn ? wordsIn : undefined) ??
    (awaitsDeskPayment(order) ? wordsAtDesk[kind] : undefined) ??
    words[kind]
  const said = {
    name,
    link,
    orderNo: order.orderNo,
    items: items.map((item) => itemLine(item, locale)).join('\n'),
    first: say(items[0]!.facility.name, locale),
    ...moneyToPay(order, locale),
    back: formatMoney(back.reduce((sum, { amount }) => sum + amount, 0)),
    how: backLines(back, locale),
    point: penalties ? `\n${pointLine(penalties, locale)}\n` : '',
    before: moved?.before ?? '',
    money: moved?.money ?? '',
    why: whyLines(closure, locale),
    instead: alternative?.instead ?? '',
    until: alternative?.until ?? '',
  }
  const bodyOf = moved?.byMember && !isGivenUp ? m.mail_order_moved_by_you_body : written.body
  const body = bodyOf(said, { locale })
  const instead = nearBy.map((one) => itemLine(one, locale)).join('\n')
  const isRestUnpaid = (kind === 'cancelled' || unpaid !== undefined) && order.state === 'awaiting-payment'
  const more = [
    ...(isRestUnpaid ? [m.mail_order_rest(said, { locale })] : []),
    ...(takesAway ? [m.mail_calendar_removed({}, { locale })] : []),
    ...(instead === '' ? [] : [m.mail_order_instead({ instead }, { locale })]),
  ]
  return { subject: written.subject(said, { locale }), body: [body, ...more.map((part) => `${part}\n`)].join('\n') }
}

const pointLine = ({ pointsToSuspend, pointDays, suspendDays }: Penalties, locale: Locale) =>
  m.mail_order_expired_point({ points: pointsToSuspend, within: pointDays, days: suspendDays }, { locale })

type Written = (
  said: Record<
    | 'name'
    | 'link'
    | 'orderNo'
    | 'items'
    | 'first'
    | 'amount'
    | 'back'
    | 'how'
    | 'payBefore'
    | 'point'
    | 'before'
    | 'money'
    | 'why'
    | 'instead'
    | 'until',
    string
  >,
  options: { locale: Locale },
) => string

/** Of an order that is to be paid at the desk. */
const wordsAtDesk: Partial<Record<OrderEvent, { subject: Written; body: Written }>> = {
  placed: { subject: m.mail_order_placed_desk_subject, body: m.mail_order_placed_desk_body },
  offered: { subject: m.mail_order_offered_subject, body: m.mail_order_offered_desk_body },
  reminder: { subject: m.mail_order_reminder_subject, body: m.mail_order_reminder_desk_body },
}

/** Of a booking for which the venue gives nothing back, because nothing was paid. */
const wordsUnpaid: { subject: Written; body: Written } = {
  subject: m.mail_order_venue_cancelled_unpaid_subject,
  body: m.mail_order_venue_cancelled_unpaid_body,
}

/** Of a booking that was moved to a cheaper period and then given up. */
const wordsGivenUp: { subject: Written; body: Written } = {
  subject: m.mail_order_moved_given_up_subject,
  body: m.mail_order_moved_given_up_body,
}

/** Of a booking that was checked in by its sale. */
const wordsIn: { subject: Written; body: Written } = { subject: m.mail_order_confirmed_subject, body: m.mail_order_confirmed_in_body }

const words: Record<Exclude<OrderEvent, 'number-issued'>, { subject: Written; body: Written }> = {
  placed: { subject: m.mail_order_placed_subject, body: m.mail_order_placed_body },
  offered: { subject: m.mail_order_offered_subject, body: m.mail_order_offered_body },
  'offered-text': { subject: m.mail_order_offered_subject, body: m.mail_order_offered_body },
  confirmed: { subject: m.mail_order_confirmed_subject, body: m.mail_order_confirmed_body },
  expiring: { subject: m.mail_order_expiring_subject, body: m.mail_order_expiring_body },
  expired: { subject: m.mail_order_expired_subject, body: m.mail_order_expired_body },
  cancelled: { subject: m.mail_order_cancelled_subject, body: m.mail_order_cancelled_body },
  'venue-cancelled': { subject: m.mail_order_venue_cancelled_subject, body: m.mail_order_venue_cancelled_body },
  'venue-cancelled-text': { subject: m.mail_order_venue_cancelled_subject, body: m.mail_order_venue_cancelled_body },
  reminder: { subject: m.mail_order_reminder_subject, body: m.mail_order_reminder_body },
  moved: { subject: m.mail_order_moved_subject, body: m.mail_order_moved_body },
  'moved-soon': { subject: m.mail_order_moved_subject, body: m.mail_order_moved_body },
  alternative: { subject: m.mail_order_alternative_subject, body: m.mail_order_alternative_body },
  'alternative-text': { subject: m.mail_order_alternative_subject, body: m.mail_order_alternative_body },
  reopened: { subject: m.mail_order_reopened_subject, body: m.mail_order_reopened_body },
  'reopened-guest': { subject: m.mail_order_reopened_subject, body: m.mail_order_reopened_body },
  'reopened-text': { subject: m.mail_order_reopened_subject, body: m.mail_order_reopened_body },
}
