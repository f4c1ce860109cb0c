import { m } from '#i18n/generated/messages.js'
import type { OrderAnswer } from '#modules/orders/wire.ts'
import { useApi } from '#ui/accounts/member-queries.ts'
import { Button } from '#ui/kit/button.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useState } from 'react'
import { useOrdersChanged } from './order-queries.ts'
import style from './order.module.css'

/** Gives up what is not paid yet. Asked once more: the periods are gone with it. */
export function CancelOrder({ orderNo, text = m.orders_cancel_text() }: { orderNo: string; text?: string }) {
  const api = useApi()
  const changed = useOrdersChanged()
  const [open, setOpen] = useState(false)
  const { busy, refused, form } = useSubmit(async () => {
    await api.put<OrderAnswer>('/api/Order', { orderNo, status: 'cancelled' })
    setOpen(false)
    toast('success', m.orders_cancelled_toast())
    await changed()
  })
  return (
    <>
      <Button look="quiet" className={style.small} onClick={() => setOpen(true)}>
        {m.orders_cancel()}
      </Button>
      <Sheet open={open} title={m.orders_cancel_title()} onClose={() => setOpen(false)}>
        <form className={style.form} {...form}>
          <p>{text}</p>
          <FormProblem refused={refused} />
          <Button type="submit" look="danger" wide busy={busy}>
            {m.orders_cancel_sure()}
          </Button>
          <Button look="quiet" wide onClick={() => setOpen(false)}>
            {m.orders_cancel_keep()}
          </Button>
        </form>
      </Sheet>
    </>
  )
}
