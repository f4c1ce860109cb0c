import type { Manifest, ManifestCourt, ManifestFacility, ManifestPeriod, ManifestWish } from './manifest-wire.ts'

export type WeeklyPeriod = Pick<ManifestWish, 'weekday' | 'start' | 'end'>
export type OfferedCourt = ManifestCourt & { facility: ManifestFacility }
/** A court with the dates of a weekly period that are free on it now. */
export type Candidate = { court: OfferedCourt; period: ManifestPeriod; free: string[] }

type Booked = { start: number; end: number; turn: number }

export const periodKey = (court: string, { weekday, start, end }: WeeklyPeriod): string => `${court} ${weekday} ${start} ${end}`

export const acceptsDates = (wish: Pick<ManifestWish, 'leastPercent'>, dates: number, of: number): boolean =>
  dates > 0 && dates * 100 >= wish.leastPercent * of

/** The courts and their dates during a draw. */
export function openFloor({ facilities, periods }: Pick<Manifest, 'facilities' | 'periods'>) {
  const courts = facilities.flatMap((facility) => facility.courts.map((court): OfferedCourt => ({ ...court, facility })))
  const byFacility = Map.groupBy(
    courts.toSorted((a, b) => a.number - b.number),
    ({ facility }) => facility.code,
  )
  const periodOf = new Map(periods.map((period) => [periodKey(period.court, period), period]))
  const booked = new Map<string, Booked[]>()

  const bookings = ({ spaces }: OfferedCourt, day: string, { start, end }: WeeklyPeriod): Booked[] =>
    spaces.flatMap((space) => (booked.get(`${space} ${day}`) ?? []).filter((one) => one.start < end && start < one.end))

  return {
    /** The courts that a wish may have, by number, with what is free now. */
    candidates(wish: ManifestWish): Candidate[] {
      const possible = (byFacility.get(wish.facility) ?? []).filter(({ code }) => wish.court === null || wish.court === code)
      return possible.flatMap((court) => {
        const period = periodOf.get(periodKey(court.code, wish))
        return period ? [{ court, period, free: period.dates.filter((day) => bookings(court, day, wish).length === 0) }] : []
      })
    },
    /** Turns that took floor of these candidates, in their order. */
    takenBy(candidates: Candidate[]): number[] {
      const turns = candidates.flatMap(({ court, period }) =>
        period.dates.flatMap((day) => bookings(court, day, period).map(({ turn }) => turn)),
      )
      return [...new Set(turns)].toSorted((a, b) => a - b)
    },
    take({ spaces }: OfferedCourt, { start, end }: WeeklyPeriod, dates: string[], turn: number): void {
      for (const key of spaces.flatMap((space) => dates.map((day) => `${space} ${day}`)))
        booked.set(key, [...(booked.get(key) ?? []), { start, end, turn }])
    },
  }
}
export type Floor = ReturnType<typeof openFloor>
