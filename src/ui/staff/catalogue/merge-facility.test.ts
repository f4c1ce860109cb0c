import { describe, expect, it } from 'vitest'
import { usualLevels } from '#modules/venues/price-rules.ts'
import type { FacilityFile } from '#ui/staff/kit/catalogue-types.ts'
import { compareFacilities, mergeFacilities } from './merge-facility.ts'

const list = (from: string, price: number) => ({
  from,
  levels: usualLevels([]),
  lightFee: 0,
  lightFrom: null,
  deposit: 0,
  prices: { PUB: [price, price] as [number, number] },
})
const base: FacilityFile = {
  code: 'BAD',
  sport: 'badminton',
  name: { tw: '羽球館', en: 'Hall' },
  about: { tw: '', en: '' },
  place: { tw: '', en: '' },
  rules: { tw: [], en: [] },
  outdoor: false,
  drawing: 'badminton',
  colour: '#123456',
  courts: [{ code: 'B1', name: { tw: '一', en: 'one' } }],
  timetables: [],
  priceLists: [list('2026-01-01', 300)],
}

describe('two people on one facility', () => {
  const theirs = { ...base, colour: '#ffffff', priceLists: [list('2026-01-01', 320)] }
  it('changes of different things are both kept, without a question', () => {
    const mine = { ...base, name: { tw: '羽球中心', en: 'Centre' } }
    expect(compareFacilities(base, mine, theirs)).toEqual({ contested: [], taken: ['colour', 'priceLists 2026-01-01'] })
    expect(mergeFacilities(base, mine, theirs, {})).toEqual({ ...theirs, name: mine.name })
  })

  it('a change of the same thing is asked about; mine stays until theirs is chosen', () => {
    const mine = { ...base, priceLists: [list('2026-01-01', 350), list('2026-12-01', 400)] }
    const { contested, taken } = compareFacilities(base, mine, theirs)
    expect(contested.map(({ key }) => key)).toEqual(['priceLists 2026-01-01'])
    expect(taken).toEqual(['colour'])
    expect(mergeFacilities(base, mine, theirs, {}).priceLists).toEqual(mine.priceLists)
    expect(mergeFacilities(base, mine, theirs, { 'priceLists 2026-01-01': 'theirs' }).priceLists).toEqual([
      list('2026-01-01', 320),
      list('2026-12-01', 400),
    ])
  })

  it('the same change by both is no conflict', () => {
    expect(compareFacilities(base, theirs, theirs)).toEqual({ contested: [], taken: [] })
  })

  it('what they removed is gone, and what they retired is retired', () => {
    const without = { ...base, priceLists: [], retired: true as const }
    const merged = mergeFacilities(base, { ...base, colour: '#000000' }, without, {})
    expect(merged.priceLists).toEqual([])
    expect(merged).toMatchObject({ retired: true, colour: '#000000' })
  })

  it('a facility that both made with the same code is asked about as a whole', () => {
    const keys = compareFacilities(null, base, theirs).contested.map(({ key }) => key)
    expect(keys).toEqual(['colour', 'priceLists 2026-01-01'])
  })
})
