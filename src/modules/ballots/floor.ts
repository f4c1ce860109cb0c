import type { Manifest, ManifestCourt, ManifestFacility, ManifestPeriod, ManifestWish } from './manifest-wire.ts'

export type WeeklyPeriod = Pick<ManifestWish, 'weekday' | 'start' | 'end'>
export type OfferedCourt = ManifestCourt & { facility: ManifestFacility }
/** A weekly period of a court, with the dates that are free now and the turns that took something of it, in their order. */
export type Candidate = { court: OfferedCourt; period: ManifestPeriod; free: string[]; takenBy: number[] }

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
