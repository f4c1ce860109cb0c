import { minuteOf } from '#lib/zone.ts'
import type { CourtCells } from '#modules/availability/rules.ts'
import type { Period } from '#lib/period.ts'

/** Hours of the day, 0 to 23, that these minutes touch. */
export function hoursIn(start: number, end: number): number[] {
  const first = Math.floor(start / 60)
  const last = Math.min(23, Math.ceil(end / 60) - 1)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n)
}

/** The same for a period of one day, which may end at midnight. */
export function hoursOfPeriod({ start, end }: Period): number[] {
  const from = minuteOf(start)
  return hoursIn(from, from + (end.getTime() - start.getTime()) / 60_000)
}

/**
 * Hours to come in which no court was free, and at least one was taken by somebody: closed hours are nobody's. The cells of all
 * courts of a facility have the same times.
 */
export function fullHours(courts: readonly CourtCells[]): number[] {
  const full = new Map<number, boolean>()
  for (const [n, cell] of (courts[0]?.cells ?? []).entries()) {
    const states = courts.map(({ cells }) => cells[n]!.state)
    if (!states.some((state) => state === 'free' || state === 'booked' || state === 'held')) continue
    const isFull = !states.includes('free') && !states.includes('mine')
    for (const hour of hoursOfPeriod(cell)) full.set(hour, isFull && full.get(hour) !== false)
  }
  return [...full].filter(([, isFull]) => isFull).map(([hour]) => hour)
}
