import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/accounts/member-queries.ts'
import { Button } from '#ui/kit/button.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import order from '#ui/orders/order.module.css'
import { useState } from 'react'
import { usePreOrdersChanged } from './preorder-queries.ts'

/** B25. Asked once more: the dates are gone with it, for somebody else at once. */
export function CancelPreOrder({ orderNo }: { orderNo: string }) {
  const api = useApi()
  const changed = usePreOrdersChanged()
  const [open, setOpen] = useState(false)
  const { busy, refused, form } = useSubmit(async () => {
    await api.post('/api/PreOrder/Community/Cancel', { orderNo })
    setOpen(false)
    toast('success', m.preorder_cancelled_toast())
    await changed()
  })
  return (
    <>
      <Button look="quiet" className={order.small} onClick={() => setOpen(true)}>
        {m.preorder_cancel()}
      </Button>
      <Sheet open={open} title={m.preorder_cancel_title()} onClose={() => setOpen(false)}>
        <form className={order.form} {...form}>
          <p>{m.preorder_cancel_text()}</p>
          <FormProblem refused={refused} />
          <Button type="submit" look="danger" wide busy={busy}>
            {m.preorder_cancel_sure()}
          </Button>
          <Button look="quiet" wide onClick={() => setOpen(false)}>
            {m.preorder_keep()}
          </Button>
        </form>
      </Sheet>
    </>
  )
}
