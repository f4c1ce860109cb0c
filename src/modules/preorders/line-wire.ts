import { minuteFrom, timeFrom } from '#lib/zone.ts'
import type { Line } from './rules.ts'
import type { LineBody } from './wire.ts'

export function lineFrom({ venue2ndId, start, end, weekly, dates }: LineBody): Line {
  const at = { courtId: venue2ndId, start: minuteFrom(start), end: minuteFrom(end) }
  return weekly ? { ...at, weekly } : { ...at, dates: dates ?? [] }
}

export function lineBody({ courtId, start, end, ...when }: Line): LineBody {
  return { venue2ndId: courtId, start: timeFrom(start), end: timeFrom(end), ...when }
}
