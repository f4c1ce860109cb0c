import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { RentalAnswer, ReturnedAnswer } from '#modules/lockers/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useOrdersChanged } from '#ui/orders/order-queries.ts'
import order from '#ui/orders/order.module.css'
import { useState } from 'react'

/** Returns the locker after a confirmation that names the refund: the deposit, but not the rest of the rent. */
export function ReturnLocker({ rental: { id, number, returnGives } }: { rental: RentalAnswer }) {
  const api = useApi()
  const changed = useOrdersChanged()
  const [open, setOpen] = useState(false)
  const { busy, refused, form } = useSubmit(async () => {
    const { amount } = await api.post<ReturnedAnswer>('/api/Locker/Return', { rentalId: id })
    setOpen(false)
    toast('success', m.locker_return_toast({ number, amount: formatMoney(amount) }))
    await changed()
  })
  return (
    <>
      <Button look="secondary" className={order.small} onClick={() => setOpen(true)}>
        {m.locker_return()}
      </Button>
      <Sheet open={open} title={m.locker_return_title({ number })} onClose={() => setOpen(false)}>
        <form className="stack gap-4" {...form}>
          <p>{m.locker_return_text({ amount: formatMoney(returnGives ?? 0) })}</p>
          <FormProblem refused={refused} />
          <Button type="submit" look="danger" wide busy={busy}>
            {m.locker_return_sure()}
          </Button>
          <Button look="quiet" wide onClick={() => setOpen(false)}>
            {m.locker_return_keep()}
          </Button>
        </form>
      </Sheet>
    </>
  )
}
