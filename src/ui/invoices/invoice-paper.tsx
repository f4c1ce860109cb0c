import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoment } from '#i18n/dates.ts'
import { formatMoney } from '#i18n/money.ts'
import { taxPeriodOf } from '#modules/invoices/rules.ts'
import type { InvoiceAnswer } from '#modules/invoices/wire.ts'
import { dayOf } from '#lib/zone.ts'
import { useCentre } from '#ui/session/viewer.ts'
import { buyerLine } from './buyer-words.ts'
import style from './invoice-paper.module.css'

/** AB-12345678: the letters of the track apart. */
export const spokenNumber = (number: string): string => number.replace(/^([A-Z]{2})(\d{8})$/, '$1-$2')

/** 115年11-12月, as the paper of the law says it. */
function periodText(issuedAt: string): string {
  const { from } = taxPeriodOf(dayOf(new Date(issuedAt)))
  const month = Number(from.slice(5, 7))
  return m.invoice_period({
    year: Number(from.slice(0, 4)) - 1911,
    from: String(month).padStart(2, '0'),
    to: String(month + 1).padStart(2, '0'),
  })
}

/** An invoice or a receipt as it is read and printed. */
export function InvoicePaper({ invoice }: { invoice: InvoiceAnswer }) {
  const centre = useCentre()
  const { paper, number, randomCode, amount, lines, issuedAt, status, allowances, buyer } = invoice
  return (
    <article className={style.paper} aria-label={number === null ? m.invoice_waiting() : spokenNumber(number)}>
      <header>
        <p className={style.centre}>{centre?.name}</p>
        <h3>{paper === 'receipt' ? m.invoice_paper_receipt() : m.invoice_certificate()}</h3>
        {paper === 'invoice' && issuedAt && <p className={style.period}>{periodText(issuedAt)}</p>}
        {number && <p className={style.number}>{spokenNumber(number)}</p>}
      </header>
      <dl className={style.facts}>
        {issuedAt && <Fact name={m.invoice_issued_at()} value={formatMoment(new Date(issuedAt), getLocale())} />}
        {randomCode && <Fact name={m.invoice_random_code()} value={randomCode} />}
        {centre?.taxId && <Fact name={m.invoice_seller()} value={centre.taxId} />}
        <Fact name={m.invoice_buyer()} value={buyerLine(buyer)} />
        <Fact name={m.invoice_column_order()} value={invoice.orderNo} />
      </dl>
      <ul className={style.lines}>
        {lines.map((line) => (
          <li key={line.text}>
            <span>{line.text}</span>
            <span>{formatMoney(line.amount)}</span>
          </li>
        ))}
        <li>
          <span>{m.invoice_total()}</span>
          <b>{formatMoney(amount)}</b>
        </li>
        {allowances.map((one) => (
          <li key={one.number}>
            <span>
              {m.invoice_allowance()} {one.number}
            </span>
            <span>{formatMoney(-one.amount)}</span>
          </li>
        ))}
      </ul>
      {status === 'voided' && <p className={style.void}>{m.invoice_voided()}</p>}
    </article>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
