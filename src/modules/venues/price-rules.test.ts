import { describe, expect, it } from 'vitest'
import { momentAt } from '#lib/zone.ts'
import { courtOn, facilityWith, priceListFor, usualPeak } from '#testing/catalogue-parts.ts'
import { comingPriceLists, hoursLeft, levelOf, priceListOn, priceOf, priceRange, usualLevels } from './price-rules.ts'
import type { Catalogue, PriceList } from './rules.ts'

const monday = '2026-11-16'
const courts = [courtOn(1, 1, [1]), courtOn(2, 1, [2])]
const before = priceListFor(courts, { 1: [300, 500], 3: [150, 250] }, { lightFee: 50, lightFrom: 1140, deposit: 100 })
const after = priceListFor([courts[0]!], { 1: [360, 600] }, { id: 2, from: monday, levels: usualLevels([]) })
const hall = facilityWith(1, courts, { priceLists: [before, after] })
const catalogue: Pick<Catalogue, 'courtOf' | 'holidays'> = {
  holidays: new Set(['2026-11-13']),
  courtOf: new Map(courts.map((court) => [court.id, { court, facility: hall }])),
}
const price = (courtId: number, day: string, from: number, to: number, identity = 1) =>
  priceOf(catalogue, courtId, { start: momentAt(day, from * 60), end: momentAt(day, to * 60) }, identity)

describe('the price of a period', () => {
  it('is that of the list in force on its day', () => {
    expect(price(1, '2026-11-15', 8, 9)).toEqual({ price: 300, lightFee: 0, deposit: 100 })
    expect(price(1, monday, 8, 9)).toEqual({ price: 360, lightFee: 0, deposit: 0 })
  })

  it('has peak hours and light by the slot, and the deposit once', () => {
    expect(price(1, '2026-11-12', 17, 20)).toEqual({ price: 300 + 500 + 500, lightFee: 50, deposit: 100 })
    expect(price(1, monday, 18, 19), 'a list without peak hours').toMatchObject({ price: 360 })
  })

  it('is the general public’s for an identity that has none of its own', () => {
    expect(price(1, '2026-11-12', 8, 9, 3)).toMatchObject({ price: 150 })
    expect(price(1, monday, 8, 9, 3)).toMatchObject({ price: 360 })
  })

  it('is none for a court that the list leaves out, and before the first list', () => {
    expect(price(2, monday, 8, 9)).toBeUndefined()
    expect(
      priceOf(
        { ...catalogue, courtOf: new Map([[1, { court: courts[0]!, facility: { ...hall, priceLists: [after] } }]]) },
        1,
        { start: momentAt('2026-11-15', 480), end: momentAt('2026-11-15', 540) },
        1,
      ),
    ).toBeUndefined()
  })
})

describe('peak hours', () => {
  it('of a holiday are those of holidays alone', () => {
    const level = (peak: typeof usualPeak, day: string, hour: number) =>
      levelOf({ levels: usualLevels(peak) }, day, hour * 60, catalogue.holidays)
    expect(level(usualPeak, '2026-11-13', 13), 'a Friday off, at one').toBe(1)
    expect(level(usualPeak, '2026-11-12', 13)).toBe(0)
    expect(level(usualPeak.slice(0, 1), '2026-11-13', 19), 'no hours for holidays').toBe(0)
  })
})

describe('three levels', () => {
  const holiday = { name: { tw: '假日', en: 'Holiday' }, hours: [{ days: ['holiday' as const], from: 600, to: 1200 }] }
  const levels = [...usualLevels(usualPeak), holiday]
  const three: PriceList = { ...before, levels, prices: { 1: { 1: [300, 500, 800], 3: [150, 250, 400] } } }
  const facility = { ...hall, priceLists: [three] }
  const cost = (day: string, from: number, to: number, identity = 1) =>
    priceOf(
      { ...catalogue, courtOf: new Map([[1, { court: courts[0]!, facility }]]) },
      1,
      { start: momentAt(day, from * 60), end: momentAt(day, to * 60) },
      identity,
    )?.price

  it('cost each its own; of two that name an hour, the later counts', () => {
    expect(cost('2026-11-12', 17, 19), 'a weekday').toBe(300 + 500)
    expect(cost('2026-11-13', 9, 11), 'a holiday before and after ten').toBe(300 + 800)
    expect(cost('2026-11-13', 19, 21), 'after eight it is peak again').toBe(800 + 500)
    expect(cost('2026-11-13', 11, 12, 3), 'a student').toBe(400)
    expect(priceRange(facility, [courts[0]!], 1, monday)).toEqual({ from: 300, to: 800 })
  })

  it('without a price for one cannot be booked then, and can at other hours', () => {
    facility.priceLists = [{ ...three, prices: { 1: { 1: [300, 500] } } }]
    expect([cost('2026-11-13', 11, 12), cost('2026-11-13', 21, 22)]).toEqual([undefined, 500])
  })

  it('show the hours that are left to each', () => {
    expect(hoursLeft(levels, 1)).toEqual([
      usualPeak[0],
      { days: ['sat', 'sun'], from: 720, to: 1320 },
      { days: ['holiday'], from: 1200, to: 1320 },
    ])
    expect(hoursLeft(usualLevels(usualPeak), 1)).toEqual(usualPeak)
  })
})

describe('price lists', () => {
  it('to come are those that begin later', () => {
    expect(comingPriceLists(hall, '2026-11-15')).toEqual([after])
    expect(comingPriceLists(hall, monday)).toEqual([])
    expect(comingPriceLists({ priceLists: [after] }, '2026-11-15'), 'the first list is shown already').toEqual([])
    expect(priceListOn(hall, '1999-12-31')).toBeUndefined()
  })

  it('give the range that is shown on a card', () => {
    expect(priceRange(hall, courts, 1, '2026-11-15')).toEqual({ from: 300, to: 500 })
    expect(priceRange({ priceLists: [] }, courts, 1, monday)).toEqual({ from: 0, to: 0 })
  })
})
