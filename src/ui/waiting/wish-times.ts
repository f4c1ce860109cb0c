import { minuteFrom, timeFrom } from '#lib/zone.ts'
import type { FacilityCard } from '#modules/venues/wire.ts'
import { hoursToChoose, parts, rangeOf, type Range } from '#ui/venues/venue-choices.ts'

export type Timed = Pick<FacilityCard, 'opens' | 'closes' | 'slotMinutes' | 'sessions'>

/** From minute to minute of a day. */
type Span = { start: number; end: number }

const lengthOf = ({ start, end }: Span): number => end - start

/** What a facility is booked by, earliest first: its sessions, or its slots. */
function slotsOf({ opens, closes, slotMinutes, sessions }: Timed): Span[] {
  if (sessions.length > 0)
    return sessions.map(({ start, end }) => ({ start: minuteFrom(start), end: minuteFrom(end) })).toSorted((a, b) => a.start - b.start)
  const [first, last] = [minuteFrom(opens), minuteFrom(closes)]
  return Array.from({ length: Math.max(0, Math.floor((last - first) / slotMinutes)) }, (_, n) => {
    const start = first + n * slotMinutes
    return { start, end: start + slotMinutes }
  })
}

/** Times at which periods of these facilities begin or end, earliest first. */
export function timesOf(facilities: readonly Timed[]): string[] {
  const minutes = facilities.flatMap((facility) => slotsOf(facility).flatMap(({ start, end }) => [start, end]))
  return [...new Set(minutes)].toSorted((a, b) => a - b).map(timeFrom)
}

const longest = 240

/** Lengths that can be booked in these facilities, in minutes; `most` is what a member may book on a day. */
export function lengthsOf(facilities: readonly Timed[], most: number): number[] {
  const lengths = facilities.flatMap((facility) =>
    facility.sessions.length > 0
      ? slotsOf(facility).map(lengthOf)
      : Array.from(
          { length: Math.max(1, Math.floor(Math.min(longest, most) / facility.slotMinutes)) },
          (_, n) => (n + 1) * facility.slotMinutes,
        ),
  )
  return [...new Set(lengths)].toSorted((a, b) => a - b)
}

/** Unbroken runs of slots that are exactly so long. */
function periodsOf(facility: Timed, minutes: number): Span[] {
  const slots = slotsOf(facility)
  return slots.flatMap(({ start }, n) => {
    let last = n
    while (slots[last]!.end < start + minutes && slots[last + 1]?.start === slots[last]!.end) last++
    const period = { start, end: slots[last]!.end }
    return lengthOf(period) === minutes ? [period] : []
  })
}

/** The range from one of these times to another that holds all of the given range, as far as they go. */
export function outward({ from, to }: Range, times: readonly string[]): Range {
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined || first === last) return { from, to }
  const start = times.slice(0, -1).findLast((time) => time <= from) ?? first
  return { from: start, to: times.find((time) => time > start && time >= to) ?? last }
}

/**
 * The range from slot to slot, and so wide that a period of the length lies within: what is missing is added where it is least,
 * rather at the end.
 */
export function wideEnough(range: Range, facilities: readonly Timed[], minutes: number): Range {
  const { from, to } = outward(range, timesOf(facilities))
  const [start, end] = [minuteFrom(from), minuteFrom(to)]
  const around = facilities
    .flatMap((facility) => periodsOf(facility, minutes))
    .map((period) => ({ start: Math.min(start, period.start), end: Math.max(end, period.end) }))
  const [least] = around.toSorted((a, b) => lengthOf(a) - lengthOf(b) || b.start - a.start)
  return least ? { from: timeFrom(least.start), to: timeFrom(least.end) } : { from, to }
}

/** Morning, afternoon and evening, as wide as the length needs, as far as these facilities are open; none twice. */
export function partsOf(facilities: readonly Timed[], minutes: number): (Range & { part: (typeof parts)[number] })[] {
  const hours = hoursToChoose(facilities)
  const ranges = parts.flatMap((part) => {
    const range = rangeOf(part, hours)
    return range.from < range.to ? [{ part, ...wideEnough(range, facilities, minutes) }] : []
  })
  return ranges.filter(({ from, to }, n) => ranges.findIndex((one) => one.from === from && one.to === to) === n)
}

type Session = Timed['sessions'][number]

/** The values that ask for one session. */
export const askedBy = ({ start, end }: Session): Range & { minutes: string } => ({
  from: start,
  to: end,
  minutes: String(minuteFrom(end) - minuteFrom(start)),
})

/** The session that shares most with a range; of several, and where none does, the one that begins nearest to it. */
export function nearestSession(sessions: readonly Session[], range: Range): Session | undefined {
  const [from, to] = [minuteFrom(range.from), minuteFrom(range.to)]
  const shared = ({ start, end }: Session) => Math.max(0, Math.min(minuteFrom(end), to) - Math.max(minuteFrom(start), from))
  const away = ({ start }: Session) => Math.abs(minuteFrom(start) - from)
  return sessions.toSorted((a, b) => shared(b) - shared(a) || away(a) - away(b))[0]
}
