import type { Trx } from '#db/connect.ts'
import { formatMoment, formatPeriod } from '#i18n/dates.ts'
import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import { say } from '#i18n/words.ts'
import { readLetterReaders } from '#modules/accounts/club-readers-store.ts'
import type { EventLetter, LetterWriter } from '#modules/notifications/write-letters.ts'
import { readLimits } from '#modules/settings/store.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { whyLines, wordsFor, type ClosureWords } from '#modules/venues/closure-words.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import { PreOrderPayload, readRecipient, type PreOrderEvent, type Recipient } from './event-store.ts'
import { findPreOrder, type ReadDate, type ReadPreOrder } from './read-store.ts'
import type { DocumentRules } from './rules.ts'
import { kindsText, lineSummary } from './texts.ts'

export type PreOrderLetterDeps = {
  catalogues: Catalogues
  publicUrl: string
  /** The words of the closure that released dates. */
  readClosureWords(trx: Trx, closureId: string): Promise<ClosureWords | undefined>
}

/** Letters about what happened to a pre-order. What happened to several of its dates at once is one letter. */
export function preOrderLetters(deps: PreOrderLetterDeps): LetterWriter {
  return async (trx, events, now) => {
    const recipient = await readRecipient(trx, events[0]!.subjectId)
    if (!recipient) return []
    const readers = await readLetterReaders(trx, recipient, [recipient.orderNo])
    const letters: EventLetter[] = []
    const happened = events.map(({ id, payload }) => ({ id, ...PreOrderPayload.parse(payload) }))
    for (const together of Map.groupBy(happened, ({ kind }) => kind).values()) {
      for (const { reader, ...one } of readers.about(together[0]!.kind === 'approved')) {
        const letter = await letterAbout(trx, deps, together, { ...recipient, ...one }, now)
        if (letter) letters.push(reader === undefined ? letter : { ...letter, reader })
      }
    }
    return letters
  }
}

async function letterAbout(
  trx: Trx,
  { catalogues, publicUrl, readClosureWords }: PreOrderLetterDeps,
  events: ({ id: number } & PreOrderPayload)[],
  { orderNo, memberId, name, email, locale }: Recipient,
  now: Date,
): Promise<EventLetter | undefined> {
  const { id, kind } = events[0]!
  const preOrder = await findPreOrder(trx, { orderNo, memberId }, now)
  if (!preOrder || !isStillTrue(kind, preOrder)) return undefined
  const named = new Set(events.flatMap(({ dateId }) => dateId ?? []))
  const dates = preOrder.dates.filter((date) => (named.size > 0 ? named.has(date.id) : date.state === 'held'))
  const link = `${publicUrl}/member/order/schedule/${orderNo}`
  const { documents } = await readLimits(trx)
  const closure = await wordsFor(events, (closureId) => readClosureWords(trx, closureId))
  const text = preOrderLetter(kind, locale, { name, preOrder, dates, documents, catalogue: await catalogues.current(), link, closure })
  return { eventId: id, channel: 'mail', recipient: email, locale, ...text }
}

/** A late letter is skipped when its event no longer holds. */
function isStillTrue(kind: PreOrderEvent, { state }: ReadPreOrder): boolean {
  if (kind === 'approved') return state === 'approved' || state === 'confirmed'
  return kind === 'released' || state === kind
}

type Said = {
  name: string
  preOrder: ReadPreOrder
  dates: ReadDate[]
  documents: DocumentRules
  catalogue: Catalogue
  link: string
  closure: ClosureWords | undefined
}

/** The mails about a pre-order. */
export function preOrderLetter(kind: PreOrderEvent, locale: Locale, { name, preOrder, dates, documents, catalogue, link, closure }: Said) {
  const { subject, body } = words[kind]
  const said = {
    name,
    link,
    orderNo: preOrder.orderNo,
    title: preOrder.title,
    lines: preOrder.lines
      .flatMap((line) => lineSummary(catalogue, line, locale) ?? [])
      .map(bullet)
      .join('\n'),
    dates: dates.map((date) => dateLine(catalogue, date, locale)).join('\n'),
    why: whyLines(closure, locale),
    count: String(dates.length),
    amount: formatMoney(preOrder.amount),
    payBefore: preOrder.payBefore ? formatMoment(preOrder.payBefore, locale) : '',
    note: [kindsText(preOrder.missingKinds, documents, locale), preOrder.reviewNote].filter(Boolean).join(m.join_stops({}, { locale })),
  }
  return { subject: subject(said, { locale }), body: (kind === 'approved' ? approvedBody(preOrder) : body)(said, { locale }) }
}

function approvedBody({ payBefore, payAtDesk }: ReadPreOrder): Written {
  if (payBefore === null) return m.mail_preorder_approved_free_body
  return payAtDesk ? m.mail_preorder_approved_desk_body : m.mail_preorder_approved_body
}

const bullet = (text: string) => `・${text}`

function dateLine(catalogue: Catalogue, { courtId, start, end }: ReadDate, locale: Locale): string {
  const court = say(catalogue.courtOf.get(courtId)?.court.name, locale) ?? ''
  return bullet(`${court}　${formatPeriod(start, end, locale)}`)
}

type Written = (
  said: Record<'name' | 'link' | 'orderNo' | 'title' | 'lines' | 'dates' | 'count' | 'amount' | 'payBefore' | 'note' | 'why', string>,
  options: { locale: Locale },
) => string

const words: Record<PreOrderEvent, { subject: Written; body: Written }> = {
  submitted: { subject: m.mail_preorder_submitted_subject, body: m.mail_preorder_submitted_body },
  'needs-documents': { subject: m.mail_preorder_needs_documents_subject, body: m.mail_preorder_needs_documents_body },
  approved: { subject: m.mail_preorder_approved_subject, body: m.mail_preorder_approved_body },
  rejected: { subject: m.mail_preorder_rejected_subject, body: m.mail_preorder_rejected_body },
  released: { subject: m.mail_preorder_released_subject, body: m.mail_preorder_released_body },
}
