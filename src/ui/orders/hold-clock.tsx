import { m } from '#i18n/generated/messages.js'
import { clockText, worthCounting } from '#ui/kit/countdown.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { useOrdersChanged } from './order-queries.ts'
import { deadlineWords } from './order-words.ts'
import style from './order.module.css'
import { useTimeLeft } from './time-left.ts'

type Props = { payBefore: string; serverTime: string; payAtDesk?: boolean }

/** Countdown of a hold. Screen readers get the deadline instead of every second. An order that is paid at the desk shows the deadline only. */
export function HoldClock({ payBefore, serverTime, payAtDesk = false }: Props) {
  const changed = useOrdersChanged()
  const left = useTimeLeft({ payBefore, serverTime }, changed)
  return (
    <p className={style.clock} data-soon={(left > 0 && left < 180) || undefined}>
      <Icon name="clock" size={18} />
      <span>{(payAtDesk ? m.pay_at_desk_before : m.pay_before)({ moment: deadlineWords(payBefore, serverTime) })}</span>
      {!payAtDesk && left > 0 && left < worthCounting && (
        <b role="timer" aria-label={m.pay_time_left()}>
          {m.pay_left({ time: clockText(left) })}
        </b>
      )}
    </p>
  )
}
