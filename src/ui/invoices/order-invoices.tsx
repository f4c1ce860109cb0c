import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import { lookOf, type PaperLook } from '#modules/invoices/rules.ts'
import type { InvoiceAnswer } from '#modules/invoices/wire.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { Disclosure } from '#ui/kit/disclosure.tsx'
import { PaperButtons } from '#ui/papers/paper-buttons.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { InvoicePaper, spokenNumber } from './invoice-paper.tsx'
import { invoicesQuery } from './invoice-queries.ts'
import style from './order-invoices.module.css'

/** The invoices and receipts of an order, as its member sees them; nothing where there are none. */
export function OrderInvoices({ orderNo }: { orderNo: string }) {
  const { data } = useQuery(invoicesQuery(useApi(), orderNo))
  if (!data || data.items.length === 0) return null
  return (
    <section className={style.list} aria-label={m.invoice_papers()}>
      {data.items.map((invoice) => (
        <One key={invoice.id} invoice={invoice} />
      ))}
    </section>
  )
}

const lookWords: Record<PaperLook, () => string> = {
  waiting: m.invoice_waiting,
  issued: m.invoice_issued,
  allowed: m.invoice_allowed,
  'allowed-whole': m.invoice_allowed_whole,
  voided: m.invoice_voided,
}

/** How an invoice or a receipt stands. */
export function InvoiceChip({ invoice }: { invoice: InvoiceAnswer }) {
  const look = lookOf(invoice)
  return <Chip tone={look === 'issued' || look === 'allowed' ? 'good' : 'plain'}>{lookWords[look]()}</Chip>
}

function One({ invoice }: { invoice: InvoiceAnswer }) {
  const [open, setOpen] = useState(false)
  const { paper, number, status, amount, rest } = invoice
  const label = paper === 'receipt' ? m.invoice_paper_receipt() : m.invoice_paper_invoice()
  const value = (
    <span className={style.value}>
      <span>{number === null ? '' : spokenNumber(number)}</span>
      <span>{formatMoney(amount)}</span>
      {lookOf(invoice) === 'allowed' && <span>{m.invoice_taken_off({ amount: formatMoney(amount - rest) })}</span>}
      <InvoiceChip invoice={invoice} />
    </span>
  )
  return (
    <Disclosure label={label} value={value} offer={m.invoice_show()} open={open} onOpen={setOpen}>
      {open && (
        <div className="stack gap-3">
          <InvoicePaper invoice={invoice} />
          {status !== 'waiting' && <PaperButtons path={`/api/Paper/Invoice/${invoice.id}`} />}
        </div>
      )}
    </Disclosure>
  )
}
