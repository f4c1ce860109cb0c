import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { ReceiptAnswer } from '#modules/desk/counter-wire.ts'
import type { OrderStoryAnswer } from '#modules/desk/orders-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import type { Paper } from '#ui/staff/kit/printed.tsx'
import { Receipt } from '#ui/staff/kit/receipt.tsx'
import { receiptQuery } from '#ui/staff/kit/receipt-query.ts'
import { DownloadButton } from '#ui/staff/kit/download-button.tsx'
import { PaperDownloads } from '#ui/staff/kit/paper-downloads.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { CancelLinesSheet, CancelSheet } from './cancel-sheet.tsx'
import { RefundSheet } from './refund-sheet.tsx'
import { TakeSheet } from '#ui/staff/kit/take-sheet.tsx'
import style from './order-panel.module.css'
import type { Channel } from '#modules/notifications/rules.ts'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { LinkWays } from '#ui/staff/kit/link-ways.tsx'
import { useOrderCall } from '#ui/staff/kit/use-order-call.ts'

type Asked = 'take' | 'link' | 'cancel' | 'cancel-lines' | { refundNo: string }

/** What can be done with the order now. Each action asks first, and says what will happen. */
export function OrderActions({ order, mayServe }: { order: OrderStoryAnswer; mayServe: boolean }) {
  const [asked, ask] = useState<Asked>()
  const [printed, setPrinted] = useState<{ receipt: ReceiptAnswer; paper: Paper }>()
  const api = useApi()
  const queries = useQueryClient()
  const close = () => ask(undefined)
  const isToPay = order.status === 'awaiting-payment'
  const print = async (on: Paper) => {
    const receipt = await queries.fetchQuery(receiptQuery(api, order.orderNo))
    // Drawn for this paper before the browser looks at it.
    flushSync(() => setPrinted({ receipt, paper: on }))
    globalThis.print()
  }
  const refund = typeof asked === 'object' ? order.refunds.find(({ refundNo }) => refundNo === asked.refundNo) : undefined
  return (
    <section className={style.part} aria-label={m.staff_order_actions()}>
      {mayServe && <RefundButtons order={order} onAsk={(refundNo) => ask({ refundNo })} />}
      <div className="cluster">
        {mayServe && isToPay && (
          <StaffButton look="primary" onClick={() => ask('take')}>
            {m.staff_order_take({ amount: formatMoney(order.amount) })}
          </StaffButton>
        )}
        {mayServe && isToPay && order.person.linkWays.length > 0 && (
          <StaffButton onClick={() => ask('link')}>{m.staff_order_link()}</StaffButton>
        )}
        <StaffButton onClick={() => void print('80')}>{isToPay ? m.counter_print_due_80() : m.counter_print_80()}</StaffButton>
        <StaffButton onClick={() => void print('a4')}>{isToPay ? m.counter_print_due_a4() : m.counter_print_a4()}</StaffButton>
        <PaperDownloads path={`/api/Staff/Paper/Order/${order.orderNo}`} />
        {order.refunds.map(({ refundNo }) => (
          <DownloadButton key={refundNo} look="quiet" path={`/api/Staff/Paper/Refund/${refundNo}`} query={{ lang: getLocale() }}>
            {m.paper_download_refund({ refundNo })}
          </DownloadButton>
        ))}
        {mayServe && order.items.some(({ locked }) => locked === null) && (
          <StaffButton look="danger" onClick={() => ask('cancel')}>
            {m.staff_order_cancel()}
          </StaffButton>
        )}
        {mayServe && order.lines.some(({ locked }) => locked === null) && (
          <StaffButton look="danger" onClick={() => ask('cancel-lines')}>
            {m.staff_order_cancel_lines()}
          </StaffButton>
        )}
      </div>
      {asked === 'take' && <TakeSheet order={order} onClose={close} />}
      {asked === 'link' && <LinkSheet order={order} onClose={close} />}
      {asked === 'cancel' && <CancelSheet order={order} onClose={close} />}
      {asked === 'cancel-lines' && <CancelLinesSheet order={order} onClose={close} />}
      {refund && <RefundSheet order={order} refund={refund} onClose={close} />}
      {printed && <Receipt {...printed} />}
    </section>
  )
}

function RefundButtons({ order: { refunds }, onAsk }: { order: OrderStoryAnswer; onAsk(refundNo: string): void }) {
  const waiting = refunds.filter(({ deskWays }) => deskWays.length > 0)
  if (waiting.length === 0) return null
  return (
    <ul className={style.refunds}>
      {waiting.map(({ refundNo, isRouted, ...refund }) => {
        const amount = formatMoney(refund.deskAmounts[refund.deskWays[0]!] ?? refund.amount)
        return (
          <li key={refundNo}>
            <span>{isRouted ? m.staff_order_refund_routed({ refundNo, amount }) : m.staff_order_refund({ refundNo })}</span>
            <StaffButton look={isRouted ? 'secondary' : 'primary'} onClick={() => onAsk(refundNo)}>
              {isRouted ? m.staff_order_reroute() : m.staff_order_pay_back({ amount })}
            </StaffButton>
          </li>
        )
      })}
    </ul>
  )
}

/** Sends the link by which the order is paid without logging in. */
function LinkSheet({ order: { orderNo, person }, onClose }: { order: OrderStoryAnswer; onClose(): void }) {
  const call = useOrderCall()
  const [by, setBy] = useState<Channel>(person.linkWays[0] ?? 'mail')
  const { busy, refused, form } = useSubmit(async () => {
    await call('/api/Staff/Payment/Link', { orderNo, by }, m.staff_order_link_sent())
    onClose()
  })
  return (
    <Sheet open title={m.staff_order_link()} onClose={onClose}>
      <form className="stack gap-4" {...form}>
        <p>{m.staff_order_link_lead()}</p>
        <LinkWays person={person} value={by} onChange={setBy} />
        <FormProblem refused={refused} />
        <SheetActions
          main={
            <StaffButton type="submit" look="primary" busy={busy}>
              {m.staff_order_link_send()}
            </StaffButton>
          }
        >
          <StaffButton look="quiet" onClick={onClose}>
            {m.staff_order_back()}
          </StaffButton>
        </SheetActions>
      </form>
    </Sheet>
  )
}
