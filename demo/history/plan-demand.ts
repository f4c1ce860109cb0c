import { addDays, type Day } from '#lib/zone.ts'
import type { DemandCount } from '#modules/insight/demand-store.ts'
import type { DemandKind } from '#modules/insight/rules.ts'
import { slotsOn } from '#modules/venues/hours-rules.ts'
import { sportsOf, type Catalogue } from '#modules/venues/rules.ts'
import { demandFor, dice } from '../demand.ts'
import { moodOf } from './season.ts'

/** Nobody is refused at hours that are booked less than this. */
const scarceFrom = 0.4

/** What people wanted and did not get on these days: most in the hours that are nearly full. */
export function planDemand(catalogue: Catalogue, from: Day, to: Day): DemandCount[] {
  const counts: DemandCount[] = []
  for (let day = from; day <= to; day = addDays(day, 1))
    for (const facility of catalogue.facilities) {
      const chance = dice(facility.id * 1e6 + Number(day.replaceAll('-', '')))
      const make = (kind: DemandKind, of: { facilityId: number; sport: string }): DemandCount => ({
        day,
        kind,
        ...of,
        times: zeros(),
        courts: zeros(),
      })
      const own = { facilityId: facility.id, sport: '' }
      const made = [make('refused', own), make('seen', own), make('searched', { facilityId: 0, sport: sportsOf(facility)[0]! })] as const
      for (const { start } of slotsOn(facility, day, catalogue.holidays)) {
        const wish = demandFor(catalogue, facility, day, start) * moodOf(day, start, facility.outdoor)
        for (const [n, most] of [4, 14, 3].entries()) {
          const times = wish < scarceFrom ? 0 : Math.floor(chance() * most * wish * 1.4)
          made[n]!.times[Math.floor(start / 60)]! += times
          made[n]!.courts[Math.floor(start / 60)]! += times
        }
      }
      counts.push(...made.filter(({ times }) => times.some((count) => count > 0)))
    }
  return counts
}

const zeros = (): number[] => Array.from({ length: 24 }, () => 0)
