import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { ListedRefundAnswer } from '#modules/refunds/office-wire.ts'
import { TickBox } from '#ui/kit/control.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { BatchSheet } from './batch-sheet.tsx'
import { readyTransfersQuery } from './refunds-queries.ts'
import style from './refunds.module.css'
import { useIsFinance } from './use-is-finance.ts'

/** Transfers that are ready for the bank. All go into the next batch, but for those that are unticked. */
export function ReadyPanel({ person }: { person: string | undefined }) {
  const read = useQuery(readyTransfersQuery(useApi(), person))
  const { data } = read
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isAsked, ask] = useState(false)
  const isFinance = useIsFinance()
  const items = data?.items ?? []
  const chosen = items.filter(({ refundNo }) => !left.has(refundNo))
  const isEverything = chosen.length === items.length && person === undefined
  const amount = isEverything ? (data?.amount ?? 0) : chosen.reduce((sum, one) => sum + one.amount, 0)
  const count = isEverything ? (data?.count ?? 0) : chosen.length
  const tick = (refundNo: string, isChosen: boolean) => {
    const rest = new Set(left)
    if (isChosen) rest.delete(refundNo)
    else rest.add(refundNo)
    setLeft(rest)
  }
  return (
    <Panel
      title={m.refunds_ready()}
      lead={items.length > 0 ? m.refunds_ready_sum({ count, amount: formatMoney(amount) }) : undefined}
      actions={
        isFinance && chosen.length > 0 ? (
          <StaffButton look="primary" onClick={() => ask(true)}>
            {m.refunds_batch_take()}
          </StaffButton>
        ) : undefined
      }
    >
      <DataTable
        caption={m.refunds_ready()}
        columns={columnsFor({ person, left, ...(isFinance && { onTick: tick }) })}
        rows={items}
        rowKey={({ refundNo }) => refundNo}
        empty={data ? m.refunds_ready_none() : <ReadFailure read={read} missing={m.refunds_ready_none()} />}
      />
      {isAsked && (
        <BatchSheet
          count={count}
          amount={amount}
          refundNos={isEverything ? undefined : chosen.map(({ refundNo }) => refundNo)}
          onClose={() => {
            ask(false)
            setLeft(new Set())
          }}
        />
      )}
    </Panel>
  )
}

type Ticking = { person: string | undefined; left: ReadonlySet<string>; onTick?(refundNo: string, isChosen: boolean): void }

const columnsFor = ({ person, left, onTick }: Ticking): Column<ListedRefundAnswer>[] => [
  ...(onTick
    ? [
        {
          key: 'tick',
          head: m.refunds_column_tick(),
          cell: ({ refundNo }: ListedRefundAnswer) => (
            <TickBox aria-label={refundNo} checked={!left.has(refundNo)} onChange={(event) => onTick(refundNo, event.target.checked)} />
          ),
        },
      ]
    : []),
  {
    key: 'refund',
    head: m.refunds_column_refund(),
    isRowHead: true,
    cell: ({ refundNo, person: { name } }) => (
      <>
        <Link to="/staff/refunds" search={{ tab: 'transfers', person, refund: refundNo }} resetScroll={false}>
          {refundNo}
        </Link>
        <div className={style.who}>{name || '—'}</div>
      </>
    ),
  },
  { key: 'since', head: m.refunds_column_asked(), isWide: true, cell: ({ createdAt }) => formatMoment(new Date(createdAt), getLocale()) },
  { key: 'amount', head: m.refunds_amount(), align: 'end', cell: ({ amount }) => formatMoney(amount) },
]
