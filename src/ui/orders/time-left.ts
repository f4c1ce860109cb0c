import { useCountdown } from '#ui/kit/countdown.ts'
import { useEffect, useEffectEvent, useState } from 'react'

type Held = { payBefore: string | null; serverTime: string }

/**
 * Seconds until what is held runs out, by the server's clock: the visitor's may be wrong, but it runs as fast.
 * `onOver` is called once when it does.
 */
export function useTimeLeft({ payBefore, serverTime }: Held, onOver?: () => unknown): number {
  const [read, setRead] = useState(() => ({ serverTime, at: Date.now() }))
  if (read.serverTime !== serverTime) setRead({ serverTime, at: Date.now() })
  const moment = payBefore === null ? undefined : read.at + Date.parse(payBefore) - Date.parse(serverTime)
  const left = useCountdown(moment)
  const over = useEffectEvent(() => onOver?.())
  useEffect(() => {
    if (moment === undefined || moment < Date.now()) return
    const wait = setTimeout(() => over(), moment - Date.now() + 300)
    return () => clearTimeout(wait)
  }, [moment])
  return left
}
