import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { PreOrderDetail } from '#modules/preorders/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import order from '#ui/orders/order.module.css'
import { usePreOrdersChanged } from './preorder-queries.ts'

export type HeldDate = PreOrderDetail['lines'][number]['dates'][number]

/** Gives one date back, after a confirmation that names the refund. */
export function GiveBackDate({ orderNo, what, date, onClose }: { orderNo: string; what: string; date: HeldDate; onClose(): void }) {
  const api = useApi()
  const changed = usePreOrdersChanged()
  const { busy, refused, form } = useSubmit(async () => {
    const { refund } = await api.post<{ refund: number }>('/api/PreOrder/Community/GiveBack', { orderNo, dateId: date.id })
    await changed()
    onClose()
    toast('success', refund > 0 ? m.preorder_gave_back({ amount: formatMoney(refund) }) : m.preorder_gave_back_nothing())
  })
  const { giveBack } = date
  return (
    <Sheet open title={m.preorder_give_back_title()} onClose={onClose}>
      <form className="stack gap-4" {...form}>
        <p>{m.preorder_give_back_text({ what })}</p>
        {giveBack && (
          <p className={order.amount}>
            <span>{m.preorder_give_back_refund({ percent: giveBack.percent })}</span>
            <b>{formatMoney(giveBack.refund)}</b>
          </p>
        )}
        {giveBack && (
          <p className={order.number}>{m.preorder_give_back_until({ moment: formatMoment(new Date(giveBack.until), getLocale()) })}</p>
        )}
        <FormProblem refused={refused} />
        <Button type="submit" look="danger" wide busy={busy}>
          {m.preorder_give_back_sure()}
        </Button>
        <Button look="quiet" wide onClick={onClose}>
          {m.preorder_keep()}
        </Button>
      </form>
    </Sheet>
  )
}
