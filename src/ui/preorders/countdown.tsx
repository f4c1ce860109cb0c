import { secondsUntil, useServerTime } from '#ui/kit/server-clock.ts'
import { sayTimeLeft } from './round-moments.ts'

type Props = { to: string; serverTime: string; label: string; className?: string | undefined }

/** Countdown by the server's clock. Not a live region: screen readers read it on request, not every second. */
export function Countdown({ to, serverTime, label, className }: Props) {
  const moment = Date.parse(to)
  const left = useServerTime(serverTime, (now) => secondsUntil(moment, now))
  return (
    <b role="timer" aria-label={label} className={className}>
      {sayTimeLeft(left)}
    </b>
  )
}
