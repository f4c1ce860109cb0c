import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { ConfirmButton } from '#ui/kit/confirm-button.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useNavigate } from '@tanstack/react-router'
import { usePreOrdersChanged } from './preorder-queries.ts'

type Props = { orderNo: string; settle(): Promise<unknown>; onDiscarded(): void }

/** Deletes a draft: for the API, cancelling it. */
export function DiscardDraft({ orderNo, settle, onDiscarded }: Props) {
  const api = useApi()
  const navigate = useNavigate()
  const changed = usePreOrdersChanged()
  async function discard(): Promise<void> {
    await settle()
    await api.post('/api/PreOrder/Community/Cancel', { orderNo })
    onDiscarded()
    await navigate({ to: '/member/order/schedule' })
    toast('success', m.preorder_discarded())
    await changed()
  }
  return (
    <ConfirmButton
      label={m.preorder_discard()}
      title={m.preorder_discard_title()}
      confirmLabel={m.preorder_discard_sure()}
      cancelLabel={m.preorder_keep()}
      onConfirm={discard}
    >
      <p>{m.preorder_discard_text()}</p>
    </ConfirmButton>
  )
}
