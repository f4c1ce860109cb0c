import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { ListedPreOrder } from '#modules/preorders/wire.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { FacilityDrawing } from '#ui/orders/facility-drawing.tsx'
import { HoldClock } from '#ui/orders/hold-clock.tsx'
import order from '#ui/orders/order.module.css'
import ticket from '#ui/orders/ticket.module.css'
import { PayButton } from '#ui/orders/pay-button.tsx'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { datesWord, sayStretch } from './preorder-words.ts'
import style from './preorder-card.module.css'
import { PreOrderChip } from './state-chip.tsx'

/** One pre-order in the list: lines, state and the next action. */
export function PreOrderCard({ preOrder, serverTime }: { preOrder: ListedPreOrder; serverTime: string }) {
  const { orderNo, title, status, round, amount, dates, summary, drawing, colour, payBefore, payOrderNo } = preOrder
  const toPay = status === 'approved' && payOrderNo !== null
  const due = toPay || status === 'needs-documents'
  const name = title || m.preorder_untitled()
  return (
    <article className={order.card} data-tone={due ? 'due' : undefined} aria-label={`${name} ${orderNo}`}>
      <div className="bar">
        <PreOrderChip state={status} />
        <p className={order.number}>{orderNo}</p>
      </div>
      <div className={style.what} style={{ '--court': colour ?? 'var(--court)' } as CSSProperties}>
        <span className={ticket.stub}>
          <FacilityDrawing drawing={drawing ?? 'badminton'} className={ticket.drawing} />
        </span>
        <div className={style.words}>
          <h3>
            <Where preOrder={preOrder}>{name}</Where>
          </h3>
          <Summary lines={summary} />
          <p className="note">
            {round.name} · {sayStretch(round.seasonFrom, round.seasonTo)}
          </p>
        </div>
      </div>
      <div className={order.foot}>
        <div>
          <p className={order.amount}>
            <span>{datesWord(dates)}</span>
            <b>{amount === 0 ? (status === 'draft' ? '' : m.orders_free()) : formatMoney(amount)}</b>
          </p>
          {toPay && payBefore && <HoldClock payBefore={payBefore} serverTime={serverTime} />}
          <p className="note">{nextWords(preOrder)}</p>
        </div>
        <div className={order.actions}>
          {status === 'draft' ? (
            <ButtonLink to="/member/order/schedule/create" search={{ draft: orderNo }} className={order.small}>
              {m.preorder_continue()}
            </ButtonLink>
          ) : (
            <ButtonLink
              to="/member/order/schedule/$id"
              params={{ id: orderNo }}
              look={status === 'needs-documents' ? 'primary' : 'secondary'}
              className={order.small}
            >
              {status === 'needs-documents' ? m.preorder_add_documents() : m.orders_details()}
            </ButtonLink>
          )}
          {toPay && <PayButton orderNo={payOrderNo} />}
        </div>
      </div>
    </article>
  )
}

function Summary({ lines }: { lines: string[] }) {
  if (lines.length === 0) return <p>{m.preorder_no_lines_yet()}</p>
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function Where({ preOrder: { orderNo, status }, children }: { preOrder: ListedPreOrder; children: string }) {
  return status === 'draft' ? (
    <Link to="/member/order/schedule/create" search={{ draft: orderNo }}>
      {children}
    </Link>
  ) : (
    <Link to="/member/order/schedule/$id" params={{ id: orderNo }}>
      {children}
    </Link>
  )
}

/** What happens next, in a few words. */
function nextWords({ status, submittedAt, changedAt }: ListedPreOrder): string {
  const moment = (at: string) => formatMoment(new Date(at), getLocale())
  switch (status) {
    case 'draft':
      return m.preorder_next_draft({ moment: moment(changedAt) })
    case 'submitted':
      return m.preorder_next_submitted({ moment: moment(submittedAt ?? changedAt) })
    case 'needs-documents':
      return m.preorder_next_documents()
    case 'approved':
      return m.preorder_next_approved()
    case 'confirmed':
      return m.preorder_next_confirmed()
    case 'rejected':
      return m.preorder_next_rejected()
    case 'cancelled':
      return m.preorder_next_cancelled()
  }
}
