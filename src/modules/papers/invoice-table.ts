import * as m from '#i18n/generated/messages.js'
import { formatMoment } from '#i18n/dates.ts'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import type { Block, Row } from '#lib/pdf/paper.ts'
import type { Issuers } from '#modules/invoices/issuers.ts'
import { presentInvoice } from '#modules/invoices/present.ts'
import type { ReadInvoice } from '#modules/invoices/read-store.ts'
import { alike, type Speak } from './language-rules.ts'

export type KnowsPaper = Pick<Issuers, 'known'>

/** AB-12345678: the letters of the track apart. */
export const spokenNumber = (number: string): string => number.replace(/^([A-Z]{2})(\d{8})$/, '$1-$2')

/** Number and random code of each invoice or receipt of an order, and where an electronic one is looked up. */
export function invoiceTable(invoices: readonly ReadInvoice[], issuers: KnowsPaper, speak: Speak): Block[] {
  if (invoices.length === 0) return []
  const shown = invoices.map((one) => ({ ...presentInvoice(issuers, one), issuedAt: one.issuedAt }))
  const rows = shown.map((one): Row => {
    const cells = [
      speak((locale) => whatText(one, locale)),
      speak((locale) => (one.issuedAt ? formatMoment(one.issuedAt, locale) : '')),
      alike(formatMoney(one.status === 'voided' ? one.amount : one.rest)),
    ]
    return one.status === 'voided' ? { cells, look: 'gone' } : { cells }
  })
  return [
    { kind: 'heading', text: speak((locale) => m.invoice_papers({}, { locale })) },
    {
      kind: 'table',
      columns: [
        { head: speak((locale) => m.invoice_column_number({}, { locale })), share: 6 },
        { head: speak((locale) => m.invoice_issued_at({}, { locale })), share: 5 },
        { head: speak((locale) => m.paper_column_amount({}, { locale })), share: 3, right: true },
      ],
      rows,
    },
    ...(shown.some(({ paper }) => paper === 'invoice')
      ? [{ kind: 'text' as const, text: speak((locale) => m.paper_invoice_where({}, { locale })) }]
      : []),
  ]
}

type Shown = Omit<ReturnType<typeof presentInvoice>, 'issuedAt'>

function whatText({ paper, number, randomCode, status, amount, rest }: Shown, locale: Locale): string {
  const spoken = { locale }
  const name = paper === 'receipt' ? m.invoice_paper_receipt({}, spoken) : m.invoice_paper_invoice({}, spoken)
  const state = status === 'waiting' ? m.invoice_waiting({}, spoken) : status === 'voided' ? m.invoice_voided({}, spoken) : ''
  return [
    [name, number === null ? '' : spokenNumber(number), state].filter(Boolean).join(' '),
    randomCode === null ? '' : `${m.invoice_random_code({}, spoken)} ${randomCode}`,
    status === 'issued' && rest !== amount ? m.paper_less_allowances({ amount: formatMoney(amount) }, spoken) : '',
  ]
    .filter(Boolean)
    .join('\n')
}
