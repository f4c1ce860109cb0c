import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { BookingAnswer, CancelRefund } from '#modules/desk/wire.ts'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { SheetActions } from '#ui/kit/sheet.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { CancelGivesBack } from '#ui/staff/kit/cancel-gives-back.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { WhoCancels } from '#ui/staff/kit/who-cancels.tsx'
import { boardKey, bookingKey } from '#ui/staff/kit/use-order-call.ts'
import { useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { useState } from 'react'
import style from './booking-panel.module.css'
import { ReasonField } from './reason-field.tsx'

/** Cancels a booking: says before what goes back and who is told. */
export function CancelForm({ booking: latest, onBack, onClose }: { booking: BookingAnswer; onBack(): void; onClose(): void }) {
  // As it was when the form opened: what another desk did meanwhile is refused, and not confirmed unseen.
  const [booking] = useState(latest)
  const call = useStaffCall([boardKey, [...bookingKey, latest.id]])
  const { money, status, season } = booking
  const isPaid = status !== 'awaiting-payment'
  const byRule = isPaid && !season ? money.refundByRule : null
  const [refund, setRefund] = useState<CancelRefund>(isPaid && byRule === null ? 'full' : 'rule')
  const [reason, setReason] = useState('')
  const { busy, refused, errorAt, form } = useSubmit(async () => {
    const body = { moves: booking.moves, refund, reason }
    await call<{ back: number }>(`/api/Staff/Booking/${booking.id}/Cancel`, body, {
      done: ({ back }) => m.board_cancelled({ amount: formatMoney(back) }),
      onAnswer: onClose,
    })
  })
  return (
    <form className={style.sheet} {...form}>
      <WhoCancels {...{ isPaid, byRule, refund }} inFull={money.refundInFull} className={style.choice} onChoose={setRefund} />
      {isPaid && <CancelGivesBack orderNo={booking.orderNo} ids={[booking.id]} refund={refund} />}
      <p>{m.board_cancel_lead()}</p>
      <ReasonField value={reason} onChange={setReason} error={errorAt('reason')} />
      <FormProblem refused={refused} />
      <SheetActions
        main={
          <StaffButton type="submit" look="danger" busy={busy}>
            {m.board_cancel_confirm()}
          </StaffButton>
        }
      >
        <StaffButton look="quiet" onClick={onBack}>
          {m.board_back()}
        </StaffButton>
      </SheetActions>
    </form>
  )
}
