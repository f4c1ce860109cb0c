import { m } from '#i18n/generated/messages.js'
import { formatMoment, formatPeriod } from '#i18n/dates.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { BoardAnswer, BookingAnswer } from '#modules/desk/wire.ts'
import { useApi } from '#ui/accounts/member-queries.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Facts } from '#ui/kit/facts.tsx'
import { Sheet } from '#ui/kit/sheet.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { stateWord } from '#ui/orders/order-words.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bookingQuery } from './board-queries.ts'
import { BookingHistory } from './booking-history.tsx'
import { CancelForm } from './cancel-form.tsx'
import { MoveForm } from './move-form.tsx'
import style from './booking-sheet.module.css'
import type { Rearrange } from './use-rearrange.ts'

type Props = { id: string; board: BoardAnswer; rearrange: Rearrange; onClose(): void }

/** One booking: the person, the money, the history and the actions. An action asks in the same sheet before it is done. */
export function BookingSheet({ id, board, rearrange, onClose }: Props) {
  const { data: booking, isError } = useQuery(bookingQuery(useApi(), id))
  const [step, setStep] = useState<'move' | 'cancel'>()
  const title = booking ? `${booking.person.name}　${booking.court.name}` : m.board_booking()
  const back = () => setStep(undefined)
  return (
    <Sheet open title={title} onClose={onClose}>
      {isError && <Callout tone="due" title={m.problem_not_found()} />}
      {booking && step === 'move' && <MoveForm {...{ booking, board, rearrange, onClose }} onBack={back} />}
      {booking && step === 'cancel' && <CancelForm booking={booking} onClose={onClose} onBack={back} />}
      {booking && step === undefined && <Overview booking={booking} rearrange={rearrange} onStep={setStep} onClose={onClose} />}
    </Sheet>
  )
}

type OverviewProps = {
  booking: BookingAnswer
  rearrange: Rearrange
  onStep(step: 'move' | 'cancel'): void
  onClose(): void
}

function Overview({ booking, rearrange, onStep, onClose }: OverviewProps) {
  const { person, parked, locked } = booking
  const locale = getLocale()
  return (
    <div className={style.sheet}>
      {parked && <Callout tone="due" title={m.board_parked_by({ name: parked.by, since: formatMoment(new Date(parked.at), locale) })} />}
      <Facts
        facts={[
          [
            m.board_when(),
            `${booking.facility.name} ${booking.court.name}　${formatPeriod(new Date(booking.start), new Date(booking.end), locale)}`,
          ],
          [m.board_state(), stateWord(booking.status)],
          [m.board_phone(), person.contactPhone || person.mobile],
          person.contactName !== '' && [m.board_contact_name(), person.contactName],
          [m.board_identity(), booking.identity],
          booking.remark !== '' && [m.board_remark(), booking.remark],
        ]}
      />
      <Money booking={booking} />
      {locked && <Callout title={locked.title} />}
      <Actions {...{ booking, rearrange, onStep, onClose }} />
      <BookingHistory booking={booking} />
    </div>
  )
}

function Actions({ booking, rearrange, onStep, onClose }: OverviewProps) {
  const { person, parked, locked } = booking
  const park = () => {
    onClose()
    void rearrange.park({
      id: booking.id,
      title: person.name,
      moves: booking.moves,
      from: { venue2ndId: booking.court.venue2ndId, start: booking.start, end: booking.end },
    })
  }
  return (
    <div className={style.actions}>
      {!locked && (
        <StaffButton look="primary" onClick={() => onStep('move')}>
          {parked ? m.board_place() : m.board_move_to()}
        </StaffButton>
      )}
      {!locked && !parked && <StaffButton onClick={park}>{m.board_park()}</StaffButton>}
      {!locked && (
        <StaffButton look="danger" onClick={() => onStep('cancel')}>
          {m.board_cancel()}
        </StaffButton>
      )}
    </div>
  )
}

function Money({ booking: { money, status, orderNo: number } }: { booking: BookingAnswer }) {
  const { price, lightFee, deposit, supplements, paid, owed, payBefore } = money
  const locale = getLocale()
  return (
    <Facts
      facts={[
        [m.transfers_order_no(), number],
        [m.board_price(), formatMoney(price)],
        lightFee > 0 && [m.board_light(), formatMoney(lightFee)],
        deposit > 0 && [m.board_deposit(), formatMoney(deposit)],
        ...supplements.map(({ orderNo, amount, paid: isPaid }): [string, string] => [
          m.board_supplement(),
          `${formatMoney(amount)}　${isPaid ? m.board_paid() : m.board_supplement_open({ orderNo })}`,
        ]),
        status === 'awaiting-payment' && payBefore
          ? [m.board_pay_before(), formatMoment(new Date(payBefore), locale)]
          : [m.board_order_paid(), formatMoney(paid)],
        owed > 0 && [m.board_owed(), formatMoney(owed)],
      ]}
    />
  )
}
