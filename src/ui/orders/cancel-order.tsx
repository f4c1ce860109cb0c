import { m } from '#i18n/generated/messages.js'
import type { OrderAnswer } from '#modules/orders/wire.ts'
import { useMay } from '#ui/session/may.ts'
import { useApi } from '#ui/session/use-api.ts'
import { ConfirmButton } from '#ui/kit/confirm-button.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useOrdersChanged } from './order-queries.ts'
import style from './order.module.css'
import type { ShownKind } from './top-up.tsx'

const ofPeriods = { ask: m.orders_cancel, title: m.orders_cancel_title, text: m.orders_cancel_text, done: m.orders_cancelled_toast }
const ofPlain = {
  ask: m.orders_plain_cancel,
  title: m.orders_plain_cancel_title,
  text: m.orders_plain_cancel_text,
  done: m.orders_plain_cancelled_toast,
}

const ofMove = { ask: m.move_cancel, title: m.move_cancel_title, text: m.move_cancel_text, done: m.move_cancelled_toast }

const ofOffer = { ask: m.wish_decline, title: m.wish_decline_title, text: m.wish_decline_text, done: m.wish_declined_toast }

/** Cancels an unpaid order, which declines an offer of the waiting list. */
export function CancelOrder({ orderNo, kind }: { orderNo: string; kind?: ShownKind }) {
  const api = useApi()
  const changed = useOrdersChanged()
  const may = useMay('PUT /api/Order')
  if (!may) return null
  const said = kind === 'plain' ? ofPlain : kind === 'top-up' ? ofMove : kind === 'offer' ? ofOffer : ofPeriods
  async function cancel(): Promise<void> {
    await api.put<OrderAnswer>('/api/Order', { orderNo, status: 'cancelled' })
    toast('success', said.done())
    await changed()
  }
  return (
    <ConfirmButton
      label={said.ask()}
      title={said.title()}
      confirmLabel={kind === 'offer' ? m.wish_decline_sure() : m.orders_cancel_sure()}
      cancelLabel={kind === 'offer' ? m.wish_decline_keep() : m.orders_cancel_keep()}
      className={style.small}
      onConfirm={cancel}
    >
      <p>{said.text()}</p>
    </ConfirmButton>
  )
}
