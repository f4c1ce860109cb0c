import * as m from '#i18n/generated/messages.js'
import { formatMoment } from '#i18n/dates.ts'
import type { Locale } from '#i18n/locale.ts'
import { text } from '#i18n/text.ts'
import { writeCsv } from '#lib/csv.ts'
import type { Span } from './sums-store.ts'
import { allowancesOf, type ReadInvoice } from './read-store.ts'

type Line = (string | number)[]

/** What happened in a span, a line each: papers that were issued or voided, and allowances. The last lines are the sums by kind. */
export function monthCsv(invoices: readonly ReadInvoice[], { from, until }: Span, locale: Locale): string {
  const spoken = { locale }
  const isWithin = (at: Date | null): at is Date => at !== null && at >= from && at < until
  const head = [
    m.invoice_column_what({}, spoken),
    m.invoice_column_number({}, spoken),
    m.invoice_column_at({}, spoken),
    m.invoice_column_order({}, spoken),
    m.invoice_column_tax_id({}, spoken),
    m.invoice_column_title({}, spoken),
    m.invoice_column_net({}, spoken),
    m.invoice_column_tax({}, spoken),
    m.invoice_column_amount({}, spoken),
    m.invoice_column_issuer({}, spoken),
  ]
  const lines: { what: 'issued' | 'voided' | 'allowed'; line: Line; amount: number }[] = []
  const add = (
    what: 'issued' | 'voided' | 'allowed',
    number: string,
    at: Date,
    { orderNo, buyer, issuer }: ReadInvoice,
    amount: number,
  ) => {
    const net = Math.round(amount / 1.05)
    const words = text(`invoice_what_${what}`, locale) ?? what
    const line = [words, number, formatMoment(at, locale), orderNo, buyer.taxId, buyer.title, net, amount - net, amount, issuer]
    lines.push({ what, line, amount })
  }
  for (const invoice of invoices) {
    const { number, issuedAt, voidedAt, amount } = invoice
    if (isWithin(issuedAt)) add('issued', number ?? '', issuedAt, invoice, amount)
    if (isWithin(voidedAt)) add('voided', number ?? '', voidedAt, invoice, -amount)
    for (const one of allowancesOf(invoice))
      if (isWithin(one.doneAt)) add('allowed', `${number ?? ''} ${one.number ?? ''}`.trim(), one.doneAt, invoice, -one.amount)
  }
  const kinds = ['issued', 'voided', 'allowed'] as const
  const sums = kinds.map((what): Line => {
    const those = lines.filter((one) => one.what === what)
    const sum = those.reduce((all, one) => all + one.amount, 0)
    return [`${m.invoice_sum({}, spoken)} ${text(`invoice_what_${what}`, locale) ?? what}`, those.length, '', '', '', '', '', '', sum, '']
  })
  const total = lines.reduce((all, one) => all + one.amount, 0)
  return writeCsv([
    head,
    ...lines.map(({ line }) => line),
    ...sums,
    [m.invoice_sum({}, spoken), lines.length, '', '', '', '', '', '', total, ''],
  ])
}
