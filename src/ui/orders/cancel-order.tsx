import { m } from '#i18n/generated/messages.js'
import type { OrderAnswer } from '#modules/orders/wire.ts'
import { useApi } from '#ui/accounts/member-queries.ts'
import { AskFirst } from '#ui/kit/ask-first.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useOrdersChanged } from './order-queries.ts'
import style from './order.module.css'

/** Gives up what is not paid yet. */
export function CancelOrder({ orderNo }: { orderNo: string }) {
  const api = useApi()
  const changed = useOrdersChanged()
  async function cancel(): Promise<void> {
    await api.put<OrderAnswer>('/api/Order', { orderNo, status: 'cancelled' })
    toast('success', m.orders_cancelled_toast())
    await changed()
  }
  return (
    <AskFirst
      action={m.orders_cancel()}
      title={m.orders_cancel_title()}
      sure={m.orders_cancel_sure()}
      keep={m.orders_cancel_keep()}
      className={style.small}
      onSure={cancel}
    >
      <p>{m.orders_cancel_text()}</p>
    </AskFirst>
  )
}
