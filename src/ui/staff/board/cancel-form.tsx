import { ApiProblem } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { BookingAnswer, CancelRefund } from '#modules/desk/wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { WhoCancels } from '#ui/staff/kit/who-cancels.tsx'
import { boardKey, bookingKey } from '#ui/staff/kit/use-order-call.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import style from './booking-panel.module.css'
import { ReasonField } from './reason-field.tsx'

/** Cancels a booking: says before what goes back and who is told. */
export function CancelForm({ booking: latest, onBack, onClose }: { booking: BookingAnswer; onBack(): void; onClose(): void }) {
  // As it was when the form opened: what another desk did meanwhile is refused, and not confirmed unseen.
  const [booking] = useState(latest)
  const api = useApi()
  const queryClient = useQueryClient()
  const { money, status, season } = booking
  const isPaid = status !== 'awaiting-payment'
  const byRule = isPaid && !season ? money.refundByRule : null
  const [refund, setRefund] = useState<CancelRefund>(isPaid && byRule === null ? 'full' : 'rule')
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') return setRefused(m.board_reason_missing())
    setBusy(true)
    try {
      const { back } = await api.post<{ back: number }>(
        `/api/Staff/Booking/${booking.id}/Cancel`,
        { moves: booking.moves, refund, reason },
        { silent: true },
      )
      toast('success', m.board_cancelled({ amount: formatMoney(back) }))
      onClose()
    } catch (error) {
      setRefused(error instanceof ApiProblem && error.title ? error.title : m.error_request_failed())
    } finally {
      setBusy(false)
      await queryClient.invalidateQueries({ queryKey: boardKey })
      await queryClient.invalidateQueries({ queryKey: [...bookingKey, booking.id] })
    }
  }
  return (
    <form className={style.sheet} onSubmit={(event) => void submit(event)}>
      <WhoCancels {...{ isPaid, byRule, refund }} inFull={money.refundInFull} className={style.choice} onChoose={setRefund} />
      <p>{m.board_cancel_lead()}</p>
      <ReasonField value={reason} onChange={setReason} />
      {refused && <Callout tone="due" title={refused} role="alert" />}
      <div className="cluster">
        <StaffButton type="submit" look="danger" busy={isBusy}>
          {m.board_cancel_confirm()}
        </StaffButton>
        <StaffButton look="quiet" onClick={onBack}>
          {m.board_back()}
        </StaffButton>
      </div>
    </form>
  )
}
