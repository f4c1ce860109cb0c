import { m } from '#i18n/generated/messages.js'
import type { StoryMoment } from '#modules/desk/orders-wire.ts'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useState } from 'react'
import style from './order-panel.module.css'
import { useOrderCall } from '#ui/staff/kit/use-order-call.ts'

type Props = { message: NonNullable<StoryMoment['message']>; orderNo: string }

/** Sends a mail or a text once more, after saying what will be sent where. */
export function AgainButton({ message, orderNo }: Props) {
  const [isAsking, ask] = useState(false)
  return (
    <div className={style.again}>
      <StaffButton icon="restore" onClick={() => ask(true)}>
        {m.staff_order_again()}
      </StaffButton>
      {isAsking && <AgainSheet message={message} orderNo={orderNo} onClose={() => ask(false)} />}
    </div>
  )
}

function AgainSheet({ message: { id, channel, subject }, orderNo, onClose }: Props & { onClose(): void }) {
  const call = useOrderCall()
  const { busy, refused, form } = useSubmit(async () => {
    await call('/api/Staff/Order/Message/Again', { orderNo, messageId: id })
    toast('success', m.staff_order_again_done())
    onClose()
  })
  return (
    <Sheet open title={subject ?? m.story_text()} onClose={onClose}>
      <form className="stack gap-4" {...form}>
        <p>{channel === 'mail' ? m.staff_order_again_mail_ask() : m.staff_order_again_text_ask()}</p>
        <FormProblem refused={refused} />
        <div className="cluster">
          <StaffButton type="submit" look="primary" icon="restore" busy={busy}>
            {m.staff_order_again()}
          </StaffButton>
          <StaffButton look="quiet" onClick={onClose}>
            {m.staff_order_back()}
          </StaffButton>
        </div>
      </form>
    </Sheet>
  )
}
