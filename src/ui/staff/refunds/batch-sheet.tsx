import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { TakenBatchAnswer } from '#modules/refunds/office-wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { AskForm } from '#ui/staff/kit/ask-sheet.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useState } from 'react'
import { CellProblems } from './cell-problems.tsx'
import style from './refunds.module.css'
import { useRefundCall } from './refunds-queries.ts'

type Props = { count: number; amount: number; /** Undefined: everything that is ready. */ refundNos: string[] | undefined; onClose(): void }

/** Takes transfers into a batch, then says what was taken and what was left. */
export function BatchSheet({ count, amount, refundNos, onClose }: Props) {
  const call = useRefundCall()
  const [taken, setTaken] = useState<TakenBatchAnswer>()
  return (
    <Sheet open title={m.refunds_batch_take()} onClose={onClose}>
      {!taken && (
        <AskForm
          effects={[m.refunds_batch_effect({ count, amount: formatMoney(amount) }), m.refunds_batch_effect_file()]}
          confirmLabel={m.refunds_batch_take()}
          onSend={async () => setTaken(await call<TakenBatchAnswer>('/api/Staff/Refund/Batch', refundNos ? { refundNos } : {}))}
          // The sheet stays and shows what was taken; it is closed by its own button.
          onClose={() => undefined}
          onCancel={onClose}
        />
      )}
      {taken && (
        <div className={style.taken}>
          {taken.batchNo === null ? (
            <Callout title={m.refunds_batch_nothing()} role="status" />
          ) : (
            <Callout
              tone="success"
              role="status"
              title={m.refunds_batch_taken({ batch: taken.batchNo, count: taken.count, amount: formatMoney(taken.amount) })}
            />
          )}
          {taken.unsigned.length > 0 && (
            <Callout tone="due" title={m.refunds_batch_unsigned({ count: taken.unsigned.length })}>
              {taken.unsigned.join(' ')}
            </Callout>
          )}
          {taken.problems.length > 0 && (
            <Callout tone="due" title={m.refunds_batch_problems()}>
              <CellProblems problems={taken.problems} />
            </Callout>
          )}
          <SheetActions
            main={
              <StaffButton look="primary" onClick={onClose}>
                {m.refunds_close()}
              </StaffButton>
            }
          />
        </div>
      )}
    </Sheet>
  )
}
