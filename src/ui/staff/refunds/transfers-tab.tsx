import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { joinList } from '#i18n/join.ts'
import { formatMoney } from '#i18n/money.ts'
import type { BatchListAnswer } from '#modules/refunds/office-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import { ListAndPanel } from '#ui/staff/kit/list-and-panel.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ReadyPanel } from './ready-panel.tsx'
import { RefundPanel } from './refund-panel.tsx'
import { batchesQuery } from './refunds-queries.ts'
import { refundsAddress, type RefundsSearch } from './refunds-search.ts'
import { StatementSheet } from './statement-sheet.tsx'
import { useIsFinance } from './use-is-finance.ts'
import { ApiProblem } from '#client/api-problem.ts'
import type { CellProblem } from '#modules/refunds/bank-file-rules.ts'
import { Sheet } from '#ui/kit/sheet.tsx'
import { saveFile } from '#ui/kit/save-file.ts'
import { refusedNow, toastRefusal, useOneCall } from '#ui/staff/kit/use-staff-call.ts'
import { CellProblems } from './cell-problems.tsx'

type Batch = BatchListAnswer['items'][number]

/** Transfers: those that are ready for the bank, the batches that are there, and the bank's statement. */
export function TransfersTab({ search: { refund, person } }: { search: RefundsSearch }) {
  const read = useQuery(batchesQuery(useApi()))
  const { data: batches } = read
  const [isPasting, setPasting] = useState(false)
  const navigate = useNavigate()
  const isFinance = useIsFinance()
  const view = { tab: 'transfers', ...(person && { person }) } as const
  const list = (
    <>
      <ReadyPanel person={person} />
      <Panel
        title={m.refunds_batches()}
        actions={isFinance && <StaffButton onClick={() => setPasting(true)}>{m.statement_paste()}</StaffButton>}
      >
        <DataTable
          caption={m.refunds_batches()}
          columns={batchColumns(isFinance)}
          rows={batches?.items ?? []}
          rowKey={({ batchNo }) => String(batchNo)}
          empty={batches ? m.refunds_batches_none() : <ReadFailure read={read} missing={m.refunds_batches_none()} />}
        />
      </Panel>
    </>
  )
  const panel = refund !== undefined && (
    <RefundPanel
      key={refund}
      refundNo={refund}
      closed={refundsAddress(view)}
      onDecided={() => navigate({ to: '/staff/refunds', search: view, resetScroll: false })}
    />
  )
  return (
    <>
      <ListAndPanel list={list} panel={panel} />
      {isPasting && <StatementSheet onClose={() => setPasting(false)} />}
    </>
  )
}

const batchColumns = (isFinance: boolean): Column<Batch>[] => [
  {
    key: 'batch',
    head: m.refunds_batch(),
    isRowHead: true,
    cell: ({ batchNo }) => (
      <Link to="/staff/refunds" search={{ tab: 'all', batch: String(batchNo) }}>
        {batchNo}
      </Link>
    ),
  },
  {
    key: 'taken',
    head: m.refunds_column_taken(),
    isWide: true,
    cell: ({ takenAt, takenBy }) => [formatMoment(new Date(takenAt), getLocale()), takenBy].filter(Boolean).join(' · '),
  },
  {
    key: 'sum',
    head: m.refunds_amount(),
    align: 'end',
    cell: ({ transfers, amount }) => m.refunds_batch_sum({ count: transfers, amount: formatMoney(amount) }),
  },
  {
    key: 'open',
    head: m.refunds_column_open(),
    cell: ({ open, openAmount, held }) =>
      open > 0 ? (
        <>
          <Chip tone="due">{m.refunds_batch_open({ count: open, amount: formatMoney(openAmount) })}</Chip>
          {held.length > 0 && <p>{m.refunds_batch_held({ refunds: joinList(held, getLocale()) })}</p>}
        </>
      ) : (
        <Chip tone="good">{m.refunds_batch_settled()}</Chip>
      ),
  },
  ...(isFinance
    ? [
        {
          key: 'file',
          head: m.refunds_bank_file(),
          cell: ({ batchNo, open, fileName }: Batch) => open > 0 && <BankFileButton batchNo={batchNo} fileName={fileName} />,
        },
      ]
    : []),
]

/** Saves the file of a batch for the bank. What the format cannot hold is listed instead. */
function BankFileButton({ batchNo, fileName }: { batchNo: number; fileName: string }) {
  const api = useApi()
  const [problems, setProblems] = useState<CellProblem[]>()
  const { once, busy } = useOneCall((error) => {
    const listed = error instanceof ApiProblem ? (error.body['problems'] as CellProblem[] | undefined) : undefined
    setProblems(listed)
    return listed ? refusedNow(error) : toastRefusal(error)
  })
  const save = () => once(async () => saveFile(await api.blob('/api/Staff/Refund/BankFile', { query: { batch: batchNo } }), fileName))
  return (
    <>
      <StaffButton icon="download" busy={busy} aria-label={m.refunds_bank_file_of({ batch: batchNo })} onClick={() => void save()}>
        {m.refunds_bank_file()}
      </StaffButton>
      {problems && (
        <Sheet open title={m.problem_transfers_not_writable()} onClose={() => setProblems(undefined)}>
          <CellProblems problems={problems} />
        </Sheet>
      )}
    </>
  )
}
