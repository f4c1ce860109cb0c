import type { Period } from '#lib/period.ts'
import { addDays, daysBetween, momentAt, weekdayOf, type Day } from '#lib/zone.ts'

/**
 * A closure takes courts, or whole facilities, out of use: on the days from one to another, on some weekdays, between two times
 * of day. Whoever booked there gets everything back. It is accepted at once, which keeps the floor for it, and run afterwards,
 * booking by booking. Pure, and safe in the browser.
 */
export const closureCauses = ['cleaning', 'event', 'weather', 'fault'] as const
export type ClosureCause = (typeof closureCauses)[number]

/** What people get: everything back, or other floor that is held for a day until they answer; without an answer everything back. */
export const closureChoices = ['refund', 'offer'] as const
export type ClosureChoice = (typeof closureChoices)[number]

/** running: bookings are being cancelled. lifted: opened again early, or before it began. */
export type ClosureState = 'running' | 'done' | 'lifted'

/** waiting: to be cancelled. offered: other floor is held and the answer awaited. moved: it was taken. gone: cancelled or moved by somebody else before its turn. kept: the closure was lifted first. */
export const closureItemStates = ['waiting', 'offered', 'moved', 'cancelled', 'gone', 'failed', 'kept'] as const
export type ClosureItemState = (typeof closureItemStates)[number]

export type ClosurePlan = {
  facilityIds: number[]
  /** Of the one facility that is named. Empty: all that is named closes whole. */
  courtIds: number[]
  fromDay: Day
  toDay: Day
  /** Minutes after midnight. */
  fromMinute: number
  toMinute: number
  /** 1 is Monday. */
  weekdays: number[]
}

type Divided = { courts: { id: number; spaces: number[] }[] }

/** Floor that is out of use already. */
export type ClosedSpace = Period & { spaceId: number }

/**
 * The desk closes courts for today at once; other days and whole facilities, also court by court and one after the other, are decided
 * by a manager. Where one court is all of the floor, it is a court. `closed`: what is out of use in these facilities today.
 */
export function isForDesk(
  { facilityIds, courtIds, ...plan }: Omit<ClosurePlan, 'weekdays'>,
  facilityOf: ReadonlyMap<number, Divided>,
  closed: readonly ClosedSpace[],
  today: Day,
): boolean {
  if (courtIds.length === 0 || plan.fromDay !== today || plan.toDay !== today) return false
  const [start, end] = [momentAt(today, plan.fromMinute), momentAt(today, plan.toMinute)]
  // What is closed together changes only where something begins.
  const moments = [start, ...closed.map((one) => one.start).filter((begins) => begins > start && begins < end)]
  return facilityIds.every((id) => {
    const courts = facilityOf.get(id)?.courts ?? []
    const spaces = [...new Set(courts.flatMap((court) => court.spaces))]
    const wanted = new Set(courts.filter((court) => courtIds.includes(court.id)).flatMap((court) => court.spaces))
    const isClosed = (space: number, at: Date) =>
      wanted.has(space) || closed.some((one) => one.spaceId === space && one.start <= at && one.end > at)
    return courts.some((court) => court.spaces.length === spaces.length) || !moments.some((at) => spaces.every((one) => isClosed(one, at)))
  })
}

/** Whether somebody has had their time: they came and it has begun, or more than half of it is over. */
export function isUsed({ start, end, isCheckedIn }: Period & { isCheckedIn: boolean }, now: Date): boolean {
  return isCheckedIn ? start <= now : now.getTime() - start.getTime() > end.getTime() - now.getTime()
}

export const everyWeekday = [1, 2, 3, 4, 5, 6, 7]
export const wholeDay = { fromMinute: 0, toMinute: 24 * 60 }

/** Where a page of the list ends: milliseconds and the id. */
export const closureCursorPattern = /^\d{1,15}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Days from the first to the last, both included. */
export const longestClosureDays = 92

/** For how long other floor is held, and how long there has to be to answer. */
export const offerHours = 24
const answerMinutes = 15

/** Until when other floor that begins at this moment is held; undefined when there is no time to answer. */
export function offerUntil(start: Date, now: Date): Date | undefined {
  const until = new Date(Math.min(now.getTime() + offerHours * 3_600_000, start.getTime()))
  return isTimeToAnswer(until, now) ? until : undefined
}

export const isTimeToAnswer = (until: Date, now: Date): boolean => until.getTime() - now.getTime() >= answerMinutes * 60_000

/** Tries of a booking that could not be cancelled, until the closure goes on without it. */
export const triesAtMost = 3

/** The periods of a closure that are ahead, in order. Whole days that follow each other are one period. */
export function periodsOf({ fromDay, toDay, fromMinute, toMinute, weekdays }: ClosurePlan, now: Date): Period[] {
  const periods: Period[] = []
  for (let n = 0; n <= daysBetween(fromDay, toDay); n++) {
    const day = addDays(fromDay, n)
    if (!weekdays.includes(weekdayOf(day))) continue
    const [start, end] = [momentAt(day, fromMinute), momentAt(day, toMinute)]
    const last = periods.at(-1)
    if (last?.end.getTime() === start.getTime()) last.end = end
    else periods.push({ start, end })
  }
  return periods.filter(({ end }) => end > now).map(({ start, end }) => ({ start: start > now ? start : now, end }))
}

/** What tells two states of a booking apart, for somebody who has seen one of them. */
type Seen = { holderId: string; state: string; back: number; start: string; end: string }

/** What differs between the dry run that was shown and the one of now. */
export function whatChanged<S extends Seen>(before: readonly S[], after: readonly S[]): { added: S[]; gone: S[]; changed: S[] } {
  const [then, now] = [new Map(before.map((one) => [one.holderId, one])), new Map(after.map((one) => [one.holderId, one]))]
  return {
    added: after.filter(({ holderId }) => !then.has(holderId)),
    gone: before.filter(({ holderId }) => !now.has(holderId)),
    changed: after.filter((one) => {
      const old = then.get(one.holderId)
      return old !== undefined && markOf(old) !== markOf(one)
    }),
  }
}

export const markOf = ({ holderId, state, back, start, end }: Seen): string => `${holderId} ${state} ${back} ${start} ${end}`

/** Bookings that are settled, whatever became of them, of all. */
export const progressOf = (counts: Record<ClosureItemState, number>): { settled: number; total: number } => {
  const total = closureItemStates.reduce((sum, state) => sum + counts[state], 0)
  return { settled: total - counts.waiting, total }
}
