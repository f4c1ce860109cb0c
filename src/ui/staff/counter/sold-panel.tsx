import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoment } from '#i18n/dates.ts'
import { formatMoney } from '#i18n/money.ts'
import type { ReceiptAnswer, SaleAnswer } from '#modules/desk/counter-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import type { Paper } from '#ui/staff/kit/printed.tsx'
import { printText, Receipt } from '#ui/staff/kit/receipt.tsx'
import { receiptQuery } from '#ui/staff/kit/receipt-query.ts'
import { ChangeGiven } from '#ui/staff/kit/change-given.tsx'
import { SoldInvoices } from '#ui/staff/kit/sold-invoices.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import style from './counter.module.css'

export type Sold = SaleAnswer & { way: string; mobile: string }

/** The sale is made: the change in large figures, the receipt, and on to the next. */
export function SoldPanel({ sold, onNext }: { sold: Sold; onNext(): void }) {
  const [paper, setPaper] = useState<Paper>('80')
  const { data: receipt } = useQuery(receiptQuery(useApi(), sold.orderNo))
  const box = useRef<HTMLDivElement>(null)
  const focusNext = () => box.current?.querySelector<HTMLElement>('button')?.focus()
  useEffect(focusNext, [])
  const print = (on: Paper) => {
    // Drawn for this paper before the browser looks at it.
    flushSync(() => setPaper(on))
    globalThis.print()
    focusNext()
  }
  return (
    <div ref={box} className={style.sold}>
      <Panel title={m.counter_sold({ orderNo: sold.orderNo })}>
        <div role="status" className={style.outcome}>
          {(sold.way === 'cash' || sold.change > 0) && <ChangeGiven change={sold.change} />}
          {sold.checkedIn && <p className={style.paid}>{m.counter_sold_checked_in()}</p>}
          {sold.payBefore && <Held sold={sold} payBefore={sold.payBefore} status={receipt?.status ?? sold.status} />}
        </div>
        <div className="cluster">
          <StaffButton look="primary" icon="arrow" onClick={onNext}>
            {m.counter_next()}
          </StaffButton>
          {receipt && <StaffButton onClick={() => print('80')}>{printText(receipt, '80')}</StaffButton>}
          {receipt && <StaffButton onClick={() => print('a4')}>{printText(receipt, 'a4')}</StaffButton>}
        </div>
        <SoldInvoices orderNo={sold.orderNo} />
        {receipt && <Receipt receipt={receipt} paper={paper} />}
      </Panel>
    </div>
  )
}

/** An order that waits for its payment. The page is told when it is paid, or when its time is over. */
function Held({ sold, payBefore, status }: { sold: Sold; payBefore: string; status: ReceiptAnswer['status'] }) {
  if (status === 'expired' || status === 'cancelled' || status === 'venue-cancelled')
    return <p className={style.lapsed}>{m.counter_sold_lapsed()}</p>
  if (status !== 'awaiting-payment') return <p className={style.paid}>{m.counter_sold_paid({ amount: formatMoney(sold.amount) })}</p>
  return (
    <>
      {sold.way === 'link' && <p>{m.counter_sold_link_sent({ mobile: sold.mobile })}</p>}
      <p>
        {(sold.way === 'arrival' ? m.counter_sold_arrival : m.counter_sold_held)({
          before: formatMoment(new Date(payBefore), getLocale()),
        })}
      </p>
    </>
  )
}
