import type { Period } from '#lib/period.ts'
import type { ItemRequest } from './rules.ts'

const week = 7 * 86_400_000

/** A booking of before, with what it cost, and the order that it belongs to. */
export type BookedBefore = ItemRequest & { orderNo: string; total: number }

export const weeksLater = ({ start, end }: Period, weeks: number): Period => ({
  start: new Date(start.getTime() + weeks * week),
  end: new Date(end.getTime() + weeks * week),
})

/** The same weekday and hours when they come next: a week later, or as many as it takes until they have not begun. */
export function nextLike(period: Period, now: Date): Period {
  const weeks = Math.floor((now.getTime() - period.start.getTime()) / week) + 1
  return weeksLater(period, Math.max(1, weeks))
}

/** Leaves out what comes next on the same court at the same time as one before it: an order may have an hour in several weeks. */
export function withoutRepeats(booked: readonly BookedBefore[], now: Date): BookedBefore[] {
  const next = Map.groupBy(booked, ({ courtId, period }) => `${courtId} ${nextLike(period, now).start.getTime()}`)
  return [...next.values()].map(([first]) => first!)
}
