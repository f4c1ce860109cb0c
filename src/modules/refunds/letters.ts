import * as m from '#i18n/generated/messages.js'
import { formatPeriod } from '#i18n/dates.ts'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import { say } from '#i18n/words.ts'
import type { Trx } from '#db/connect.ts'
import { readFace, readName } from '#modules/centre/store.ts'
import type { OutboxEvent } from '#modules/notifications/outbox-store.ts'
import type { EventLetter, LetterWriter } from '#modules/notifications/write-letters.ts'
import { balanceLines } from '#modules/orders/balance.ts'
import { readBalance } from '#modules/orders/balance-store.ts'
import { readOrder, type ShownOrder } from '#modules/orders/read-order.ts'
import { firstAndMore, lineText, titleOf } from '#modules/orders/line-texts.ts'
import { waitingText } from '#modules/orders/cancelled-letters.ts'
import { isDeskMoney, penaltiesOf } from '#modules/orders/rules.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { bookingsGivenUp, cancelledCalendars, lateCancelLines } from './given-up-letters.ts'
import { RefundPayload, type RefundEvent } from './event-store.ts'
import { readRefund, type ShownRefund, type ShownRefundItem } from './read-refund.ts'
import { goesBackOf } from './goes-back.ts'
import { readTogether } from './read-refund.ts'
import { sumByWay, wayLines } from './way-letters.ts'
import { isVoucher } from '#modules/tills/way-rules.ts'
import { goesBackByProvider } from '#modules/payments/rules.ts'
import { isToldByOrder, isWaiting, sumOf } from './rules.ts'
import { markToldBesides, readFirstLetter, readOrderLetter, readRecipient, type Recipient } from './store.ts'
import { causeText } from './texts.ts'

export type RefundLetterDeps = {
  catalogues: Catalogues
  /** Signed address of one of our pages. */
  pageLink(path: string): string
  /** How many points giving up bookings of this order at this moment gave its member. */
  countLateCancelPoints(trx: Trx, orderId: string, at: Date): Promise<number>
}

/**
 * Letters about what happened to a refund. What was given up is told in one letter, with its sums, its points, a calendar file that takes
 * it away, and that the money has gone back if it has by then.
 */
export function refundLetters({ catalogues, pageLink, countLateCancelPoints }: RefundLetterDeps): LetterWriter {
  return async (trx, events, now) => {
    const happened = events.map(({ id, at, isAgain, payload }) => ({ id, at, isAgain, ...RefundPayload.parse(payload) }))
    const { refundNo } = happened[0]!
    const read = await readRefund({ db: trx, catalogues }, refundNo)
    if (!read.ok) throw new Error(`there is no refund ${refundNo}`)
    const { readers, ...recipient } = await readRecipient(trx, read.value.orderNo)
    const failed = happened.findLast(({ kind }) => kind === 'failed' || kind === 'rejected')
    const first = beginningOf(happened, read.value)
    const cancelled = read.value.cause === 'cancelled' ? first : undefined
    const together = first ? await readTogether({ db: trx, catalogues }, read.value, first.besides) : read.value
    const order = await readOrder({ db: trx, catalogues }, read.value.memberId, read.value.orderNo, now)
    const text = await guestLetter(trx, recipient, { refund: read.value, together, cancelled, failed })
    if (text) return [text]
    if (readers.length === 0) return []
    const link = pageLink(`/member/order/refund?refundNo=${refundNo}`)
    const paid = happened.find(({ kind }) => kind === 'refunded')
    // Either the order's own mail, or the first one of the deed, says that it went back or this one does: it waits until that is written.
    const said = paid && !paid.isAgain ? await readLetterBefore(trx, read.value) : 'without'
    if (said === 'unwritten') return 'later'
    // Written once more, a mail has only the events of its own kind.
    const hasGoneBack = paid !== undefined || (happened.some(({ isAgain }) => isAgain) && read.value.state === 'refunded')
    const isToldPaid = first !== undefined && hasGoneBack && isAllBack(together, first, read.value)
    if (isToldPaid && first.besides.length > 0) await markToldBesides(trx, first.besides)
    const letters: EventLetter[] = []
    for (const { reader, name, email, locale } of readers) {
      const balance = order.ok ? balanceLines(await readBalance(trx, order.value), locale) : ''
      const given = first && order.ok ? await readGivenUp(read.value, order.value, first.at, locale) : undefined
      for (const { id, at, kind } of happened) {
        const isFirst = id === first?.id
        // Paid out before anybody was asked for an account, or asked by the letter that is just written.
        if (kind === 'account-needed' && !isFirst && (hasGoneBack || first)) continue
        if (kind === 'refunded' && (said === 'with' || isToldPaid)) continue
        // Later events have letters of their own.
        const told = isFirst ? together : read.value
        const refund = { ...told, steps: told.steps.filter((step) => step.at <= at) }
        const about = { name, refund, balance, link, isCancelled: id === cancelled?.id, isPaid: isFirst && isToldPaid }
        const worded = refundLetter(kind, locale, { ...about, point: isFirst ? given?.point : undefined })
        const attachments = isFirst && given ? given.calendars : []
        const letter = { eventId: id, channel: 'mail' as const, recipient: email, locale, ...worded, attachments }
        letters.push(reader === undefined ? letter : { ...letter, reader })
      }
    }
    return letters

    async function readGivenUp(refund: ShownRefund, of: ShownOrder, at: Date, locale: Locale) {
      const items = bookingsGivenUp(refund, of)
      if (items.length === 0) return undefined
      const count = await countLateCancelPoints(trx, of.id, at)
      const calendars = await cancelledCalendars(trx, of, items, { pageLink, locale, now })
      if (count === 0) return { calendars, point: '' }
      const late = lateCancelLines(count, penaltiesOf(await readLimits(trx)), pageLink('/member/violation'), locale)
      return { calendars, point: `${late}\n\n` }
    }
  }
}

type Happened = Pick<OutboxEvent, 'id' | 'at' | 'isAgain'> & RefundPayload

const readLetterBefore = (trx: Trx, refund: ShownRefund) =>
  isToldByOrder(refund.cause) ? readOrderLetter(trx, refund.id) : readFirstLetter(trx, refund)

/** The event of a refund's beginning; a later one of the same kind is about the money. */
const beginningOf = (happened: Happened[], { steps }: ShownRefund): Happened | undefined =>
  happened.find(({ kind, at }) => (kind === 'requested' || kind === 'account-needed') && at.getTime() === steps[0]?.at.getTime())

/** Whether all of a refund and of those that are told with it has gone back. */
const isAllBack = ({ parts }: ShownRefund, { besides }: Happened, { state }: ShownRefund): boolean =>
  besides.length === 0 ? state === 'refunded' : parts.every(({ wentBackBy }) => wentBackBy !== null)

type Told = { refund: ShownRefund; together: ShownRefund; cancelled: Happened | undefined; failed: Happened | undefined }

/** The text to a guest, who has no address; undefined for a member, and where there is nothing to tell a guest. */
async function guestLetter(
  trx: Trx,
  { guestMobile, locale }: Omit<Recipient, 'readers'>,
  { refund, together, cancelled, failed }: Told,
): Promise<EventLetter | undefined> {
  if (!guestMobile) return undefined
  if (cancelled) {
    const body = guestText(together, isAllBack(together, cancelled, refund), await readName(trx, locale), locale)
    return { eventId: cancelled.id, channel: 'sms', recipient: guestMobile, locale, body }
  }
  if (!failed || !isWaiting(refund)) return undefined
  const body = failedText(refund, await readName(trx, locale), (await readFace(trx)).phone, locale)
  return { eventId: failed.id, channel: 'sms', recipient: guestMobile, locale, body }
}

/** What a guest, who has no address, is told when the desk cancels for them, and where the money goes. */
function guestText(refund: ShownRefund, isDone: boolean, centre: string, locale: Locale): string {
  const { orderNo, amount, items, parts } = refund
  const what = firstAndMore(
    items.flatMap(({ place, start, end }) => (place && start && end ? [{ ...place, start, end }] : [])),
    locale,
  )
  const gone = isDone ? parts : parts.filter(({ wentBackBy }) => wentBackBy !== null)
  const open = parts.filter((part) => !gone.includes(part))
  const back = isDone ? amount : sumOf(gone)
  const card = sumOf(open.filter(({ method }) => goesBackByProvider(method)))
  const atDesk = sumOf(open.filter(({ method }) => isDeskMoney(method)))
  const inVouchers = sumOf(open.filter(({ method }) => isVoucher(method)))
  const byWay = (sum: number, some: typeof parts) => sumByWay(sum, goesBackOf({ ...refund, parts: some }), locale)
  const isFree = items.every(({ paid }) => paid === 0)
  const money =
    amount === 0
      ? isFree
        ? ''
        : m.text_guest_back_nothing({}, { locale })
      : (back > 0 ? m.text_guest_back_done({ amount: byWay(back, gone) }, { locale }) : '') +
        (card > 0 ? m.text_guest_back_card({ amount: formatMoney(card) }, { locale }) : '') +
        waitingText(
          {
            atDesk,
            deskSum: byWay(
              atDesk,
              open.filter(({ method }) => isDeskMoney(method)),
            ),
            byTransfer: amount - back - card - atDesk - inVouchers,
            inVouchers,
          },
          locale,
        )
  return m.text_guest_cancelled({ centre, what, orderNo, money }, { locale })
}

/** What a guest, who has no page to choose on, is told when the card or the account did not take the money. */
function failedText({ orderNo, amount, wentBack }: ShownRefund, centre: string, phone: string, locale: Locale): string {
  const call = phone === '' ? '' : m.text_guest_failed_call({ phone }, { locale })
  return m.text_guest_failed({ centre, orderNo, amount: formatMoney(amount - wentBack), call }, { locale })
}

type Said = {
  name: string
  refund: ShownRefund
  /** What was paid and goes back in all; empty where this refund says it. */
  balance?: string
  link: string
  /** The desk has cancelled for the member, and this mail says so. */
  isCancelled?: boolean
  /** It has gone back already, and no other mail says so. */
  isPaid?: boolean
  /** A booking ended with it: the points that this gave, if any. Undefined where none did. */
  point?: string | undefined
}

/** The mails about a refund. */
export function refundLetter(
  kind: RefundEvent,
  locale: Locale,
  { name, refund, balance = '', link, isCancelled = false, isPaid = false, point }: Said,
): { subject: string; body: string } {
  const said = {
    name,
    link,
    refundNo: refund.refundNo,
    orderNo: refund.orderNo,
    // What went back before needs no account, and did not fail.
    amount: formatMoney(kind === 'requested' || kind === 'refunded' || isCancelled ? refund.amount : refund.amount - refund.wentBack),
    items: [refund.items.map((item) => itemLine(item, refund, locale)).join('\n'), balance].filter(Boolean).join('\n\n'),
    way: wayLines(kind, refund, isPaid, locale),
    reason: refund.steps.at(-1)?.note ?? '',
    point: point ?? '',
  }
  const written = wordsOf(kind, refund, { isCancelled, isPaid, isGivenUp: point !== undefined })
  const body = written.body(said, { locale })
  const removed = point === undefined ? '' : `\n\n${m.mail_calendar_removed({}, { locale })}\n`
  return { subject: written.subject(said, { locale }), body: body + removed }
}

type Deed = Record<'isCancelled' | 'isGivenUp' | 'isPaid', boolean>

function wordsOf(
  kind: RefundEvent,
  { way, cause }: ShownRefund,
  { isCancelled, isGivenUp, isPaid }: Deed,
): Record<'subject' | 'body', Written> {
  if (kind === 'requested' && way === 'none') return nothing
  if (isCancelled) return cancelled
  if (isGivenUp) return givenUp
  if (isPaid) return words.refunded
  return kind === 'requested' && cause === 'moved' ? moved : words[kind]
}

const spotText = ({ facility, court }: NonNullable<ShownRefundItem['place']>, start: Date, end: Date, locale: Locale) =>
  `${say(facility.name, locale)} ${say(court.name, locale)}　${formatPeriod(start, end, locale)}`

function itemLine({ line, place, start, end, amount, moved }: ShownRefundItem, { cause, lines }: ShownRefund, locale: Locale): string {
  if (line) return `・${lineText(line, locale)}　${formatMoney(amount)}`
  if (!place || !start || !end)
    return `・${[titleOf(lines, locale), causeText(cause, locale)].filter(Boolean).join('　')}　${formatMoney(amount)}`
  const spot = spotText(place, start, end, locale)
  if (!moved) return `・${spot}　${formatMoney(amount)}`
  const prices = { before: formatMoney(moved.total + amount), after: formatMoney(moved.total) }
  return m.mail_refund_moved({ ...prices, from: spotText(moved.place, moved.start, moved.end, locale), to: spot }, { locale })
}

type Written = (
  said: Record<'name' | 'link' | 'refundNo' | 'orderNo' | 'amount' | 'items' | 'way' | 'reason' | 'point', string>,
  options: { locale: Locale },
) => string

const words: Record<RefundEvent, { subject: Written; body: Written }> = {
  requested: { subject: m.mail_refund_requested_subject, body: m.mail_refund_requested_body },
  'account-needed': { subject: m.mail_refund_account_subject, body: m.mail_refund_account_body },
  refunded: { subject: m.mail_refund_refunded_subject, body: m.mail_refund_refunded_body },
  rejected: { subject: m.mail_refund_rejected_subject, body: m.mail_refund_rejected_body },
  failed: { subject: m.mail_refund_failed_subject, body: m.mail_refund_failed_body },
}
/** A booking ended, and nothing else says so. */
const givenUp = { subject: m.mail_refund_cancelled_subject, body: m.mail_refund_given_up_body } satisfies {
  subject: Written
  body: Written
}
/** The desk has cancelled, and the member has nothing else that says so. */
const cancelled = { subject: m.mail_refund_cancelled_subject, body: m.mail_refund_cancelled_body } satisfies {
  subject: Written
  body: Written
}
/** Nobody has asked for this one. */
const moved = { subject: m.mail_refund_moved_subject, body: m.mail_refund_moved_body } satisfies { subject: Written; body: Written }
const nothing = { subject: m.mail_refund_nothing_subject, body: m.mail_refund_nothing_body } satisfies { subject: Written; body: Written }
