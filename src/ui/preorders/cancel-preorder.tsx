import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { ConfirmButton } from '#ui/kit/confirm-button.tsx'
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
    <ConfirmButton
      label={m.preorder_cancel()}
      title={m.preorder_cancel_title()}
      confirmLabel={m.preorder_cancel_sure()}
      cancelLabel={m.preorder_keep()}
      className={order.small}
      onConfirm={cancel}
    >
      <p>{m.preorder_cancel_text()}</p>
    </ConfirmButton>
  )
}
