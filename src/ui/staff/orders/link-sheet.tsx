import { m } from '#i18n/generated/messages.js'
import type { OrderStoryAnswer } from '#modules/desk/orders-wire.ts'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { RadioChips } from '#ui/kit/radio-chips.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useCanText } from '#ui/session/viewer.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useState } from 'react'
import style from './order-panel.module.css'
import { useOrderCall } from './use-order-call.ts'

/** Sends the link by which the order is paid without logging in. */
export function LinkSheet({ order: { orderNo, person }, onClose }: { order: OrderStoryAnswer; onClose(): void }) {
  const call = useOrderCall()
  const canSms = useCanText() && person.mobile !== ''
  const [by, setBy] = useState<'sms' | 'mail'>(canSms ? 'sms' : 'mail')
  const { busy, refused, form } = useSubmit(async () => {
    await call('/api/Staff/Payment/Link', { orderNo, by })
    toast('success', m.staff_order_link_sent())
    onClose()
  })
  return (
    <Sheet open title={m.staff_order_link()} onClose={onClose}>
      <form className={style.form} {...form}>
        <p>{m.staff_order_link_lead()}</p>
        <RadioChips<'sms' | 'mail'>
          legend={m.counter_link_by()}
          value={by}
          options={[
            ...(canSms ? [{ value: 'sms' as const, label: m.counter_link_sms({ mobile: person.mobile }) }] : []),
            ...(person.hasEmail ? [{ value: 'mail' as const, label: m.counter_link_mail() }] : []),
          ]}
          onChange={setBy}
        />
        <FormProblem refused={refused} />
        <div className={style.actions}>
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
