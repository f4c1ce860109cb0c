import { formatMoment, formatTime } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import type { BookingAnswer } from '#modules/desk/wire.ts'
import { isGone } from '#modules/orders/rules.ts'
import { hasRole, useViewer } from '#ui/session/viewer.ts'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { TakeSheet } from '#ui/staff/kit/take-sheet.tsx'
import { boardKey, bookingKey } from '#ui/staff/kit/use-order-call.ts'
import { usePressCall, useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import style from './booking-panel.module.css'

/** What is owed to the centre for a booking, and where it is taken: the order, or what its moves cost besides. */
export function BookingMoney({ booking: { money, orderNo, status } }: { booking: BookingAnswer }) {
  const [taken, take] = useState<{ orderNo: string; amount: number }>()
  const open = [
    ...(money.toPay > 0 ? [{ orderNo, amount: money.toPay }] : []),
    ...money.supplements.filter(({ paid }) => !paid).map((one) => ({ orderNo: one.orderNo, amount: one.amount })),
  ]
  const sum = open.reduce((total, { amount }) => total + amount, 0)
  if (sum === 0 && isGone(status)) return null
  return (
    <div className={style.money} data-due={sum > 0 || undefined}>
      <span>
        <b>{sum > 0 ? m.board_to_pay_now({ amount: formatMoney(sum) }) : m.board_nothing_to_pay()}</b>
        {money.payAtDesk && <small>{m.board_pays_on_arrival()}</small>}
      </span>
      {open.map((order) => (
        <StaffButton key={order.orderNo} look="primary" icon="till" onClick={() => take(order)}>
          {m.staff_order_take({ amount: formatMoney(order.amount) })}
        </StaffButton>
      ))}
      {taken && <TakeSheet order={taken} onClose={() => take(undefined)} />}
    </div>
  )
}

const reads = [boardKey, bookingKey]

/** Whether they came: check-in while it is open, and the no-show of today, which the desk may withdraw. */
export function BookingArrival({ booking: { id, person, arrival } }: { booking: BookingAnswer }) {
  const { call, busy } = usePressCall(reads)
  const { checkedInAt, missed, opensAt, mayCheckIn } = arrival
  const checkIn = () => call('/api/Staff/CheckIn/Item', { id }, m.board_checked_in_now({ name: person.name }))
  if (missed) return <Missed id={id} name={person.name} arrival={arrival} />
  if (checkedInAt) return <p className="soft">{m.board_arrived_at({ time: formatTime(new Date(checkedInAt)) })}</p>
  if (mayCheckIn)
    return (
      <StaffButton look="primary" icon="check" busy={busy} onClick={() => void checkIn()}>
        {m.board_check_in()}
      </StaffButton>
    )
  if (!opensAt) return null
  return <p className="soft">{m.board_check_in_from({ time: formatMoment(new Date(opensAt), getLocale()) })}</p>
}

type MissedProps = { id: string; name: string; arrival: BookingAnswer['arrival'] }

function Missed({ id, name, arrival: { mayWithdrawMissed, keepsPoint } }: MissedProps) {
  const call = useStaffCall(reads)
  const [isAsking, ask] = useState(false)
  const mayDecide = hasRole(useViewer(), 'admin', 'manager')
  if (!mayWithdrawMissed)
    return (
      <p className="soft">
        {mayDecide ? m.board_missed_decide() : m.board_missed_ask()}{' '}
        {mayDecide && <Link to="/staff/points">{m.staff_screen_points()}</Link>}
      </p>
    )
  return (
    <>
      <StaffButton icon="restore" onClick={() => ask(true)}>
        {m.board_missed_withdraw()}
      </StaffButton>
      {isAsking && (
        <AskSheet
          title={m.board_missed_withdraw_title({ name })}
          effects={[m.board_missed_effect_came(), keepsPoint ? m.board_missed_effect_point_stays() : m.board_missed_effect_point({ name })]}
          reasonLabel={m.board_reason()}
          readyReasons={[m.board_missed_reason_here(), m.board_missed_reason_scanner()]}
          confirmLabel={m.board_missed_withdraw()}
          onSend={({ reason }) => call('/api/Staff/CheckIn/Missed', { id, reason }, m.board_missed_withdrawn())}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}
