import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, weekdayOf, type Day } from '#lib/zone.ts'
import { courtOn, facilityWith, priceListFor } from '#testing/catalogue-parts.ts'
import { hoursLeft, levelOf, slotPrice, tariffOf, usualLevels } from './price-rules.ts'
import { dayKinds, type LevelHours } from './rules.ts'

const quarter = fc.nat({ max: 96 }).map((n) => n * 15)
const entry: fc.Arbitrary<LevelHours> = fc
  .record({ days: fc.uniqueArray(fc.constantFrom(...dayKinds), { minLength: 1 }), ends: fc.tuple(quarter, quarter) })
  .filter(({ ends: [a, b] }) => a !== b)
  .map(({ days, ends }) => ({ days, from: Math.min(...ends), to: Math.max(...ends) }))
const entries = fc.array(entry, { maxLength: 4 })

const year = Array.from({ length: 365 }, (_, n) => addDays('2026-01-01', n))
const holidays = new Set(year.filter((_, n) => n % 29 === 3))
/** A week with every weekday and a holiday. */
const week = year.slice(0, 7)

/** The rule of before there were levels: an hour is peak or it is not. */
function isPeak(peak: LevelHours[], day: Day, minute: number): boolean {
  const kind = holidays.has(day) ? 'holiday' : dayKinds[weekdayOf(day) - 1]!
  return peak.some(({ days, from, to }) => days.includes(kind) && minute >= from && minute < to)
}

it('a list of peak hours costs what it cost, at every hour of a year', () => {
  const court = courtOn(1, 1, [1])
  fc.assert(
    fc.property(entries, fc.nat({ max: 1000 }), fc.nat({ max: 1000 }), (peak, offPeakPrice, peakPrice) => {
      const list = priceListFor([court], { 1: [offPeakPrice, peakPrice] }, { levels: usualLevels(peak) })
      const facility = facilityWith(1, [court], { priceLists: [list] })
      const different: string[] = []
      for (const day of year)
        for (let start = 0; start < 1440; start += 60) {
          const { price } = slotPrice(court, tariffOf(facility, day, { start }, holidays)!, 1)!
          if (price !== (isPeak(peak, day, start) ? peakPrice : offPeakPrice)) different.push(`${day} ${start}`)
        }
      expect(different).toEqual([])
    }),
    { numRuns: 60 },
  )
})

it('the hours that are shown for the levels are those in which they count, each hour in one', () => {
  fc.assert(
    fc.property(fc.array(entries, { minLength: 1, maxLength: 5 }), (later) => {
      const levels = [[], ...later].map((hours, n) => ({ name: { tw: `${n}`, en: `${n}` }, hours }))
      const shown = levels.map((_, n) => hoursLeft(levels, n))
      for (const day of week)
        for (let minute = 0; minute < 1440; minute += 15) {
          const naming = shown.flatMap((hours, n) => (isPeak(hours, day, minute) ? [n] : []))
          expect(naming[0] ?? 0).toBe(levelOf({ levels }, day, minute, holidays))
          expect(naming.length).toBeLessThanOrEqual(1)
        }
    }),
    { numRuns: 60 },
  )
})
