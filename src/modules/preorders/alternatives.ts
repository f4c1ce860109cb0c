import type { Catalogue, Court, Facility, Slot } from '#modules/venues/rules.ts'
import { clashingLines, slotMinutesIn, slotsOfRound, whyNotLine, requestedDates, type Line, type Round } from './rules.ts'
import { leaveOutClosed, stateIn, type OccupancyIndex, type SeasonContext } from './season.ts'

export type Alternative = { facility: Facility; court: Court; line: Line; free: number; dates: number }
type Seen = { catalogue: Catalogue; round: Round; occupancy: OccupancyIndex; context: SeasonContext }

const alternativesAtMost = 6
const slotsAround = 2

/** Alternatives to a line with more free dates: most free dates first, then the nearest. */
export function alternativesTo(
  { catalogue, round, occupancy, context }: Seen,
  line: Line,
  { free, others }: { free: number; others: Line[] },
): Alternative[] {
  const found = catalogue.courtOf.get(line.courtId)!
  const grid = { slots: slotsOfRound(round, found.facility, catalogue.holidays), slotMinutes: slotMinutesIn(round, found.facility) }
  return nearby(found.facility, found.court, line, grid)
    .filter(
      (other) => whyNotLine(catalogue, round, other) === undefined && clashingLines(catalogue, round, [...others, other]).length === 0,
    )
    .map((other) => {
      const { court } = catalogue.courtOf.get(other.courtId)!
      const requested = requestedDates(catalogue, round, [other], context.now).filter(({ why }) => why === undefined)
      const dates = leaveOutClosed(catalogue, occupancy, [other], requested).requested
      const isFree = dates.filter(({ day, period }) => stateIn(court, period, occupancy.occupiedOn(court, day), context) === 'free')
      return { facility: found.facility, court, line: other, free: isFree.length, dates: dates.length }
    })
    .filter((other) => other.free > free)
    .toSorted((a, b) => b.free - a.free)
    .slice(0, alternativesAtMost)
}

/** Candidates: other courts at the same time, then other times, then other weekdays; nearest first. */
function nearby(facility: Facility, court: Court, line: Line, { slots, slotMinutes }: { slots: Slot[]; slotMinutes: number }): Line[] {
  const courts = facility.courts
    .filter((other) => other.id !== court.id && other.spaces.length === court.spaces.length)
    .toSorted((a, b) => Math.abs(a.id - court.id) - Math.abs(b.id - court.id))
    .map((other) => ({ ...line, courtId: other.id }))
  const shifts = slots
    .map(({ start }) => start - line.start)
    .filter((shift) => shift !== 0 && Math.abs(shift) <= slotsAround * slotMinutes + 60)
    .toSorted((a, b) => Math.abs(a) - Math.abs(b))
    .slice(0, 2 * slotsAround)
    .map((shift) => ({ ...line, start: line.start + shift, end: line.end + shift }))
  const weekdays = 'weekly' in line ? [1, 2, 3, 4, 5, 6, 7].filter((one) => one !== line.weekly.weekday) : []
  return [
    ...courts,
    ...shifts,
    ...weekdays.map((weekday) => ({ ...line, weekly: { ...(line as Line & { weekly: object }).weekly, weekday, except: [] } }) as Line),
  ]
}
