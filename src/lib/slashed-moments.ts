import { dayOf, isDay, minuteFrom, minuteOf, momentAt, timeFrom } from './zone.ts'

/** Moments as payment services of Taiwan write them, such as 2026/11/15 10:00:09, in Taipei. */
export function writeMoment(at: Date): string {
  const seconds = String(at.getUTCSeconds()).padStart(2, '0')
  return `${dayOf(at).replaceAll('-', '/')} ${timeFrom(minuteOf(at))}:${seconds}`
}

/** Parses a moment or, from banks, a day. */
export function readMoment(text: string): { day: string; at: Date | undefined } | undefined {
  const [, date = '', time, seconds = '0'] = /^(\d{4}\/\d\d\/\d\d)(?: (\d\d:\d\d):(\d\d))?$/.exec(text.trim()) ?? []
  const day = date.replaceAll('/', '-')
  if (!isDay(day)) return undefined
  return { day, at: time === undefined ? undefined : new Date(momentAt(day, minuteFrom(time)).getTime() + Number(seconds) * 1000) }
}
