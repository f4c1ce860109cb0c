import { secondsUntil, useServerTime } from '#ui/kit/server-clock.ts'
import { sayLeft } from './round-moments.ts'

type Props = { to: string; serverTime: string; label: string; className?: string | undefined }

/** Counts by the server's clock. It is not read out every second: whoever asks for it hears it. */
export function Countdown({ to, serverTime, label, className }: Props) {
  const moment = Date.parse(to)
  const left = useServerTime(serverTime, (now) => secondsUntil(moment, now))
  return (
    <b role="timer" aria-label={label} className={className}>
      {sayLeft(left)}
    </b>
  )
}
