import type { Trx } from '#db/connect.ts'
import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import { say } from '#i18n/words.ts'
import { readTextMobile as readRecipientMobile } from '#modules/accounts/store.ts'
import { readName } from '#modules/centre/store.ts'
import type { EventLetter } from '#modules/notifications/write-letters.ts'
import type { ClosureWords } from '#modules/venues/closure-words.ts'
import type { OrderPayload } from './event-store.ts'
import { firstAndMore, moneyToPay, untilFirst } from './line-texts.ts'
import type { ShownItem, ShownOrder } from './read-order.ts'
import { paidFor } from './rules.ts'

/** How money for cancelled bookings goes back, or went back. */
export type BackBy = 'card' | 'terminal' | 'cash' | 'voucher' | 'bank'
/** Sums that are owed or were paid back for bookings that the venue cancelled or that were moved. Of an open one, `by` is how it was paid. */
export type BackSum = { by: BackBy; isPaidBack: boolean; amount: number }
/** `owedAt`: of moves, the moments at which they were settled; a booking may be moved again. */
export type BackFor = { itemIds: string[] } & ({ reason: 'venue-cancelled' } | { reason: 'moved'; owedAt: Date[] })
export type ReadBackSums = (trx: Trx, of: BackFor) => Promise<BackSum[]>

/** Money of which the order's page says what is to be done, with the way to the form for an account. */
export const waitsForMember = (back: BackSum[]): boolean => back.some(({ by, isPaidBack }) => !isPaidBack && by !== 'card')

/** What goes back for items, as their events say. Events of the version before did not: then all that they cost, if it was paid. */
export const backOf = (events: Pick<OrderPayload, 'back'>[], isPaid: boolean, items: ShownItem[]): number =>
  events.some(({ back }) => back !== undefined)
    ? events.reduce((sum, { back = 0 }) => sum + back, 0)
    : isPaid
      ? items.reduce((sum, item) => sum + paidFor(item), 0)
      : 0

/** What becomes of the money, a line for each way; nothing where nothing was paid. */
export const backLines = (sums: BackSum[], locale: Locale): string =>
  sums
    .map(({ by, isPaidBack, amount }) => (isPaidBack ? paidBackWords : owedWords)[by]({ amount: formatMoney(amount) }, { locale }))
    .join('\n')

type Words = Record<BackBy, (said: { amount: string }, options: { locale: Locale }) => string>

const paidBackWords: Words = {
  card: m.mail_order_back_card_done,
  terminal: m.mail_order_back_terminal_done,
  cash: m.mail_order_back_cash_done,
  voucher: m.mail_order_back_voucher_done,
  bank: m.mail_order_back_bank_done,
}

/** Only a card is paid back without anything being done; money of the desk is fetched there or goes to an account. */
const owedWords: Words = {
  card: m.mail_order_back_card,
  terminal: m.mail_order_back_desk,
  cash: m.mail_order_back_desk,
  voucher: m.mail_order_back_voucher,
  bank: m.mail_order_back_bank,
}

/** Who writes, which bookings, and by which number they are known. */
export type GuestSaid = Record<'centre' | 'what' | 'orderNo', string>

/** Money of somebody without an account that does not go back by itself. */
export type Waiting = {
  /** Is fetched there. */ atDesk: number
  /** In words, where it was paid in several ways. */ deskSum?: string
  /** Waits for a bank account. */ byTransfer: number
  /** Is fetched as a voucher. */ inVouchers: number
}

/** What a guest does to get money back that does not go to a card. */
export const waitingText = ({ atDesk, deskSum, byTransfer, inVouchers }: Waiting, locale: Locale): string =>
  (atDesk > 0 ? m.text_guest_fetch({ amount: deskSum ?? formatMoney(atDesk) }, { locale }) : '') +
  (byTransfer > 0 ? m.text_guest_transfer({ amount: formatMoney(byTransfer) }, { locale }) : '') +
  (inVouchers > 0 ? m.text_guest_voucher({ amount: formatMoney(inVouchers) }, { locale }) : '')

/** What becomes of money that goes back to a guest since their booking costs less. */
export function backText(sums: BackSum[], locale: Locale): string {
  const sumOf = (is: (sum: BackSum) => boolean) => sums.filter(is).reduce((all, { amount }) => all + amount, 0)
  const open = (...ways: BackBy[]) => sumOf(({ by, isPaidBack }) => !isPaidBack && ways.includes(by))
  const [done, card] = [sumOf(({ isPaidBack }) => isPaidBack), open('card')]
  return (
    (done > 0 ? m.text_guest_back_done({ amount: formatMoney(done) }, { locale }) : '') +
    (card > 0 ? m.text_guest_back_card({ amount: formatMoney(card) }, { locale }) : '') +
    waitingText({ atDesk: open('cash', 'terminal'), byTransfer: open('bank'), inVouchers: open('voucher') }, locale)
  )
}

/** What is told by text about a booking that the centre has cancelled. `order`: of an unpaid one something may be left to pay. */
export function cancelledText(
  said: GuestSaid,
  locale: Locale,
  closure: ClosureWords | undefined,
  { isPaid, order, ...waiting }: { isPaid: boolean; order: Payable } & Waiting,
): string {
  const why = { ...said, reason: say(closure?.reason, locale) ?? '' }
  if (!isPaid)
    return (closure ? m.text_guest_venue_closed_unpaid : m.text_guest_venue_cancelled_unpaid)(why, { locale }) + restText(order, locale)
  return (closure ? m.text_guest_venue_closed : m.text_guest_venue_cancelled)(why, { locale }) + waitingText(waiting, locale)
}

type Payable = Pick<ShownOrder, 'state' | 'amount' | 'payBefore'>

/** Of an order of which some bookings were cancelled before it was paid: what the others cost, and until when. */
export const restText = (order: Payable, locale: Locale): string =>
  order.state === 'awaiting-payment' ? m.text_guest_rest(moneyToPay(order, locale), { locale }) : ''

/** A text for bookings of the next hours that the centre has cancelled. None without a mobile. */
export async function soonCancelledText(
  trx: Trx,
  events: (Pick<OrderPayload, 'back'> & { id: number })[],
  { items, order, memberId, locale }: { items: ShownItem[]; order: ShownOrder; memberId: string; locale: Locale },
  closure: ClosureWords | undefined,
): Promise<EventLetter | undefined> {
  const mobile = await readRecipientMobile(trx, memberId)
  if (!mobile) return undefined
  const what = firstAndMore(items, locale)
  const said = { centre: await readName(trx, locale), what, orderNo: order.orderNo }
  const isPaid = backOf(events, order.confirmedAt !== null && order.amount > 0, items) > 0
  // A member's mail says where the money goes.
  const body = cancelledText(said, locale, closure, { isPaid, order, atDesk: 0, byTransfer: 0, inVouchers: 0 })
  return { eventId: events[0]!.id, channel: 'sms', recipient: mobile, locale, body, ...untilFirst(items) }
}
