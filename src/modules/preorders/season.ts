import type { Period } from '#lib/period.ts'
import { addDays, dayOf, momentAt, weekdayOf, type Day } from '#lib/zone.ts'
import type { Occupied } from '#modules/availability/rules.ts'
import { slotPrice, tariffOf, type Catalogue, type Court, type Facility } from '#modules/venues/rules.ts'
import { clubIdentity, mostSlots, slotsOfRound, occupies, type Line, type Round, type RequestedDate } from './rules.ts'

export type CellState = 'free' | 'mine' | 'taken' | 'closed' | 'past'
export type Slot = { start: number; end: number }
/** The community for which a season is read, and the moment. */
export type SeasonContext = { memberId: string; now: Date }

/** Index of a season's occupancy by space and day. */
export type OccupancyIndex = { occupiedOn(court: Court, day: Day): Occupied[] }

export function indexOccupancy(occupied: Occupied[]): OccupancyIndex {
  const found = new Map<string, Occupied[]>()
  for (const one of occupied) {
    const last = dayOf(new Date(one.end.getTime() - 1))
    for (let day = dayOf(one.start); day <= last; day = addDays(day, 1)) {
      const key = `${one.spaceId} ${day}`
      const others = found.get(key)
      if (others) others.push(one)
      else found.set(key, [one])
    }
  }
  return { occupiedOn: (court, day) => court.spaces.flatMap((space) => found.get(`${space} ${day}`) ?? []) }
}

/** `mine` only when the community holds all spaces of the court. */
export function stateIn(court: Court, period: Period, occupied: Occupied[], { memberId, now }: SeasonContext): CellState {
  const [from, to] = [period.start.getTime(), period.end.getTime()]
  const here = occupied.filter(({ start, end }) => start.getTime() < to && from < end.getTime())
  const own = new Set(here.flatMap((one) => (one.memberId === memberId ? [one.spaceId] : [])))
  if (here.length > 0 && own.size === court.spaces.length) return 'mine'
  if (from <= now.getTime()) return 'past'
  if (here.some(closes)) return 'closed'
  return here.length > 0 ? 'taken' : 'free'
}

export const periodAt = ({ start, end }: Slot, day: Day): Period => ({ start: momentAt(day, start), end: momentAt(day, end) })

export const statesOn = (occupancy: OccupancyIndex, court: Court, slots: Slot[], day: Day, context: SeasonContext): CellState[] => {
  const occupied = occupancy.occupiedOn(court, day)
  return slots.map((slot) => stateIn(court, periodAt(slot, day), occupied, context))
}

/** Prices with light; free courts have free light. */
export function pricesOn({ holidays }: Pick<Catalogue, 'holidays'>, facility: Facility, court: Court, slots: Slot[], day: Day): number[] {
  return slots.map((slot) => {
    const { price, lightFee } = slotPrice(court, tariffOf(facility, day, slot, holidays), clubIdentity)
    return price === 0 ? 0 : price + lightFee
  })
}

export function daysOf({ seasonFrom, seasonTo }: Pick<Round, 'seasonFrom' | 'seasonTo'>): Day[] {
  const days: Day[] = []
  for (let day = seasonFrom; day <= seasonTo; day = addDays(day, 1)) days.push(day)
  return days
}

export type LeftOut = { line: number; date: Day }

/** Drops closed days from weekly lines, which ask for open days only. A closed single date is kept and refused. */
export function leaveOutClosed(
  catalogue: Catalogue,
  closed: OccupancyIndex,
  lines: readonly Line[],
  requested: readonly RequestedDate[],
): { requested: RequestedDate[]; leftOut: LeftOut[] } {
  const isLeftOut = ({ line, courtId, day, period }: RequestedDate) => {
    const { court } = catalogue.courtOf.get(courtId)!
    return 'weekly' in lines[line]! && isClosed(court, period, closed.occupiedOn(court, day))
  }
  return {
    requested: requested.filter((date) => !isLeftOut(date)),
    leftOut: requested.filter(isLeftOut).map(({ line, day }) => ({ line, date: day })),
  }
}

const isClosed = (court: Court, period: Period, occupied: Occupied[]): boolean =>
  occupied.some((one) => closes(one) && occupies(court, period)(one))

const closes = ({ kind }: Occupied): boolean => kind === 'block' || kind === 'closure'

/**
 * `open` and `free` are indexed by length, then by slot: `free[1][k]` is the number of dates on which slots k and k+1
 * are free, `open[1][k]` on which neither is closed. `closed` are dates without any open slot.
 */
export type Overview = { weekday: number; open: number[][]; free: number[][]; mine: number[]; closed: Day[] }

/** For each weekday and slot: how many dates of the season are open, free, and held by the community. */
export function overviewOf(round: Round, facility: Facility, byDay: Map<Day, CellState[]>): Overview[] {
  const slots = slotsOfRound(round, facility)
  return Array.from({ length: 7 }, (_, n) => {
    const days = daysOf(round).filter((day) => weekdayOf(day) === n + 1)
    const count = (isWanted: (state: CellState) => boolean, length: number) =>
      slots.slice(0, slots.length - length + 1).map(
        (__, k) =>
          days.filter((day) =>
            byDay
              .get(day)!
              .slice(k, k + length)
              .every(isWanted),
          ).length,
      )
    const lengths = Array.from({ length: mostSlots(round, facility.slotMinutes) }, (__, k) => k + 1)
    return {
      weekday: n + 1,
      open: lengths.map((length) => count((state) => state !== 'closed', length)),
      free: lengths.map((length) => count((state) => state === 'free', length)),
      mine: count((state) => state === 'mine', 1),
      closed: days.filter((day) => byDay.get(day)!.every((state) => state === 'closed')),
    }
  })
}
