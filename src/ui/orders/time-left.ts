import { useCountdown } from '#ui/kit/countdown.ts'
import { useEffect, useEffectEvent, useMemo } from 'react'

type Held = { payBefore: string | null; serverTime: string }

/**
 * Seconds until what is held runs out, by the server's clock: the visitor's may be wrong, but it runs as fast.
 * `onOver` is called once when it does.
 */
export function useTimeLeft({ payBefore, serverTime }: Held, onOver?: () => unknown): number {
  const arrivedAt = useMemo(() => arrivalOf(serverTime), [serverTime])
  const moment = payBefore === null ? undefined : arrivedAt + Date.parse(payBefore) - Date.parse(serverTime)
  const left = useCountdown(moment)
  const over = useEffectEvent(() => onOver?.())
  useEffect(() => {
    if (moment === undefined || moment < Date.now()) return
    const wait = setTimeout(() => over(), moment - Date.now() + 300)
    return () => clearTimeout(wait)
  }, [moment])
  return left
}

/** When this very answer was first seen here. */
const arrivalOf = (_serverTime: string): number => Date.now()
