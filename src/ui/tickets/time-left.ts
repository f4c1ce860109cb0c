import { m } from '#i18n/generated/messages.js'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** How long until a period starts, or until it ends when it has started; empty when it is over. Moments in milliseconds since 1970. */
export function sayTimeLeft({ start, end }: { start: number; end: number }, now: number): string {
  if (now >= end) return ''
  return now < start ? m.ticket_until_start({ time: sayLeft(start - now) }) : m.ticket_until_end({ time: sayLeft(end - now) })
}

/** The two largest units at most, rounded up to whole minutes; from two days on only the days. */
function sayLeft(left: number): string {
  const minutes = Math.ceil(left / minute)
  if (minutes * minute >= 2 * day) return m.ticket_left_days({ n: Math.floor((minutes * minute) / day) })
  const [hours, rest] = [Math.floor((minutes * minute) / hour), minutes % 60]
  if (hours === 0) return m.ticket_left_minutes({ n: minutes })
  if (rest === 0 || hours >= 24) return m.ticket_left_hours({ n: hours })
  return m.ticket_left_hours_minutes({ hours, minutes: rest })
}
