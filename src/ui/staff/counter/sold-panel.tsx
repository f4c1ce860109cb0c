import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoment } from '#i18n/dates.ts'
import { formatMoney } from '#i18n/money.ts'
import type { SaleAnswer } from '#modules/desk/counter-wire.ts'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import type { Paper } from '#ui/staff/kit/printed.tsx'
import { useEffect, useRef, useState } from 'react'
import { Receipt } from './receipt.tsx'
import style from './counter.module.css'

export type Sold = SaleAnswer & { way: string; mobile: string }

/** The sale is made: the change in large figures, the receipt, and on to the next. */
export function SoldPanel({ sold, onNext }: { sold: Sold; onNext(): void }) {
  const [paper, setPaper] = useState<Paper>('80')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector<HTMLElement>('button')?.focus(), [])
  const print = (on: Paper) => {
    setPaper(on)
    // After the receipt is drawn for this paper.
    setTimeout(() => globalThis.print(), 50)
  }
  return (
    <div ref={box} className={style.sold}>
      <Panel title={m.counter_sold({ orderNo: sold.orderNo })}>
        <div role="status" className={style.outcome}>
          {sold.way === 'cash' && (
            <p className={style.bigChange}>
              <span>{m.counter_change()}</span>
              <b>{formatMoney(sold.change)}</b>
            </p>
          )}
          {sold.way === 'link' && <p>{m.counter_sold_link_sent({ mobile: sold.mobile })}</p>}
          {sold.payBefore && <p>{m.counter_sold_held({ before: formatMoment(new Date(sold.payBefore), getLocale()) })}</p>}
        </div>
        <div className={style.next}>
          <StaffButton look="primary" icon="arrow" onClick={onNext}>
            {m.counter_next()}
          </StaffButton>
          <StaffButton onClick={() => print('80')}>{m.counter_print_80()}</StaffButton>
          <StaffButton onClick={() => print('a4')}>{m.counter_print_a4()}</StaffButton>
        </div>
        <Receipt orderNo={sold.orderNo} paper={paper} />
      </Panel>
    </div>
  )
}
