import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { DeskRefundListAnswer } from '#modules/refunds/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useOrderCall } from '#ui/staff/kit/use-order-call.ts'
import { TextField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deskRefundsQuery } from './till-queries.ts'
import style from './till.module.css'

type Refund = DeskRefundListAnswer['items'][number]

/** Refunds of what was paid at the desk: they come out of this till, or go back by the terminal. */
export function Refunds({ tillId }: { tillId: string }) {
  const read = useQuery(deskRefundsQuery(useApi()))
  const { data } = read
  const [asked, ask] = useState<Refund>()
  const waiting = data?.items ?? []
  return (
    <Panel title={m.till_refunds()}>
      <ReadFailure read={read} />
      {data && waiting.length === 0 && <p className={style.quiet}>{m.till_refunds_none()}</p>}
      <ul className={style.refunds}>
        {waiting.map((refund) => (
          <li key={`${refund.refundNo} ${refund.paidBy}`}>
            <span>
              <b>{refund.name}</b> {refund.mobile}
              <br />
              <small>{refund.orderNo}</small>
            </span>
            <StaffButton onClick={() => ask(refund)}>{payText(refund)}</StaffButton>
          </li>
        ))}
      </ul>
      {asked && <PayBack refund={asked} tillId={tillId} onClose={() => ask(undefined)} />}
    </Panel>
  )
}

const payText = ({ paidBy, amount }: Refund): string =>
  paidBy === 'cash' ? m.till_refund_cash({ amount: formatMoney(amount) }) : m.till_refund_terminal({ amount: formatMoney(amount) })

function PayBack({ refund, tillId, onClose }: { refund: Refund; tillId: string; onClose(): void }) {
  const call = useOrderCall()
  const { refundNo, paidBy, name } = refund
  const amount = formatMoney(refund.amount)
  const { busy, refused, errorAt, form } = useSubmit(async (data) => {
    const how = paidBy === 'cash' ? { way: 'cash' } : { way: 'terminal', reference: String(data.get('reference')) }
    await call('/api/Staff/Payment/Refund', { refundNo, tillId, ...how })
    toast('success', m.till_refund_done({ amount }))
    onClose()
  })
  return (
    <Sheet open title={payText(refund)} onClose={onClose}>
      <form className="stack" {...form}>
        {paidBy === 'cash' ? (
          <p>{m.till_refund_ask({ amount, name })}</p>
        ) : (
          <TextField label={m.counter_reference()} name="reference" maxLength={40} autoComplete="off" error={errorAt('reference')} />
        )}
        <FormProblem refused={refused} />
        <StaffButton type="submit" look="primary" busy={busy}>
          {payText(refund)}
        </StaffButton>
      </form>
    </Sheet>
  )
}
