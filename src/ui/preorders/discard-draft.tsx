import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/accounts/member-queries.ts'
import { Button } from '#ui/kit/button.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import order from '#ui/orders/order.module.css'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { usePreOrdersChanged } from './preorder-queries.ts'

type Props = { orderNo: string; settle(): Promise<unknown>; onDiscarded(): void }

/** B25 on a draft removes it. */
export function DiscardDraft({ orderNo, settle, onDiscarded }: Props) {
  const api = useApi()
  const navigate = useNavigate()
  const changed = usePreOrdersChanged()
  const [open, setOpen] = useState(false)
  const { busy, refused, form } = useSubmit(async () => {
    await settle()
    await api.post('/api/PreOrder/Community/Cancel', { orderNo })
    onDiscarded()
    await navigate({ to: '/member/order/schedule' })
    toast('success', m.preorder_discarded())
    await changed()
  })
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {m.preorder_discard()}
      </Button>
      <Sheet open={open} title={m.preorder_discard_title()} onClose={() => setOpen(false)}>
        <form className={order.form} {...form}>
          <p>{m.preorder_discard_text()}</p>
          <FormProblem refused={refused} />
          <Button type="submit" look="danger" wide busy={busy}>
            {m.preorder_discard_sure()}
          </Button>
          <Button look="quiet" wide onClick={() => setOpen(false)}>
            {m.preorder_keep()}
          </Button>
        </form>
      </Sheet>
    </>
  )
}
