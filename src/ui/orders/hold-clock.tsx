import { m } from '#i18n/generated/messages.js'
import { clockText, worthCounting, useCountdown } from '#ui/kit/countdown.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { useOrdersChanged } from './order-queries.ts'
import { deadlineWords } from './order-words.ts'
import style from './order.module.css'
import { useEffect, useEffectEvent, useMemo } from 'react'

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

/** A browser's timers fire at once when they are longer. */
const longestWait = 2 ** 31 - 1000

type Held = { payBefore: string | null; serverTime: string }

/**
 * Seconds until a hold expires, by the server's clock: the device's clock may be wrong, but runs at the same speed. Calls
 * `onOver` once at the end.
 */
function useTimeLeft({ payBefore, serverTime }: Held, onOver?: () => unknown): number {
  const arrivedAt = useMemo(() => arrivalOf(serverTime), [serverTime])
  const moment = payBefore === null ? undefined : arrivedAt + Date.parse(payBefore) - Date.parse(serverTime)
  const left = useCountdown(moment)
  const over = useEffectEvent(() => onOver?.())
  useEffect(() => {
    if (moment === undefined || moment < Date.now() || moment - Date.now() > longestWait) return
    const wait = setTimeout(() => over(), moment - Date.now() + 300)
    return () => clearTimeout(wait)
  }, [moment])
  return left
}

/** When this answer was first seen, by the device's clock. */
const arrivalOf = (_serverTime: string): number => Date.now()
