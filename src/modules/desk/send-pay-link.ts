import * as m from '#i18n/generated/messages.js'
import type { Db, Trx } from '#db/connect.ts'
import type { Jobs } from '#db/jobs.ts'
import { takeTurn } from '#http/rate-limits.ts'
import { formatMoment, formatPeriod } from '#i18n/dates.ts'
import { prefixOf, type Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import { say, type Words } from '#i18n/words.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { readContact, readRecipient, readTextMobile } from '#modules/accounts/store.ts'
import type { Tokens } from '#modules/logins/tokens.ts'
import { readName } from '#modules/centre/store.ts'
import { queueMessage } from '#modules/notifications/queue-message.ts'
import { maskRecipient, type Channel } from '#modules/notifications/rules.ts'
import { hasMessage } from '#modules/notifications/store.ts'
import { readOrder, type Reading } from '#modules/orders/read-order.ts'
import { readOffers } from '#modules/payments/offered-ways.ts'
import type { PayableOrders } from '#modules/payments/payable-orders.ts'
import type { Providers } from '#modules/payments/providers.ts'
import { payPath } from '#modules/payments/start-payment.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Audit } from '#http/audit.ts'
import { sendLetterAgain, type SendAgainRefusal, type SentAgain } from '#modules/notifications/send-letter-again.ts'
import type { LetterWriters } from '#modules/notifications/write-letters.ts'
import { findStoryOrder, readMessages } from './story-store.ts'

export type PayLinkDeps = {
  jobs: Jobs
  tokens: Tokens
  publicUrl: string
  canText: boolean
  catalogues: Reading['catalogues']
  providers: Pick<Providers, 'serving'>
  orders: PayableOrders
}
export type PayLinkRefusal =
  | { code: 'not_found' }
  | { code: 'nothing_to_pay' }
  | { code: 'cannot_pay_online' }
  | { code: 'no_address' }
  | { code: 'texts_unavailable' }
  | { code: 'too_many_requests'; retryAfterSeconds: number }

/** Ways in which a pay link reaches a person; a mobile that was never proved gets no texts. */
export const linkWaysTo = (person: { mobile: string; isMobileProven: boolean; email: string | null }, canText: boolean): Channel[] => [
  ...(canText && person.mobile !== '' && person.isMobileProven ? (['sms'] as const) : []),
  ...(person.email === null ? [] : (['mail'] as const)),
]

const linksAtMost = { limit: 5, seconds: 3600 }

/** Sends the link by which an order is paid without logging in, as a text or a mail; once for each idempotency key. */
export async function sendPayLink(
  trx: Trx,
  { jobs, tokens, publicUrl, canText, catalogues, providers, orders }: PayLinkDeps,
  asked: { orderNo: string; memberId: string; by: Channel; idempotencyKey: string },
  now: Date,
): Promise<Result<{ isNew: boolean }, PayLinkRefusal>> {
  const { orderNo, memberId, by, idempotencyKey } = asked
  const cause = `pay-link:${orderNo}:${idempotencyKey}`
  // Sent by the same request before: it may have been paid since.
  if (await hasMessage(trx, cause)) return ok({ isNew: false })
  if (by === 'sms' && !canText) return refuse({ code: 'texts_unavailable' })
  const order = await readOrder({ db: trx, catalogues }, memberId, orderNo, now)
  if (!order.ok) return order
  const { state, amount, payBefore, items } = order.value
  if (state !== 'awaiting-payment' || payBefore === null) return refuse({ code: 'nothing_to_pay' })
  const payable = await orders.findByNumber(trx, orderNo, now)
  if (!payable || (await readOffers({ db: trx, providers, orders }, payable, now)).length === 0)
    return refuse({ code: 'cannot_pay_online' })
  const contact = await readContact(trx, memberId)
  const recipient = by === 'sms' ? await readTextMobile(trx, memberId) : (await readRecipient(trx, memberId))?.email
  if (!contact || !recipient) return refuse({ code: 'no_address' })
  const wait = await takeTurn(trx, { key: `pay-link:${orderNo}`, ...linksAtMost }, now)
  if (wait) return refuse({ code: 'too_many_requests', ...wait })
  const { locale, name } = contact
  const [first] = items
  const said = {
    name,
    orderNo,
    centre: await readName(trx, locale),
    what: first ? whatLine(first, locale) : orderNo,
    amount: formatMoney(amount),
    before: formatMoment(payBefore, locale),
    link: `${publicUrl}${payPath(tokens.signPayLink(orderNo), prefixOf(locale))}`,
  }
  const written =
    by === 'sms'
      ? { body: m.text_pay_link(said, { locale }) }
      : { subject: m.mail_pay_link_subject(said, { locale }), body: m.mail_pay_link_body(said, { locale }) }
  const queued = await queueMessage(trx, jobs, { cause, channel: by, recipient, locale, asked: true, ...written }, now)
  return typeof queued === 'object' ? refuse({ code: 'too_many_requests', ...queued }) : ok({ isNew: true })
}

type Shown = { facility: { name: Words }; court: { name: Words }; start: Date; end: Date }
const whatLine = ({ facility, court, start, end }: Shown, locale: Locale) =>
  `${say(facility.name, locale)} ${say(court.name, locale)} ${formatPeriod(start, end, locale)}`

export type StorySendRefusal = SendAgainRefusal | { code: 'not_found' } | { code: 'message_not_repeatable' }

/** Sends a message of an order's story again. Payment links are not repeated: their own call sends a new one. */
export async function sendAgain(
  { db, ...sending }: { db: Db; jobs: Jobs; letters: LetterWriters },
  asked: { orderNo: string; messageId: string; idempotencyKey: string },
  audit: Audit,
  now: Date,
): Promise<Result<void, StorySendRefusal>> {
  const { orderNo, messageId, idempotencyKey } = asked
  return inTransaction<void, StorySendRefusal>(db, async (trx) => {
    const order = await findStoryOrder(trx, orderNo)
    const message = order && (await readMessages(trx, { ...order, orderNo })).find(({ id }) => id === messageId)
    if (!message) return refuse({ code: 'not_found' })
    if (message.eventId === null) return refuse({ code: 'message_not_repeatable' })
    const sent = await sendLetterAgain(trx, sending, { eventId: Number(message.eventId), idempotencyKey }, now)
    if (!sent.ok) return sent
    if (sent.value.isNew) await audit(trx, entryOf(orderNo, sent.value))
    return ok(undefined)
  })
}

const entryOf = (orderNo: string, { channel, recipient }: Extract<SentAgain, { isNew: true }>) => ({
  action: 'message.sent_again',
  subject: { kind: 'order', id: orderNo },
  after: { channel, to: maskRecipient(recipient) },
})
