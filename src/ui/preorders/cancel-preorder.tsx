import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/accounts/member-queries.ts'
import { AskFirst } from '#ui/kit/ask-first.tsx'
import { toast } from '#ui/kit/toast.tsx'
import order from '#ui/orders/order.module.css'
import { usePreOrdersChanged } from './preorder-queries.ts'

/** Cancels a pre-order: its dates are free for others at once. */
export function CancelPreOrder({ orderNo }: { orderNo: string }) {
  const api = useApi()
  const changed = usePreOrdersChanged()
  async function cancel(): Promise<void> {
    await api.post('/api/PreOrder/Community/Cancel', { orderNo })
    toast('success', m.preorder_cancelled_toast())
    await changed()
  }
  return (
    <AskFirst
      action={m.preorder_cancel()}
      title={m.preorder_cancel_title()}
      sure={m.preorder_cancel_sure()}
      keep={m.preorder_keep()}
      className={order.small}
      onSure={cancel}
    >
      <p>{m.preorder_cancel_text()}</p>
    </AskFirst>
  )
}
