import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { StatementPaidAnswer } from '#modules/refunds/office-wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import style from './refunds.module.css'
import { LineTable, type StatementLine } from './statement-lines.tsx'

type Props = { paid: StatementPaidAnswer; lines: StatementLine[]; onClose(): void }

/** What was marked as paid, and what stays open and why. */
export function StatementPaid({ paid: { paid, amount, alreadyPaid, left }, lines, onClose }: Props) {
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
      <div className="cluster">
        <StaffButton look="primary" onClick={onClose}>
          {m.refunds_close()}
        </StaffButton>
      </div>
    </div>
  )
}
