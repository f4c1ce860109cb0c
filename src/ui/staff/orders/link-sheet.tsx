import { m } from '#i18n/generated/messages.js'
import type { OrderStoryAnswer } from '#modules/desk/orders-wire.ts'
import type { Channel } from '#modules/notifications/rules.ts'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { LinkWays } from '#ui/staff/kit/link-ways.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useState } from 'react'
import { useOrderCall } from '#ui/staff/kit/use-order-call.ts'

/** Sends the link by which the order is paid without logging in. */
export function LinkSheet({ order: { orderNo, person }, onClose }: { order: OrderStoryAnswer; onClose(): void }) {
  const call = useOrderCall()
  const [by, setBy] = useState<Channel>(person.linkWays[0] ?? 'mail')
  const { busy, refused, form } = useSubmit(async () => {
    await call('/api/Staff/Payment/Link', { orderNo, by })
    toast('success', m.staff_order_link_sent())
    onClose()
  })
  return (
    <Sheet open title={m.staff_order_link()} onClose={onClose}>
      <form className="stack gap-4" {...form}>
        <p>{m.staff_order_link_lead()}</p>
        <LinkWays person={person} value={by} onChange={setBy} />
        <FormProblem refused={refused} />
        <div className="cluster">
          <StaffButton type="submit" look="primary" busy={busy}>
            {m.staff_order_link_send()}
          </StaffButton>
          <StaffButton look="quiet" onClick={onClose}>
            {m.staff_order_back()}
          </StaffButton>
        </div>
      </form>
    </Sheet>
  )
}
