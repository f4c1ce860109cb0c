import { describe, expect, it } from 'vitest'
import { usualLevels } from '#modules/venues/price-rules.ts'
import type { PriceListFile } from '#ui/staff/kit/catalogue-types.ts'
import {
  addLevel,
  copyFrom,
  holdsOn,
  isAbovePublic,
  priceCourt,
  priceGroups,
  priceSpan,
  raiseAll,
  removeLevel,
  sameForAll,
  setPrice,
  unpriceCourts,
  withLevels,
} from './edit-prices.ts'

const list: PriceListFile = {
  from: '2026-11-01',
  levels: usualLevels([]),
  lightFee: 50,
  lightFrom: null,
  deposit: 0,
  prices: { PUB: [300, 500], STU: [150, 250] },
}

describe('one price', () => {
  it('above the public’s is known by column; none typed, or none of its own, is not above', () => {
    const above = (STU: [number, number] | undefined) =>
      ([0, 1] as const).map((column) => isAbovePublic({ PUB: [300, 500], ...(STU && { STU }) }, 'STU', column))
    expect(above([150, 5000])).toEqual([false, true])
    expect(above([300, 500])).toEqual([false, false])
    expect(above(undefined)).toEqual([false, false])
  })

  it('changes alone', () => {
    expect(setPrice(list, 'STU', 1, 260).prices).toEqual({ PUB: [300, 500], STU: [150, 260] })
    expect(list.prices['STU']).toEqual([150, 250])
  })

  it('of an identity without prices leaves the other one open', () => {
    expect(setPrice(list, 'SEN', 0, 100).prices['SEN']).toEqual([100, null])
    expect(setPrice(list, 'PUB', 0, null).prices['PUB']).toEqual([null, 500])
  })

  it('of a set of courts changes for all of them and for no other', () => {
    const own = priceCourt(priceCourt(list, 'A1', 0.5), 'A2', 0.5)
    const changed = setPrice(own, 'PUB', 0, 99, ['A1'])
    expect(changed.courts?.['A1']?.['PUB']).toEqual([99, 250])
    expect(changed.courts?.['A2']?.['PUB']).toEqual([150, 250])
    expect(changed.prices).toEqual(list.prices)
  })

  it('is given to every identity at once', () => {
    expect(sameForAll(list, ['PUB', 'STU', 'SEN'], 0).prices).toEqual({ PUB: [300, 500], STU: [300, 250], SEN: [300, null] })
  })
})

describe('levels', () => {
  const holidays = [{ days: ['holiday' as const], from: '08:00', to: '22:00' }]
  const three = addLevel(priceCourt(list, 'A1', 0.5), holidays)

  it('are added at the end, for what the one before costs, and without a name', () => {
    expect(three.levels.at(-1)).toEqual({ name: { tw: '', en: '' }, hours: holidays })
    expect(three.prices).toEqual({ PUB: [300, 500, 500], STU: [150, 250, 250] })
    expect(three.courts?.['A1']?.['PUB']).toEqual([150, 250, 250])
    expect(setPrice(three, 'SEN', 2, 90).prices['SEN']).toEqual([null, null, 90])
  })

  it('are removed with their prices', () => {
    expect(removeLevel(three, 2)).toEqual(priceCourt(list, 'A1', 0.5))
    expect(removeLevel(setPrice(three, 'PUB', 2, 700), 1).prices['PUB']).toEqual([300, 700])
  })

  it('are those of peak hours in a draft that an older version has kept', () => {
    const { levels: _, ...old } = list
    expect(withLevels({ priceLists: [{ ...old, peak: holidays } as unknown as PriceListFile] }).priceLists).toEqual([
      { ...list, levels: usualLevels(holidays) },
    ])
    expect(withLevels({ priceLists: [three] }).priceLists).toEqual([three])
  })
})

describe('all prices', () => {
  it('rise by a percentage to the nearest ten, of courts with their own too; a free one stays free', () => {
    const raised = raiseAll({ ...priceCourt(list, 'A1', 0.5), prices: { PUB: [300, 505], STU: [0, 250] } }, 5)
    expect(raised.prices).toEqual({ PUB: [320, 530], STU: [0, 260] })
    expect(raised.courts?.['A1']).toEqual({ PUB: [160, 260], STU: [80, 130] })
    expect(raised.lightFee).toBe(50)
  })

  it('never fall below nothing', () => expect(raiseAll(list, -200).prices['PUB']).toEqual([0, 0]))
})

describe('courts with prices of their own', () => {
  it('are grouped by what they cost', () => {
    const own = priceCourt(priceCourt(priceCourt(list, 'A1', 0.5), 'A', 2), 'A2', 0.5)
    expect(priceGroups(own).map(({ courts }) => courts)).toEqual([['A1', 'A2'], ['A']])
  })

  it('cost what the others cost again', () => {
    const own = priceCourt(priceCourt(list, 'A1', 0.5), 'A', 2)
    expect(Object.keys(unpriceCourts(own, ['A1']).courts!)).toEqual(['A'])
    expect(unpriceCourts(unpriceCourts(own, ['A1']), ['A'])).toEqual(list)
  })
})

describe('lists by the day from which they hold', () => {
  const later = { ...list, from: '2026-12-01' }
  it('the latest that has begun counts', () => {
    expect(holdsOn([later, list], '2026-11-30')).toBe(list)
    expect(holdsOn([later, list], '2026-12-01')).toBe(later)
    expect(holdsOn([later, list], '2026-10-31')).toBeUndefined()
  })

  it('a copy stands in order of time, and shares nothing with its source', () => {
    const lists = copyFrom([list, later], list, '2026-11-23')
    expect(lists.map(({ from }) => from)).toEqual(['2026-11-01', '2026-11-23', '2026-12-01'])
    lists[1]!.prices['PUB']![0] = 1
    expect(list.prices['PUB']![0]).toBe(300)
    expect(copyFrom(lists, list, '2026-12-01')).toHaveLength(3)
  })

  it('say the least and the most of a slot', () => {
    expect(priceSpan(priceCourt(list, 'A1', 0.5))).toEqual({ from: 75, to: 500 })
    expect(priceSpan({ ...list, prices: {} })).toBeUndefined()
    expect(priceSpan(undefined)).toBeUndefined()
  })
})
