import * as m from '#i18n/generated/messages.js'
import { formatMoment } from '#i18n/dates.ts'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import { text } from '#i18n/text.ts'
import { capitalAmount } from '#lib/capital-amount.ts'
import type { Block, Fact, Row } from '#lib/pdf/paper.ts'
import { dayOf } from '#lib/zone.ts'
import { maskedCode } from '#modules/invoices/buyer-rules.ts'
import { allowancesOf, type ReadInvoice } from '#modules/invoices/read-store.ts'
import { taxPeriodOf } from '#modules/invoices/rules.ts'
import { spokenNumber } from './invoice-table.ts'
import { alike, type Speak } from './language-rules.ts'

export type InvoicePaper = { invoice: ReadInvoice; paper: 'invoice' | 'receipt'; buyer: string }

export const invoiceTitle = (paper: InvoicePaper['paper'], locale: Locale): string =>
  paper === 'receipt' ? m.invoice_paper_receipt({}, { locale }) : m.paper_invoice({}, { locale })

/** The centre's own receipt is the paper itself; of an electronic invoice it says number and random code, and where to see it. */
export function invoiceBlocks(shown: InvoicePaper, speak: Speak): Block[] {
  const { invoice, paper } = shown
  const allowances = allowancesOf(invoice)
  const lines = invoice.lines.map((line): Row => ({ cells: [alike(line.text), alike(formatMoney(line.amount))] }))
  const backs = allowances.map((one): Row => ({
    cells: [speak((locale) => `${m.invoice_allowance({}, { locale })} ${one.number ?? ''}`), alike(formatMoney(-one.amount))],
  }))
  const rest = invoice.amount - allowances.reduce((sum, { amount }) => sum + amount, 0)
  const isVoid = invoice.state === 'voided'
  return [
    ...(isVoid ? [{ kind: 'heading' as const, text: speak((locale) => m.invoice_voided({}, { locale })) }] : []),
    { kind: 'facts', facts: factsOf(shown, isVoid ? 0 : rest, speak) },
    {
      kind: 'table',
      columns: [
        { head: speak((locale) => m.paper_column_item({}, { locale })), share: 10 },
        { head: speak((locale) => m.paper_column_amount({}, { locale })), share: 3, right: true },
      ],
      rows: [
        ...lines,
        { cells: [speak((locale) => m.invoice_total({}, { locale })), alike(formatMoney(invoice.amount))], look: 'sum' },
        ...backs,
        ...(backs.length > 0
          ? [{ cells: [speak((locale) => m.paper_rest({}, { locale })), alike(formatMoney(rest))], look: 'sum' as const }]
          : []),
      ],
    },
    ...(paper === 'invoice'
      ? [m.paper_invoice_where, m.paper_no_certificate].map((note) => ({
          kind: 'text' as const,
          text: speak((locale) => note({}, { locale })),
        }))
      : []),
  ]
}

function factsOf({ invoice, paper, buyer }: InvoicePaper, rest: number, speak: Speak): Fact[] {
  const { number, randomCode, issuedAt, voidedAt, orderNo } = invoice
  const moment = (at: Date) => speak((locale) => formatMoment(at, locale))
  return [
    { name: speak((locale) => m.invoice_column_number({}, { locale })), value: alike(spokenNumber(number ?? '')) },
    ...(paper === 'invoice' && issuedAt
      ? [{ name: speak((locale) => m.paper_tax_period({}, { locale })), value: speak((locale) => periodText(issuedAt, locale)) }]
      : []),
    ...(randomCode === null ? [] : [{ name: speak((locale) => m.invoice_random_code({}, { locale })), value: alike(randomCode) }]),
    ...(issuedAt ? [{ name: speak((locale) => m.invoice_issued_at({}, { locale })), value: moment(issuedAt) }] : []),
    ...(voidedAt ? [{ name: speak((locale) => m.invoice_voided({}, { locale })), value: moment(voidedAt) }] : []),
    ...buyerFacts(invoice, buyer, speak),
    { name: speak((locale) => m.paper_order_no({}, { locale })), value: alike(orderNo) },
    ...(paper === 'receipt'
      ? [{ name: speak((locale) => m.paper_received({}, { locale })), value: alike(`新臺幣${capitalAmount(rest)}元整`) }]
      : []),
  ]
}

/** To a business by its number and title; otherwise to the member, by the kind that they chose. */
function buyerFacts({ buyer }: ReadInvoice, name: string, speak: Speak): Fact[] {
  if (buyer.kind === 'business')
    return [
      { name: speak((locale) => m.invoice_title({}, { locale })), value: alike(buyer.title) },
      { name: speak((locale) => m.invoice_tax_id({}, { locale })), value: alike(buyer.taxId) },
    ]
  const kind = (locale: Locale) => [text(`invoice_kind_${buyer.kind}`, locale), maskedCode(buyer)].filter(Boolean).join(' ')
  return [
    { name: speak((locale) => m.paper_payer({}, { locale })), value: alike(name) },
    ...(buyer.kind === 'paper' ? [] : [{ name: speak((locale) => m.invoice_buyer({}, { locale })), value: speak(kind) }]),
  ]
}

/** 115年11-12月, as the paper of the law says it. */
function periodText(issuedAt: Date, locale: Locale): string {
  const { from } = taxPeriodOf(dayOf(issuedAt))
  const month = Number(from.slice(5, 7))
  const two = (number: number) => String(number).padStart(2, '0')
  return m.invoice_period({ year: Number(from.slice(0, 4)) - 1911, from: two(month), to: two(month + 1) }, { locale })
}
