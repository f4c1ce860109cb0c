import { m } from '#i18n/generated/messages.js'
import { clockText } from '#ui/kit/countdown.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { useOrdersChanged } from './order-queries.ts'
import { deadlineWords } from './order-words.ts'
import style from './order.module.css'
import { useTimeLeft } from './time-left.ts'

/** Longest time in seconds that is shown as a countdown; above it, the deadline is shown. */
const worthCounting = 3600

type Props = { payBefore: string; serverTime: string; payAtDesk?: boolean }

/** Countdown of a hold. Screen readers get the deadline instead of every second. Who pays at the desk has no use for seconds. */
export function HoldClock({ payBefore, serverTime, payAtDesk = false }: Props) {
  const changed = useOrdersChanged()
  const left = useTimeLeft({ payBefore, serverTime }, changed)
  return (
    <p className={style.clock} data-soon={(left > 0 && left < 180) || undefined}>
      <Icon name="clock" size={18} />
      <span>{(payAtDesk ? m.pay_at_desk_before : m.pay_before)({ moment: deadlineWords(payBefore, serverTime) })}</span>
      {!payAtDesk && left > 0 && left < worthCounting && (
        <b role="timer" aria-label={m.pay_time_left()}>
          {clockText(left)}
        </b>
      )}
    </p>
  )
}
