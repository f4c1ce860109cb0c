import type { Period } from '#lib/period.ts'
import { addDays, dayOf, momentAt, weekdayOf, type Day } from '#lib/zone.ts'
import type { Occupied } from '#modules/availability/rules.ts'
import { isUnbroken, slotsOn } from '#modules/venues/hours-rules.ts'
import { slotPrice, tariffOf } from '#modules/venues/price-rules.ts'
import type { Catalogue, Court, Facility, Slot } from '#modules/venues/rules.ts'
import { clubIdentity, daysOf, mostSlots, slotMinutesIn, occupies, type Line, type Round, type RequestedDate } from './rules.ts'

export type CellState = 'free' | 'mine' | 'taken' | 'closed' | 'past'
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

/** The courts of a facility in a season: when it is open, and what is taken. */
export type SeasonView = { facility: Facility; holidays: Catalogue['holidays']; occupancy: OccupancyIndex; slots: Slot[] }

/** Slots that the facility does not have on the day are closed. */
export function statesOn(
  { facility, holidays, occupancy, slots }: SeasonView,
  court: Court,
  day: Day,
  context: SeasonContext,
): CellState[] {
  const occupied = occupancy.occupiedOn(court, day)
  const offered = slotsOn(facility, day, holidays)
  const isOffered = ({ start, end }: Slot) => offered.some((slot) => slot.start === start && slot.end === end)
  return slots.map((slot) => {
    const state = stateIn(court, periodAt(slot, day), occupied, context)
    return (state === 'free' || state === 'taken') && !isOffered(slot) ? 'closed' : state
  })
}

/** Prices with light; free courts have free light. */
export function pricesOn({ holidays, facility, slots }: Omit<SeasonView, 'occupancy'>, court: Court, day: Day): number[] {
  return slots.map((slot) => {
    const tariff = tariffOf(facility, day, slot, holidays)
    const priced = tariff && slotPrice(court, tariff, clubIdentity)
    return priced && priced.price > 0 ? priced.price + priced.lightFee : 0
  })
}

export type LeftOut = { line: number; date: Day }

/** Drops closed days from weekly lines, which ask for open days only. A closed single date is kept and refused. */
export function leaveOutClosed(
  catalogue: Catalogue,
  closed: OccupancyIndex,
  lines: readonly Line[],
  requested: readonly RequestedDate[],
): { requested: RequestedDate[]; leftOut: LeftOut[] } {
  const isLeftOut = ({ line, courtId, day, period, why }: RequestedDate) => {
    const { court } = catalogue.courtOf.get(courtId)!
    return 'weekly' in lines[line]! && (why === 'closed' || isClosed(court, period, closed.occupiedOn(court, day)))
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
export function overviewOf(
  round: Round,
  { facility, slots }: Pick<SeasonView, 'facility' | 'slots'>,
  byDay: Map<Day, CellState[]>,
): Overview[] {
  return Array.from({ length: 7 }, (_, n) => {
    const days = daysOf(round).filter((day) => weekdayOf(day) === n + 1)
    const count = (isWanted: (state: CellState) => boolean, length: number) =>
      slots.slice(0, slots.length - length + 1).map(
        (__, k) =>
          days.filter(
            (day) =>
              isUnbroken(slots.slice(k, k + length)) &&
              byDay
                .get(day)!
                .slice(k, k + length)
                .every(isWanted),
          ).length,
      )
    const lengths = Array.from({ length: mostSlots(round, slotMinutesIn(round, facility)) }, (__, k) => k + 1)
    return {
      weekday: n + 1,
      open: lengths.map((length) => count((state) => state !== 'closed', length)),
      free: lengths.map((length) => count((state) => state === 'free', length)),
      mine: count((state) => state === 'mine', 1),
      closed: days.filter((day) => byDay.get(day)!.every((state) => state === 'closed')),
    }
  })
}
