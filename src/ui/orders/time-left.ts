import { useCountdown } from '#ui/kit/countdown.ts'
import { useEffect, useEffectEvent, useMemo } from 'react'

/** A browser's timers fire at once when they are longer. */
const longestWait = 2 ** 31 - 1000

type Held = { payBefore: string | null; serverTime: string }

/**
 * Seconds until a hold expires, by the server's clock: the device's clock may be wrong, but runs at the same speed. Calls
 * `onOver` once at the end.
 */
export function useTimeLeft({ payBefore, serverTime }: Held, onOver?: () => unknown): number {
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
