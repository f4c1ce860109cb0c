import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { StatementAnswer, StatementPaidAnswer } from '#modules/refunds/office-wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Chip } from '#ui/kit/chip.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { SheetActions } from '#ui/kit/sheet.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { CellNote, DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { matchTone, matchWord } from './refunds-words.ts'
import style from './refunds.module.css'
import { useRefundCall } from './refunds-queries.ts'

export type StatementLine = StatementAnswer['lines'][number]

type Props = { lines: StatementLine[]; onBack(): void; onPaid(paid: StatementPaidAnswer): void }

/** What the lines mean, those that need a look first; confirmed, the matching ones are paid. */
export function StatementLines({ lines, onBack, onPaid }: Props) {
  const call = useRefundCall()
  const matched = lines.filter(({ kind }) => kind === 'matched')
  const amount = matched.reduce((sum, line) => sum + (line.expected ?? 0), 0)
  const payments = matched.map(({ refundNo, expected }) => ({ refundNo, amount: expected }))
  const { busy, refused, form } = useSubmit(async () =>
    onPaid(await call<StatementPaidAnswer>('/api/Staff/Refund/Statement/Pay', { payments })),
  )
  return (
    <form className={style.form} {...form}>
      <Callout
        tone={matched.length > 0 ? 'success' : 'due'}
        role="status"
        title={matched.length > 0 ? m.statement_sum({ count: matched.length, amount: formatMoney(amount) }) : m.statement_nothing()}
      />
      <LineTable lines={lines.filter(({ kind }) => kind !== 'matched' && kind !== 'no-reference')} caption={m.statement_attention()} />
      <LineTable lines={matched} caption={m.statement_matching()} />
      <LineTable lines={lines.filter(({ kind }) => kind === 'no-reference')} caption={m.statement_ignored()} />
      <FormProblem refused={refused} />
      <SheetActions
        main={
          matched.length > 0 && (
            <StaffButton type="submit" look="primary" busy={busy}>
              {m.statement_confirm({ count: matched.length })}
            </StaffButton>
          )
        }
      >
        <StaffButton look="quiet" onClick={onBack}>
          {m.statement_back()}
        </StaffButton>
      </SheetActions>
    </form>
  )
}

/** Lines of one sort; nothing when there are none. */
export function LineTable({ lines, caption }: { lines: StatementLine[]; caption: string }) {
  if (lines.length === 0) return null
  return (
    <div className={style.part}>
      <h3>
        {caption}（{lines.length}）
      </h3>
      <DataTable caption={caption} columns={columns()} rows={lines} rowKey={({ number }) => String(number)} empty="" />
    </div>
  )
}

const columns = (): Column<StatementLine>[] => [
  { key: 'number', head: m.statement_line(), align: 'end', cell: ({ number }) => number },
  {
    key: 'refund',
    head: m.refunds_column_refund(),
    isRowHead: true,
    cell: ({ refundNo, memberName, text }) =>
      refundNo === null ? (
        <span className={style.pasted}>{text}</span>
      ) : (
        <>
          {refundNo}
          {memberName && <CellNote>{memberName}</CellNote>}
        </>
      ),
  },
  {
    key: 'amount',
    head: m.refunds_amount(),
    align: 'end',
    cell: ({ amount, expected }) => (
      <>
        {amount === null ? '—' : formatMoney(amount)}
        {expected !== null && expected !== amount && <CellNote>{m.statement_expected({ amount: formatMoney(expected) })}</CellNote>}
      </>
    ),
  },
  { key: 'kind', head: m.statement_result(), cell: ({ kind }) => <Chip tone={matchTone(kind)}>{matchWord(kind)}</Chip> },
]
