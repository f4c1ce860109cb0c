import type { ApiClient } from '#client/api-client.ts'
import { m } from '#i18n/generated/messages.js'
import type { WishListAnswer } from '#modules/waiting/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import type { ComponentProps } from 'react'
import { useOrdersChanged } from './order-queries.ts'
import { useCanPay } from '#ui/session/viewer.ts'
import { PayButton } from './pay-button.tsx'

type Props = ComponentProps<typeof PayButton> & {
  amount: number
  /** To be paid at the desk: paying online is another way, where the centre has it. */
  payAtDesk: boolean
}

/** The way to settle an unpaid order: to the payment provider, or where it costs nothing, one press. Only offers of the waiting list cost nothing. */
export function PayOrAccept({ amount, payAtDesk, ...pay }: Props) {
  const canPay = useCanPay()
  if (amount > 0 && payAtDesk)
    return canPay ? (
      <PayButton {...pay} look="secondary">
        {pay.children ?? m.pay_online_instead()}
      </PayButton>
    ) : null
  return amount > 0 ? <PayButton {...pay} /> : <AcceptButton orderNo={pay.orderNo} wide={pay.wide ?? false} />
}

function AcceptButton({ orderNo, wide }: { orderNo: string; wide: boolean }) {
  const api = useApi()
  const changed = useOrdersChanged()
  const { busy, ready, refused, form } = useSubmit(async () => {
    try {
      await accept(api, orderNo)
      toast('success', m.wish_accepted_toast())
    } finally {
      await changed()
    }
  })
  return (
    <form {...form}>
      <FormProblem refused={refused} />
      <Button type="submit" wide={wide} busy={busy || !ready}>
        {m.wish_accept()}
      </Button>
    </form>
  )
}

async function accept(api: ApiClient, orderNo: string): Promise<void> {
  const { items } = await api.get<WishListAnswer>('/api/Wish/List')
  await api.post('/api/Wish/Accept', { wishId: items.find(({ order }) => order?.orderNo === orderNo)?.id })
}
