import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { SumsAnswer } from '#modules/invoices/staff-wire.ts'
import type { MoneyWay } from '#modules/payments/rules.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { TextField } from '#ui/kit/field.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { DataTable } from '#ui/staff/kit/data-table.tsx'
import { DownloadButton } from '#ui/staff/kit/download-button.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { sumsQuery } from './invoices-queries.ts'
import style from './invoices.module.css'

const whyWords = { waits: m.invoices_why_waits, 'no-paper': m.invoices_why_no_paper, differs: m.invoices_why_differs } as const

/** A month: its papers by kind, its money by way, and every order of which they differ. */
export function MonthPanel({ month }: { month: string }) {
  const navigate = useNavigate()
  const { data } = useQuery(sumsQuery(useApi(), month))
  return (
    <>
      <div className="cluster">
        <TextField
          type="month"
          name="month"
          label={m.invoices_month()}
          value={month}
          onChange={({ target }) =>
            target.value && void navigate({ to: '/staff/invoices', search: { show: 'month', month: target.value } })
          }
        />
        <DownloadButton path="/api/Staff/Invoice/Month.csv" query={{ month }} fileName={() => `invoices-${month}.csv`}>
          {m.invoices_download()}
        </DownloadButton>
      </div>
      {data && <Sums sums={data} />}
    </>
  )
}

function Sums({ sums: { papers, money, balance, differences } }: { sums: SumsAnswer }) {
  return (
    <>
      <Panel title={m.invoices_sums_papers()} lead={m.invoices_sums_papers_lead()}>
        <DataTable
          caption={m.invoices_sums_papers()}
          rows={papers}
          rowKey={({ issuer }) => issuer}
          empty={m.invoices_none()}
          columns={[
            { key: 'issuer', head: m.invoice_column_issuer(), isRowHead: true, cell: ({ title }) => title },
            { key: 'issued', head: m.invoice_what_issued(), align: 'end', cell: (one) => sumText(one.issued, one.issuedCount) },
            { key: 'voided', head: m.invoice_what_voided(), align: 'end', cell: (one) => sumText(one.voided, one.voidedCount) },
            { key: 'allowed', head: m.invoice_what_allowed(), align: 'end', cell: (one) => sumText(one.allowed, one.allowedCount) },
            {
              key: 'net',
              head: m.invoice_sum(),
              align: 'end',
              cell: ({ issued, voided, allowed, restored }) => formatMoney(issued - voided - allowed + restored),
            },
          ]}
        />
      </Panel>
      <Panel title={m.invoices_sums_money()} lead={m.invoices_sums_money_lead()}>
        <dl className={style.sums}>
          {money.map(({ way, paid, back }) => (
            <Sum key={way} name={m.invoices_way({ way: wayWords[way]() })} amount={paid - back} />
          ))}
        </dl>
      </Panel>
      <Balance balance={balance} />
      <Panel title={m.invoices_differences()}>
        {differences.length === 0 ? (
          <Callout tone="success">{m.invoices_no_differences()}</Callout>
        ) : (
          <DataTable
            caption={m.invoices_differences()}
            rows={differences.slice(0, mostShown)}
            rowKey={({ orderNo }) => orderNo}
            empty=""
            columns={[
              { key: 'order', head: m.invoice_column_order(), isRowHead: true, cell: ({ orderNo }) => orderNo },
              { key: 'papers', head: m.invoices_balance_papers(), align: 'end', cell: (one) => formatMoney(one.papers) },
              { key: 'money', head: m.invoices_sums_money(), align: 'end', cell: (one) => formatMoney(one.money) },
              { key: 'why', head: m.invoices_column_state(), cell: ({ why }) => whyWords[why]() },
            ]}
          />
        )}
        {differences.length > mostShown && <p>{m.invoices_more_differences({ count: differences.length - mostShown })}</p>}
      </Panel>
    </>
  )
}

function Balance({ balance }: Pick<SumsAnswer, 'balance'>) {
  return (
    <Panel title={m.invoices_balance()} lead={m.invoices_balance_lead()}>
      <dl className={style.sums}>
        <Sum name={m.invoices_balance_paid()} amount={balance.paid} />
        <Sum name={m.invoices_balance_sent()} amount={-balance.sent} />
        <Sum name={m.invoices_balance_owed()} amount={-balance.owed} />
        <Sum name={m.invoices_balance_held()} amount={-balance.held} />
        <Sum name={m.invoices_balance_due()} amount={balance.papers - balance.difference} />
        <Sum name={m.invoices_balance_papers()} amount={balance.papers} />
        <Sum name={m.invoices_balance_difference()} amount={balance.difference} />
      </dl>
    </Panel>
  )
}

const wayWords: Record<MoneyWay, () => string> = {
  cash: m.receipt_paid_cash,
  terminal: m.receipt_paid_terminal,
  card: m.receipt_paid_card,
  transfer: m.receipt_paid_transfer,
  voucher: m.receipt_paid_voucher,
}

const mostShown = 100

const sumText = (amount: number, count: number): string => `${formatMoney(amount)} (${count})`

function Sum({ name, amount }: { name: string; amount: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{formatMoney(amount)}</dd>
    </div>
  )
}
