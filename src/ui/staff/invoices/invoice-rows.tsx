import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoment } from '#i18n/dates.ts'
import { formatMoney } from '#i18n/money.ts'
import type { OfficeInvoice, OfficeListAnswer } from '#modules/invoices/staff-wire.ts'
import { buyerLine } from '#ui/invoices/buyer-words.ts'
import { spokenNumber } from '#ui/invoices/invoice-paper.tsx'
import { InvoiceChip } from '#ui/invoices/order-invoices.tsx'
import { Chip } from '#ui/kit/chip.tsx'
import { DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import { DownloadButton } from '#ui/staff/kit/download-button.tsx'
import { StaffButton, StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { useState } from 'react'
import { DeedActions } from './deed-actions.tsx'
import type { InvoicesSearch } from './invoices-search.ts'
import { ReissueSheet } from './reissue-sheet.tsx'
import style from './invoices.module.css'

type Deed = OfficeInvoice['deeds'][number]

const deedWords: Record<Deed['kind'], () => string> = {
  issue: m.invoices_deed_issue,
  void: m.invoices_deed_void,
  allow: m.invoices_deed_allow,
  'void-allowance': m.invoices_deed_void_allowance,
}

const openOf = ({ deeds }: OfficeInvoice): Deed | undefined => deeds.find(({ status }) => status === 'open' || status === 'held')

/** `onReissue`: asks to whom a paper is made out instead. */
const columnsOf = (onReissue: (invoice: OfficeInvoice) => void): Column<OfficeInvoice>[] => [
  { key: 'number', head: m.invoice_column_number(), isRowHead: true, cell: (one) => <Name invoice={one} /> },
  { key: 'buyer', head: m.invoice_buyer(), isWide: true, cell: ({ buyer }) => buyerLine(buyer) },
  { key: 'amount', head: m.invoice_column_amount(), align: 'end', cell: ({ amount, rest }) => <Amount amount={amount} rest={rest} /> },
  { key: 'state', head: m.invoices_column_state(), cell: (one) => <State invoice={one} /> },
  {
    key: 'do',
    head: m.invoices_column_do(),
    cell: (one) => (
      <div className="cluster">
        {openOf(one) && <DeedActions deed={openOf(one)!} />}
        {one.number !== null && (
          <DownloadButton look="quiet" path={`/api/Staff/Paper/Invoice/${one.id}`} query={{ lang: getLocale() }}>
            {m.paper_download()}
          </DownloadButton>
        )}
        {one.canReissue && (
          <StaffButton look="quiet" onClick={() => onReissue(one)}>
            {m.invoices_reissue()}
          </StaffButton>
        )}
      </div>
    ),
  },
]

export function InvoiceRows({ answer, search }: { answer: OfficeListAnswer; search: InvoicesSearch }) {
  const [reissued, setReissued] = useState<OfficeInvoice>()
  const columns = columnsOf(setReissued)
  const pages = Math.ceil(answer.total / answer.pageSize)
  return (
    <>
      <DataTable
        caption={m.staff_screen_invoices()}
        columns={columns}
        rows={answer.items}
        rowKey={({ id }) => id}
        empty={search.show === 'all' ? m.invoices_none() : m.invoices_nothing_waits()}
        isFaded={({ status }) => status === 'voided'}
      />
      {pages > 1 && (
        <nav className="cluster" aria-label={m.invoices_pages()}>
          {answer.page > 1 && (
            <StaffButtonLink to="/staff/invoices" search={{ ...search, page: String(answer.page - 1) }}>
              {m.invoices_newer()}
            </StaffButtonLink>
          )}
          {answer.page < pages && (
            <StaffButtonLink to="/staff/invoices" search={{ ...search, page: String(answer.page + 1) }}>
              {m.invoices_older()}
            </StaffButtonLink>
          )}
        </nav>
      )}
      {reissued && <ReissueSheet invoice={reissued} onClose={() => setReissued(undefined)} />}
    </>
  )
}

function Name({ invoice: { number, orderNo, issuedAt, createdAt } }: { invoice: OfficeInvoice }) {
  return (
    <span className={style.name}>
      <b>{number === null ? '—' : spokenNumber(number)}</b>
      <span>{orderNo}</span>
      <span>{formatMoment(new Date(issuedAt ?? createdAt), getLocale())}</span>
    </span>
  )
}

const Amount = ({ amount, rest }: { amount: number; rest: number }) => (
  <span className={style.name}>
    <b>{formatMoney(amount)}</b>
    {rest !== amount && rest > 0 && <span>{m.invoices_rest({ amount: formatMoney(rest) })}</span>}
  </span>
)

function State({ invoice }: { invoice: OfficeInvoice }) {
  const open = openOf(invoice)
  if (!open) return <InvoiceChip invoice={invoice} />
  return (
    <span className={style.name}>
      <Chip tone={open.status === 'held' ? 'danger' : 'due'}>
        {open.status === 'held' ? m.invoices_held({ deed: deedWords[open.kind]() }) : m.invoices_open({ deed: deedWords[open.kind]() })}
      </Chip>
      {open.problem && <span>{open.problem}</span>}
      {open.said && <span>{open.said}</span>}
    </span>
  )
}
