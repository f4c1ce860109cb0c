import * as m from '#i18n/generated/messages.js'
import type { Trx } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import type { OutboxEvent } from '#modules/notifications/outbox-store.ts'
import type { EventLetter, LetterWriter } from '#modules/notifications/write-letters.ts'
import { readLetterReaders } from '#modules/accounts/club-readers-store.ts'
import { readTextMobile as readRecipientMobile } from '#modules/accounts/store.ts'
import { readFace, readName } from '#modules/centre/store.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { wordsFor, type ClosureWords } from '#modules/venues/closure-words.ts'
import { calendarAttachments, takesAway } from './calendar.ts'
import {
  backOf,
  backText,
  cancelledText,
  restText,
  soonCancelledText,
  waitsForMember,
  type BackSum,
  type GuestSaid,
  type ReadBackSums,
} from './cancelled-letters.ts'
import { isAboutMoney, OrderPayload, readRecipient, type OrderEvent, type Recipient } from './event-store.ts'
import { findNearBy } from './find-near-by.ts'
import { firstAndMore, moneyToPay, untilFirst } from './line-texts.ts'
import { alternativeLines, alternativeText, offeredText, reopenedGuestText, reopenedText } from './alternative-letters.ts'
import { movedLines, movedText, withdrawnText } from './moved-letters.ts'
import { orderLetter } from './mail-letters.ts'
import { numberLetter } from './number-letters.ts'
import type { OrderLink, OrderPage } from './order-link.ts'
import { readOrder, type ShownItem, type ShownOrder } from './read-order.ts'
import { awaitsDeskPayment, penaltiesOf } from './rules.ts'

export type OrderLetterDeps = {
  catalogues: Catalogues
  orderLink: OrderLink
  /** True when the expired order gave its member a point. */
  hasPointForExpired(trx: Trx, orderId: string): Promise<boolean>
  /** What is owed or was paid back for bookings that the venue cancelled, or that cost less since they were moved. */
  readBackSums: ReadBackSums
  /** The words of the closure that cancelled a booking. */
  readClosureWords(trx: Trx, closureId: string): Promise<ClosureWords | undefined>
}

/** Letters about what happened to an order. What happened to several of its items at once is one letter. */
export function orderLetters(deps: OrderLetterDeps): LetterWriter {
  return async (trx, events, now) => {
    const recipient = await readRecipient(trx, events[0]!.subjectId)
    if (!recipient) return []
    const { email, orderNo, preOrderNo } = recipient
    if (email === null) return guestTexts(trx, deps, events, recipient, now)
    const readers = await readLetterReaders(trx, { ...recipient, email }, [orderNo, preOrderNo])
    const letters: EventLetter[] = []
    const happened = events.map(({ id, at, payload }) => ({ id, at, ...OrderPayload.parse(payload) }))
    for (const together of toldTogether(happened)) {
      for (const { reader, ...one } of readers.about(isAboutMoney(together))) {
        const letter = await letterAbout(trx, deps, together, { ...recipient, ...one }, now)
        if (letter) letters.push(reader === undefined ? letter : { ...letter, reader })
        // A text goes to one mobile, whoever reads the mails.
        if (letter?.channel !== 'mail') break
      }
    }
    return letters
  }
}

type Happened = Pick<OutboxEvent, 'id' | 'at'> & OrderPayload

/** Events that one letter is about: of one kind, and of what the venue cancelled those for one reason. */
function toldTogether(events: Happened[]): Happened[][] {
  const why = ({ kind, closureId, reason }: Happened) =>
    kind === 'venue-cancelled' || kind === 'venue-cancelled-text' ? JSON.stringify([closureId, reason]) : ''
  return [...Map.groupBy(events, (event) => `${event.kind} ${why(event)}`).values()]
}

async function letterAbout(
  trx: Trx,
  { catalogues, orderLink, hasPointForExpired, readBackSums, readClosureWords }: OrderLetterDeps,
  events: Happened[],
  { orderId, orderNo, memberId, name, email, locale }: Recipient & { email: string },
  now: Date,
): Promise<EventLetter | undefined> {
  const { id, kind } = events[0]!
  const read = await readOrder({ db: trx, catalogues }, memberId, orderNo, now)
  if (!read.ok || !isStillTrue(kind, read.value)) return undefined
  const items = itemsMeant(events, read.value)
  if (kind === 'number-issued') {
    const text = await numberLetter(trx, orderId, { name, order: read.value, items, link: orderLink(orderNo, 'result') }, locale)
    return text && { eventId: id, channel: 'mail', recipient: email, locale, ...text }
  }
  const isGivenUp = items.length === 0 && owesDifference(events)
  if (items.length === 0 && !isGivenUp) return undefined
  // Whoever has an account by now is not asked to call the desk.
  if (kind === 'reopened-guest') return undefined
  if (kind === 'moved-soon') return movedText(id, items, await readRecipientMobile(trx, memberId), locale)
  if (kind === 'offered-text') return offeredText(id, read.value, items, await readRecipientMobile(trx, memberId), locale)
  const closureWords = () => wordsFor(events, (closureId) => readClosureWords(trx, closureId))
  const meant = new Set(items.map((item) => item.id))
  // Of several offers for one booking the last.
  const stillOffered = [...new Map(events.map((event) => [event.itemId, event])).values()].filter(
    ({ itemId }) => itemId && meant.has(itemId),
  )
  const { courtOf } = await catalogues.current()
  const alternative = alternativeLines(stillOffered, courtOf, locale)
  if (kind === 'alternative-text')
    return alternativeText(id, alternative, await readRecipientMobile(trx, memberId), orderLink(orderNo), locale)
  if (kind === 'venue-cancelled-text')
    return soonCancelledText(trx, events, { items, order: read.value, memberId, locale }, await closureWords())
  if (kind === 'reopened-text') return reopenedText(id, items, await readRecipientMobile(trx, memberId), locale)
  const nearBy = kind === 'venue-cancelled' ? await findNearBy({ db: trx, catalogues }, items, now) : []
  const penalties = kind === 'expired' && (await hasPointForExpired(trx, orderId)) ? penaltiesOf(await readLimits(trx)) : undefined
  const closure = await closureWords()
  const back = await sumsOf(trx, readBackSums, events, items)
  const link = orderLink(orderNo, isGivenUp || waitsForMember(back) ? 'order' : pageFor(kind, read.value))
  const moved = kind === 'moved' ? movedLines(standingOf(events, meant), read.value, back, { courtOf, orderLink }, locale) : undefined
  const isIn = items.every(({ checkedInAt }) => checkedInAt !== null)
  const about = {
    name,
    order: read.value,
    items: isGivenUp ? itemsNamed(events, read.value) : items,
    isGivenUp,
    link,
    nearBy,
    back,
    penalties,
    moved,
    closure,
    alternative,
    isIn,
  }
  const attachments = calendarAttachments(read.value, about.items, locale, { centre: await readFace(trx), link: orderLink(orderNo), now })
  const text = orderLetter(kind, locale, { ...about, takesAway: takesAway(attachments) })
  return { eventId: id, channel: 'mail', recipient: email, locale, ...text, attachments }
}

/** Sums that the letter says go back or went back; no other letter says those that went back again. */
async function sumsOf(trx: Trx, readBackSums: ReadBackSums, events: Happened[], items: ShownItem[]): Promise<BackSum[]> {
  const { kind } = events[0]!
  if (kind === 'venue-cancelled') return readBackSums(trx, { reason: kind, itemIds: items.map(({ id }) => id) })
  if (!owesDifference(events)) return []
  return readBackSums(trx, { reason: 'moved', itemIds: events.flatMap(({ itemId }) => itemId ?? []), owedAt: events.map(({ at }) => at) })
}

/** Moves to cheaper periods: what goes back is told also of bookings that were given up since. */
const owesDifference = (events: Happened[]): boolean => events.some(({ kind, back = 0 }) => kind === 'moved' && back > 0)

/** Of bookings that were given up meanwhile only their difference is still true. */
const standingOf = (events: Happened[], meant: Set<string>): Happened[] =>
  events.map((event) => (event.itemId && !meant.has(event.itemId) ? differenceOf(event) : event))

const differenceOf = ({ id, at, kind, itemId, back, cost }: Happened): Happened => ({ id, at, kind, itemId, back, cost })

/** What a guest, who has no address, is told by text: that it is booked or held, that it is tomorrow and to be paid on arrival, that it was moved, lapsed or was cancelled, where the money waits, and that its floor is open again. */
async function guestTexts(
  trx: Trx,
  { catalogues, readBackSums, readClosureWords }: OrderLetterDeps,
  events: OutboxEvent[],
  { orderNo, memberId, mobile, locale }: Recipient,
  now: Date,
): Promise<EventLetter[]> {
  const read = await readOrder({ db: trx, catalogues }, memberId, orderNo, now)
  if (!read.ok) return []
  const [centre, { phone }] = [await readName(trx, locale), await readFace(trx)]
  const happened = events.map(({ id, at, payload }) => ({ id, at, ...OrderPayload.parse(payload) }))
  const letters: EventLetter[] = []
  for (const together of toldTogether(happened)) {
    const { id, kind } = together[0]!
    const items = isStillTrue(kind, read.value) ? itemsMeant(together, read.value) : []
    const [first] = items
    if (!first) {
      const givenUp = m.text_guest_moved_given_up({ centre, orderNo }, { locale })
      const body = givenUp + backText(await sumsOf(trx, readBackSums, together, []), locale)
      if (owesDifference(together)) letters.push({ eventId: id, channel: 'sms', recipient: mobile, locale, body })
      continue
    }
    const isPaid = backOf(together, read.value.confirmedAt !== null && read.value.amount > 0, items) > 0
    const sumOf = (sum: (event: Happened) => number | undefined) => together.reduce((all, event) => all + (sum(event) ?? 0), 0)
    const about = {
      order: read.value,
      isPaid,
      atDesk: sumOf(({ atDesk }) => atDesk),
      byTransfer: sumOf(({ byTransfer }) => byTransfer),
      inVouchers: sumOf(({ inVouchers }) => inVouchers),
      supplement: sumOf(({ supplement }) => supplement?.amount),
      withdrawn: together.flatMap(({ withdrawn }) => withdrawn ?? []),
      back: kind === 'moved' ? await sumsOf(trx, readBackSums, together, items) : [],
      closure: await wordsFor(together, (closureId) => readClosureWords(trx, closureId)),
      phone,
      hasBegun: first.start <= now,
      isIn: first.checkedInAt !== null,
    }
    const body = guestText(kind, { centre, what: firstAndMore(items, locale), orderNo }, about, locale)
    // Nothing else says where the money is.
    const until = (kind === 'venue-cancelled' && isPaid) || about.back.length > 0 ? {} : untilFirst(items)
    if (body !== undefined) letters.push({ eventId: id, channel: 'sms', recipient: mobile, locale, body, ...until })
  }
  return letters
}

type About = {
  order: ShownOrder
  isPaid: boolean
  atDesk: number
  byTransfer: number
  inVouchers: number
  supplement: number
  withdrawn: NonNullable<OrderPayload['withdrawn']>[]
  /** Of `moved`: what goes back, since it costs less. */
  back: BackSum[]
  closure: ClosureWords | undefined
  phone: string
  hasBegun: boolean
  /** Checked in by the sale itself: the period had begun. */
  isIn: boolean
}

function guestText(kind: OrderEvent, said: GuestSaid, about: About, locale: Locale): string | undefined {
  const { order, supplement, withdrawn, back, closure, phone, hasBegun, isIn } = about
  if (kind === 'confirmed') return (isIn ? m.text_guest_confirmed_in : m.text_guest_confirmed)(said, { locale })
  if (kind === 'venue-cancelled') return cancelledText(said, locale, closure, about)
  if (kind === 'reopened-guest') return reopenedGuestText(said, phone, locale)
  if (kind === 'cancelled') return m.text_guest_venue_cancelled_unpaid(said, { locale }) + restText(order, locale)
  const toPay = { ...said, ...moneyToPay(order, locale) }
  if (kind === 'moved') {
    const moved = awaitsDeskPayment(order)
      ? m.text_guest_moved_to_pay(toPay, { locale })
      : supplement > 0
        ? m.text_guest_moved_dearer({ ...said, amount: formatMoney(supplement) }, { locale })
        : m.text_guest_moved(said, { locale })
    return moved + withdrawn.map((one) => withdrawnText(one, locale)).join('') + backText(back, locale)
  }
  if (!order.payAtDesk) return undefined
  if (kind === 'reminder') return awaitsDeskPayment(order) ? m.text_guest_reminder(toPay, { locale }) : undefined
  if (kind === 'placed') return m.text_guest_pay_at_desk(toPay, { locale })
  // Who did not come needs no text about it.
  return kind === 'expired' && !hasBegun ? m.text_guest_lapsed(said, { locale }) : undefined
}

function pageFor(kind: OrderEvent, order: ShownOrder): OrderPage {
  if (awaitsDeskPayment(order)) return 'order'
  return kind === 'moved' && order.state === 'awaiting-payment' ? 'result' : leadsTo[kind]
}

/** Page that the mail links to: the payment's result, the ticket for reminders, or the order. */
const leadsTo: Record<OrderEvent, OrderPage> = {
  placed: 'result',
  offered: 'result',
  'offered-text': 'result',
  'number-issued': 'result',
  expiring: 'result',
  expired: 'result',
  confirmed: 'order',
  cancelled: 'order',
  'venue-cancelled': 'order',
  'venue-cancelled-text': 'order',
  reminder: 'ticket',
  moved: 'ticket',
  'moved-soon': 'ticket',
  alternative: 'order',
  'alternative-text': 'order',
  reopened: 'ticket',
  'reopened-text': 'ticket',
  'reopened-guest': 'order',
}

/** A late letter is skipped when its event no longer holds, such as a payment that was made meanwhile. */
export function isStillTrue(kind: OrderEvent, { state, payAtDesk }: Pick<ShownOrder, 'state' | 'payAtDesk'>): boolean {
  if (['placed', 'offered', 'offered-text', 'number-issued', 'expiring'].includes(kind)) return state === 'awaiting-payment'
  if (['confirmed', 'reminder', 'moved-soon', 'alternative', 'alternative-text', 'reopened', 'reopened-text'].includes(kind))
    return (
      state === 'confirmed' ||
      state === 'checked-in' ||
      ((kind === 'reminder' || kind === 'moved-soon') && awaitsDeskPayment({ state, payAtDesk }))
    )
  // What was cancelled stays so, also of an order of which something is left.
  if (kind === 'expired') return state === kind
  return true
}

/** The items that the events name and of which they are still true; without any, all that are active. */
function itemsMeant(events: Happened[], order: ShownOrder): ShownItem[] {
  const kind = events[0]!.kind
  if (events.some(({ itemId }) => itemId)) return itemsNamed(events, order).filter((item) => isTrueOf(kind, item))
  return order.items.filter(({ state }) => state === 'active')
}

const itemsNamed = (events: Happened[], { items }: ShownOrder): ShownItem[] =>
  items.filter(({ id }) => events.some(({ itemId }) => itemId === id))

/** Other floor is offered to a booking that has none; one that has its own back stands on it. Nobody is told where a booking is that they gave back. */
function isTrueOf(kind: OrderEvent, { state, parked, byVenue }: Pick<ShownItem, 'state' | 'parked' | 'byVenue'>): boolean {
  if (kind === 'moved') return state === 'active' || byVenue
  if (kind === 'moved-soon' || kind === 'reminder') return state === 'active'
  if (kind === 'alternative' || kind === 'alternative-text') return state === 'active' && parked
  if (kind === 'reopened' || kind === 'reopened-text') return state === 'active' && !parked
  return true
}
