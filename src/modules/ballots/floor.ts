import type { Manifest, ManifestCourt, ManifestFacility, ManifestPeriod, ManifestWish } from './manifest-wire.ts'

type WeeklyPeriod = Pick<ManifestWish, 'weekday' | 'start' | 'end'>
export type OfferedCourt = ManifestCourt & { facility: ManifestFacility }
/** A weekly period of a court, with the dates that are free now and the turns that took something of it, in their order. */
type Candidate = { court: OfferedCourt; period: ManifestPeriod; free: string[]; takenBy: number[] }

export const periodKey = (court: string, { weekday, start, end }: WeeklyPeriod): string => `${court} ${weekday} ${start} ${end}`

export const acceptsDates = (wish: Pick<ManifestWish, 'leastPercent'>, dates: number, of: number): boolean =>
  dates > 0 && dates * 100 >= wish.leastPercent * of

/** The courts and their dates during a draw. */
export function openFloor({ facilities, periods }: Pick<Manifest, 'facilities' | 'periods'>) {
  const courts = facilities.flatMap((facility) => facility.courts.map((court): OfferedCourt => ({ ...court, facility })))
  const byCode = new Map(courts.map((court) => [court.code, court]))
  const candidates = periods.map((period): Candidate => ({ court: byCode.get(period.court)!, period, free: period.dates, takenBy: [] }))
  const inOrder = candidates.toSorted((a, b) => a.court.number - b.court.number)
  const byTime = Map.groupBy(inOrder, ({ court, period }) => periodKey(court.facility.code, period))
  const byFloor = new Map<string, Candidate[]>()
  for (const one of candidates)
    for (const space of one.court.spaces) {
      const key = floorKey(space, one.period)
      byFloor.set(key, [...(byFloor.get(key) ?? []), one])
    }
  return {
    /** The courts that a wish may have, by number, with what is free now. */
    candidates: (wish: ManifestWish): Candidate[] =>
      (byTime.get(periodKey(wish.facility, wish)) ?? []).filter(({ court }) => wish.court === null || wish.court === court.code),

    /** Takes the dates away from every period that needs the same floor at an overlapping time. */
    take({ spaces }: OfferedCourt, at: WeeklyPeriod, dates: string[], turn: number): void {
      const taken = new Set(dates)
      const touched = new Set(spaces.flatMap((space) => byFloor.get(floorKey(space, at)) ?? []))
      for (const one of touched) {
        if (one.period.start >= at.end || at.start >= one.period.end || !one.period.dates.some((day) => taken.has(day))) continue
        one.takenBy.push(turn)
        one.free = one.free.filter((day) => !taken.has(day))
      }
    },
  }
}
export type Floor = ReturnType<typeof openFloor>

const floorKey = (space: number, { weekday }: WeeklyPeriod): string => `${space} ${weekday}`

/** Space-minutes that a pick takes of its group's share and of the part that is open to all. */
export type Charge = { group: string | null; fromShare: number; fromOpen: number }

const nothing: Charge = { group: null, fromShare: 0, fromOpen: 0 }

/**
 * What is left of each facility's shares during a draw. An entry uses the share of its group first and then the open part; what
 * is set aside for other groups it never gets. A facility without set-asides counts nothing.
 */
export function openShares(facilities: ManifestFacility[]) {
  const shares = new Map(facilities.flatMap((facility) => (facility.setAsides.length > 0 ? [[facility.code, sharesOf(facility)]] : [])))
  return {
    /** How many dates of a period the shares have left for a group. */
    datesLeft(court: OfferedCourt, group: string | null, { start, end }: WeeklyPeriod): number {
      const left = shares.get(court.facility.code)
      if (!left) return Infinity
      return Math.floor(((left.byGroup.get(group ?? '') ?? 0) + left.open) / ((end - start) * court.spaces.length))
    },
    /** What these dates would take, or undefined when too little is left; `returned` counts as if it had been given back. */
    charge(court: OfferedCourt, group: string | null, { start, end }: WeeklyPeriod, dates: number, returned = nothing): Charge | undefined {
      const left = shares.get(court.facility.code)
      if (!left) return nothing
      const minutes = (end - start) * dates * court.spaces.length
      const share = (left.byGroup.get(group ?? '') ?? 0) + (returned.group === group ? returned.fromShare : 0)
      const fromShare = Math.min(share, minutes)
      const fromOpen = minutes - fromShare
      return fromOpen <= left.open + returned.fromOpen ? { group, fromShare, fromOpen } : undefined
    },
    take(court: OfferedCourt, { group, fromShare, fromOpen }: Charge): void {
      const left = shares.get(court.facility.code)
      if (!left) return
      left.open -= fromOpen
      if (group !== null && fromShare > 0) left.byGroup.set(group, left.byGroup.get(group)! - fromShare)
    },
  }
}
export type Shares = ReturnType<typeof openShares>

/** Whole space-minutes of each group, rounded down, and the rest for all. */
function sharesOf({ floor, setAsides }: ManifestFacility): { open: number; byGroup: Map<string, number> } {
  const byGroup = new Map(setAsides.map(({ group, percent }) => [group, Math.floor((floor * percent) / 100)]))
  return { open: floor - [...byGroup.values()].reduce((sum, share) => sum + share, 0), byGroup }
}
