import { formatTime } from '#i18n/dates.ts'
import { dayOf, minuteFrom, timeFrom, type Day } from '#lib/zone.ts'
import type { FacilityTimes } from '#modules/venues/wire.ts'

export type Time = FacilityTimes['times'][number]
/** A coming time at which nothing is free: it can be waited for. */
export type FullTime = Pick<Time, 'start' | 'end'>
export type Week = {
  days: Day[]
  hours: string[]
  timeAt(day: Day, hour: string): Time | undefined
  fullAt(day: Day, hour: string): FullTime | undefined
}

const keyOf = (day: Day, hour: string) => `${day} ${hour}`
const hourOf = ({ start }: FullTime) => formatTime(new Date(start))

/**
 * Free times as days by hours. Between the first and the last hour every step has its column, free or not; sessions have no step,
 * and a column each.
 */
export function weekOf(
  { times, full = [] }: { times: readonly Time[]; full?: readonly FullTime[] | undefined },
  days: Day[],
  step: number | undefined,
  isShown: (hour: string) => boolean,
): Week {
  const byPlace = <T extends FullTime>(of: readonly T[]) => new Map(of.map((one) => [keyOf(dayOf(new Date(one.start)), hourOf(one)), one]))
  const [found, taken] = [byPlace(times), byPlace(full)]
  const starts = [...new Set([...times, ...full].map(hourOf))].toSorted()
  const hours = step === undefined ? starts : everyStep(starts, step)
  return {
    days,
    hours: hours.filter(isShown),
    timeAt: (day, hour) => found.get(keyOf(day, hour)),
    fullAt: (day, hour) => taken.get(keyOf(day, hour)),
  }
}

function everyStep(starts: string[], step: number): string[] {
  const [first, last] = [starts[0], starts.at(-1)]
  if (first === undefined || last === undefined) return []
  const count = Math.floor((minuteFrom(last) - minuteFrom(first)) / step) + 1
  return [...new Set([...starts, ...Array.from({ length: count }, (_, n) => timeFrom(minuteFrom(first) + n * step))])].toSorted()
}

/** How much is free, in thirds: 1 is little, 3 is nearly all. */
export const shadeOf = (free: number, courts: number): number => Math.min(3, Math.max(1, Math.ceil((free / Math.max(1, courts)) * 3)))
