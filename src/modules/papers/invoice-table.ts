import * as m from '#i18n/generated/messages.js'
import { formatMoment } from '#i18n/dates.ts'
import type { Locale } from '#i18n/locale.ts'
import { formatMoney } from '#i18n/money.ts'
import type { Block, Row } from '#lib/pdf/paper.ts'
import type { Issuers } from '#modules/invoices/issuers.ts'
import { presentInvoice } from '#modules/invoices/present.ts'
import { lookOf, saidAmount, type PaperLook } from '#modules/invoices/rules.ts'
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
      alike(formatMoney(saidAmount(one))),
    ]
    const look = lookOf(one)
    return look === 'voided' || look === 'allowed-whole' ? { cells, look: 'gone' } : { cells }
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

const states = { waiting: m.invoice_waiting, voided: m.invoice_voided, 'allowed-whole': m.invoice_allowed_whole } satisfies Partial<
  Record<PaperLook, unknown>
>

type Shown = Omit<ReturnType<typeof presentInvoice>, 'issuedAt'>

function whatText(shown: Shown, locale: Locale): string {
  const spoken = { locale }
  const { paper, number, randomCode, amount } = shown
  const name = paper === 'receipt' ? m.invoice_paper_receipt({}, spoken) : m.invoice_paper_invoice({}, spoken)
  const look = lookOf(shown)
  const state = look in states ? states[look as keyof typeof states]({}, spoken) : ''
  return [
    [name, number === null ? '' : spokenNumber(number), state].filter(Boolean).join(' '),
    randomCode === null ? '' : `${m.invoice_random_code({}, spoken)} ${randomCode}`,
    look === 'allowed' ? m.paper_less_allowances({ amount: formatMoney(amount) }, spoken) : '',
  ]
    .filter(Boolean)
    .join('\n')
}
