import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { PreOrderDetail } from '#modules/preorders/wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { HoldClock } from '#ui/orders/hold-clock.tsx'
import order from '#ui/orders/order.module.css'
import { PayButton } from '#ui/orders/pay-button.tsx'
import { sayList } from '#ui/venues/venue-words.ts'
import { kindWord } from './preorder-words.ts'

/** State of a pre-order and what happens next. */
export function NextStep({ preOrder }: { preOrder: PreOrderDetail }) {
  const { status, reviewNote, missingKinds, roundDetail, may } = preOrder
  const note = reviewNote && <p>{m.preorder_review_note({ note: reviewNote })}</p>
  switch (status) {
    case 'draft':
      return null
    case 'submitted':
      return (
        <Callout title={m.preorder_step_review()}>
          <p>{m.preorder_step_review_text()}</p>
          {may.edit && <p>{m.preorder_may_edit_until({ moment: formatMoment(new Date(roundDetail.end), getLocale()) })}</p>}
        </Callout>
      )
    case 'needs-documents':
      return (
        <Callout tone="due" title={m.preorder_step_missing()}>
          {missingKinds.length > 0 && (
            <p>{m.preorder_step_missing_kinds({ kinds: sayList(missingKinds.map((kind) => kindWord(roundDetail, kind))) })}</p>
          )}
          {note}
        </Callout>
      )
    case 'approved':
      return <ToPay preOrder={preOrder} />
    case 'confirmed':
      return (
        <Callout tone="success" title={m.preorder_step_confirmed()}>
          <p>{m.preorder_step_confirmed_text()}</p>
        </Callout>
      )
    case 'rejected':
      return (
        <Callout tone="error" title={m.preorder_step_rejected()}>
          {note}
          <p>{m.preorder_step_released()}</p>
        </Callout>
      )
    case 'cancelled':
      return (
        <Callout title={m.preorder_step_cancelled()}>
          {note}
          <p>{m.preorder_step_released()}</p>
        </Callout>
      )
  }
}

function ToPay({ preOrder: { amount, payBefore, payOrderNo, reviewNote, roundDetail, may } }: { preOrder: PreOrderDetail }) {
  return (
    <section className={order.card} data-tone="due" aria-label={m.preorder_step_pay()}>
      <div className="bar">
        <p className={order.amount}>
          <span>{m.orders_amount_due()}</span>
          <b>{formatMoney(amount)}</b>
        </p>
        {payBefore && <HoldClock payBefore={payBefore} serverTime={roundDetail.serverTime} />}
      </div>
      <p className={order.number}>{m.preorder_step_pay_text()}</p>
      {reviewNote && <p className={order.number}>{m.preorder_review_note({ note: reviewNote })}</p>}
      {may.pay && payOrderNo && <PayButton orderNo={payOrderNo} wide />}
    </section>
  )
}
