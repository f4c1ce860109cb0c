import { m } from '#i18n/generated/messages.js'
import type { StatementAnswer, StatementPaidAnswer } from '#modules/refunds/office-wire.ts'
import { statementAtMost } from '#modules/refunds/statement-rules.ts'
import { TextArea } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useState } from 'react'
import style from './refunds.module.css'
import { StatementLines, LineTable, type StatementLine } from './statement-lines.tsx'
import { useRefundCall } from './refunds-queries.ts'
import { formatMoney } from '#i18n/money.ts'
import { Callout } from '#ui/kit/callout.tsx'

/** Marks transfers as paid by the bank's statement: pasted, compared line by line, and confirmed before anything is written. */
export function StatementSheet({ onClose }: { onClose(): void }) {
  const [text, setText] = useState('')
  const [checked, setChecked] = useState<StatementAnswer['lines']>()
  const [paid, setPaid] = useState<StatementPaidAnswer>()
  return (
    <Sheet open title={m.statement_title()} onClose={onClose}>
      {paid && checked ? (
        <StatementPaid paid={paid} lines={checked} onClose={onClose} />
      ) : checked ? (
        <StatementLines lines={checked} onBack={() => setChecked(undefined)} onPaid={setPaid} />
      ) : (
        <PasteForm text={text} onText={setText} onChecked={setChecked} onClose={onClose} />
      )}
    </Sheet>
  )
}

type PasteProps = { text: string; onText(text: string): void; onChecked(lines: StatementAnswer['lines']): void; onClose(): void }

function PasteForm({ text, onText, onChecked, onClose }: PasteProps) {
  const call = useRefundCall()
  const { busy, refused, errorAt, form } = useSubmit(async () =>
    onChecked((await call<StatementAnswer>('/api/Staff/Refund/Statement', { text })).lines),
  )
  return (
    <form className={style.form} {...form}>
      <p>{m.statement_lead()}</p>
      <TextArea
        name="text"
        label={m.statement_text()}
        rows={12}
        className={style.paste}
        value={text}
        maxLength={statementAtMost}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onText(event.target.value)}
        error={errorAt('text')}
      />
      <FormProblem refused={refused} />
      <SheetActions
        main={
          <StaffButton type="submit" look="primary" busy={busy}>
            {m.statement_check()}
          </StaffButton>
        }
      >
        <StaffButton look="quiet" onClick={onClose}>
          {m.staff_people_cancel()}
        </StaffButton>
      </SheetActions>
    </form>
  )
}

type Props = { paid: StatementPaidAnswer; lines: StatementLine[]; onClose(): void }

/** What was marked as paid, and what stays open and why. */
function StatementPaid({ paid: { paid, amount, alreadyPaid, left }, lines, onClose }: Props) {
  const open = lines.filter(
    ({ kind, refundNo }) => (refundNo && left.includes(refundNo)) || (kind !== 'matched' && kind !== 'no-reference'),
  )
  return (
    <div className={style.form}>
      <Callout tone="success" role="status" title={m.statement_paid({ count: paid, amount: formatMoney(amount) })} />
      {alreadyPaid.length > 0 && <Callout title={m.statement_paid_before({ count: alreadyPaid.length })}>{alreadyPaid.join(' ')}</Callout>}
      {left.length > 0 && (
        <Callout tone="due" title={m.statement_left({ count: left.length })}>
          {left.join(' ')}
        </Callout>
      )}
      <LineTable lines={open} caption={m.statement_attention()} />
      <SheetActions
        main={
          <StaffButton look="primary" onClick={onClose}>
            {m.refunds_close()}
          </StaffButton>
        }
      />
    </div>
  )
}
