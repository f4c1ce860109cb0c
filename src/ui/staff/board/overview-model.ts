import { floorStates, type FloorState } from '#modules/desk/board-rules.ts'
import type { OverviewAnswer } from '#modules/desk/wire.ts'

type Facility = Pick<OverviewAnswer['facilities'][number], 'slots' | 'courts'>

/** Hours of the centre's day, in minutes: from the first that opens to the last that closes, with a mark every three hours. */
export type Hours = { from: number; to: number; marks: number[] }

export function hoursOf(facilities: readonly Pick<Facility, 'slots'>[]): Hours {
  const slots = facilities.flatMap((facility) => facility.slots)
  const from = Math.floor(Math.min(8 * 60, ...slots.map(({ start }) => start)) / 60) * 60
  const to = Math.ceil(Math.max(20 * 60, ...slots.map(({ end }) => end)) / 60) * 60
  const marks = Array.from({ length: 24 / 3 }, (_, n) => n * 180).filter((mark) => mark >= from && mark < to)
  return { from, to, marks }
}

/** How many courts are free at this minute, of how many that are open then, and how many of each state the day has. A booking of a full court is one, not three. */
export function summaryOf({ slots, courts }: Facility, minute: number | undefined) {
  const isWithin = ({ start, end }: { start: number; end: number }) => minute !== undefined && start <= minute && minute < end
  const total = slots.some(isWithin) ? courts.length : 0
  const free = courts.filter(({ held }) => !held.some(isWithin)).length
  const counts = Object.fromEntries(floorStates.map((state) => [state, 0])) as Record<FloorState, number>
  for (const { state, own } of courts.flatMap(({ held }) => held)) if (own) counts[state]++
  return { free: Math.min(free, total), total, counts }
}
