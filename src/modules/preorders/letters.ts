import { formatMoment, formatPeriod } from '#i18n/dates.ts'
import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import type { Catalogue } from '#modules/venues/rules.ts'
import type { PreOrderEvent } from './date-store.ts'
import type { ReadDate, ReadPreOrder } from './read-store.ts'
import { kindsText, lineSummary } from './words.ts'

type Said = { name: string; preOrder: ReadPreOrder; dates: ReadDate[]; catalogue: Catalogue; link: string }

/** The mails about a pre-order. */
export function preOrderLetter(kind: PreOrderEvent, locale: Locale, { name, preOrder, dates, catalogue, link }: Said) {
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
    count: String(dates.length),
    amount: formatMoney(preOrder.amount),
    payBefore: preOrder.payBefore ? formatMoment(preOrder.payBefore, locale) : '',
    note: [kindsText(preOrder.missingKinds, locale), preOrder.reviewNote].filter(Boolean).join(locale === 'tw' ? '。' : '. '),
  }
  const free = kind === 'approved' && preOrder.payBefore === null
  return { subject: subject(said, { locale }), body: free ? m.mail_preorder_approved_free_body(said, { locale }) : body(said, { locale }) }
}

const bullet = (text: string) => `・${text}`

function dateLine(catalogue: Catalogue, { courtId, start, end }: ReadDate, locale: Locale): string {
  const court = catalogue.courtOf.get(courtId)?.court.name[locale] ?? ''
  return bullet(`${court}　${formatPeriod(start, end, locale)}`)
}

type Written = (
  said: Record<'name' | 'link' | 'orderNo' | 'title' | 'lines' | 'dates' | 'count' | 'amount' | 'payBefore' | 'note', string>,
  options: { locale: Locale },
) => string

const words: Record<PreOrderEvent, { subject: Written; body: Written }> = {
  submitted: { subject: m.mail_preorder_submitted_subject, body: m.mail_preorder_submitted_body },
  'needs-documents': { subject: m.mail_preorder_needs_documents_subject, body: m.mail_preorder_needs_documents_body },
  approved: { subject: m.mail_preorder_approved_subject, body: m.mail_preorder_approved_body },
  rejected: { subject: m.mail_preorder_rejected_subject, body: m.mail_preorder_rejected_body },
  released: { subject: m.mail_preorder_released_subject, body: m.mail_preorder_released_body },
}
