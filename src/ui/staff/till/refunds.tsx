import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import { paidAtDesk } from '#modules/refunds/rules.ts'
import type { DeskRefundListAnswer } from '#modules/refunds/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useOrderCall } from '#ui/staff/kit/use-order-call.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { PartReferences, referencesIn, useNumberCheck } from '#ui/staff/kit/part-references.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deskRefundsQuery } from './till-queries.ts'
import style from './till.module.css'

type Refund = DeskRefundListAnswer['items'][number]

/** Refunds of what was paid at the desk: in cash out of this till, and apart from it what goes back by the terminal or as a voucher. Seen without an open till too. */
export function Refunds({ tillId }: { tillId: string | undefined }) {
  const read = useQuery(deskRefundsQuery(useApi()))
  const { data } = read
  const [asked, ask] = useState<Refund>()
  const [cash, cards, vouchers] = paidAtDesk.map((way) => (data?.items ?? []).filter(({ paidBy }) => paidBy === way))
  return (
    <Panel title={m.till_refunds()}>
      <ReadFailure read={read} />
      {data && cash!.length === 0 && <p className={style.quiet}>{m.till_refunds_none()}</p>}
      {cash!.length > 0 && tillId === undefined && <p className={style.quiet}>{m.till_refunds_need_till()}</p>}
      <RefundList refunds={cash!} onAsk={tillId === undefined ? undefined : ask} />
      {cards!.length > 0 && <h3 className={style.subtitle}>{m.till_refunds_terminal()}</h3>}
      <RefundList refunds={cards!} onAsk={ask} />
      {vouchers!.length > 0 && <h3 className={style.subtitle}>{m.till_refunds_voucher()}</h3>}
      <RefundList refunds={vouchers!} onAsk={ask} />
      {asked && <PayBack refund={asked} tillId={tillId ?? null} onClose={() => ask(undefined)} />}
    </Panel>
  )
}

function RefundList({ refunds, onAsk }: { refunds: Refund[]; onAsk: ((refund: Refund) => void) | undefined }) {
  if (refunds.length === 0) return null
  return (
    <ul className={style.refunds}>
      {refunds.map((refund) => (
        <li key={`${refund.refundNo} ${refund.paidBy}`}>
          <span>
            <b>{refund.name}</b> {refund.mobile}
            <br />
            <small>{refund.orderNo}</small>
          </span>
          {onAsk ? <StaffButton onClick={() => onAsk(refund)}>{payText(refund)}</StaffButton> : <b>{formatMoney(refund.amount)}</b>}
        </li>
      ))}
    </ul>
  )
}

/** Before a till is closed: who waits for cash can then be paid only from the next one; and cards and vouchers that wait. */
export function RefundsLeft() {
  const { data } = useQuery(deskRefundsQuery(useApi()))
  const [cash, others] = [true, false].map((isCash) => (data?.items ?? []).filter(({ paidBy }) => (paidBy === 'cash') === isCash))
  return (
    <>
      {cash!.length > 0 && (
        <Callout tone="due" title={m.till_close_refunds({ count: cash!.length, amount: sumText(cash!) })}>
          {m.till_close_refunds_lead()}
        </Callout>
      )}
      {others!.length > 0 && (
        <Callout tone="due" title={m.till_close_slips({ count: others!.length, amount: sumText(others!) })}>
          {m.till_close_slips_lead()}
        </Callout>
      )}
    </>
  )
}

const sumText = (refunds: Refund[]): string => formatMoney(refunds.reduce((sum, one) => sum + one.amount, 0))

const payTexts = { cash: m.till_refund_cash, terminal: m.till_refund_terminal, voucher: m.till_refund_voucher }
const payText = ({ paidBy, amount }: Refund): string => payTexts[paidBy]({ amount: formatMoney(amount) })

function PayBack({ refund, tillId, onClose }: { refund: Refund; tillId: string | null; onClose(): void }) {
  const call = useOrderCall()
  const { refundNo, orderNo, paidBy, name, mobile, parts } = refund
  const check = useNumberCheck(paidBy === 'voucher' ? parts : [])
  const amount = formatMoney(refund.amount)
  const { busy, refused, errorAt, form } = useSubmit(
    async (data) => {
      const how = paidBy === 'cash' ? { way: paidBy } : { way: paidBy, references: referencesIn(parts, data) }
      await call('/api/Staff/Payment/Refund', { refundNo, tillId, ...how }, m.till_refund_done({ amount }))
      onClose()
    },
    { check },
  )
  return (
    <Sheet open title={payText(refund)} onClose={onClose}>
      <form className="stack" {...form}>
        <p>{m.till_refund_about({ name: [name, mobile].filter(Boolean).join(' '), orderNo, refundNo, amount })}</p>
        {paidBy === 'cash' ? <p>{m.till_refund_ask({ amount, name })}</p> : <PartReferences {...{ parts, errorAt }} />}
        <FormProblem refused={refused} />
        <SheetActions
          main={
            <StaffButton type="submit" look="primary" busy={busy}>
              {payText(refund)}
            </StaffButton>
          }
        />
      </form>
    </Sheet>
  )
}
