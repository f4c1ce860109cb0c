import { describe, expect, it } from 'vitest'
import { calm, changed, codesOf, empty, hall, named, today, withHall } from '#testing/catalogue-plans.ts'
import { parseChanges, parseFile, type WholeFile } from './file.ts'
import { shortFacility, type FacilityFile, type PriceListFile } from './file-wire.ts'
import { merge, normalFile } from './merge-changes.ts'
import { planChange } from './plan-change.ts'
import { readWorkbook } from './read-workbook.ts'
import { writeWorkbook } from './write-workbook.ts'

const holidayLevel: PriceListFile['levels'][number] = {
  name: { tw: '假日', en: 'Holiday' },
  hours: [{ days: ['holiday'], from: '06:00', to: '22:00' }],
}
/** A third level, which costs 100 more than peak. */
function addHolidays({ priceLists: [list] }: FacilityFile): void {
  list!.levels.push(structuredClone(holidayLevel))
  for (const row of Object.values(list!.prices)) row.push(row[1]! + 100)
}

describe('price levels', () => {
  const wrong = (change: (levels: PriceListFile['levels'], list: PriceListFile) => void) =>
    codesOf(
      changed((facility) => {
        addHolidays(facility)
        change(facility.priceLists[0]!.levels, facility.priceLists[0]!)
      }),
    )
  const at = 'priceLists.0.levels.2'

  it('are refused where they are unclear, each at its field', () => {
    expect(wrong(() => {})).toEqual([])
    expect(wrong((levels) => (levels[2]!.name.tw = '尖峰'))).toEqual([`${at}.name.tw: level_name_twice`])
    expect(wrong((levels) => (levels[2]!.hours = []))).toEqual([`${at}.hours: level_without_hours`])
    expect(wrong((levels) => (levels[2]!.hours[0]!.to = '06:00'))).toEqual([`${at}.hours.0.to: closes_before_opening`])
    expect(wrong((levels) => Object.assign(levels[2]!.hours[0]!, { from: '22:00', to: '23:00' }))).toEqual([
      `${at}.hours.0.from: level_outside_hours`,
    ])
    expect(wrong((levels) => (levels[0]!.hours = levels[2]!.hours))).toEqual(['priceLists.0.levels.0.hours: first_level_has_hours'])
    expect(wrong((_, list) => list.prices.STU!.pop())).toEqual(['priceLists.0.prices.STU: price_for_each_level'])
    const errorsOf = (list: object) =>
      parseChanges({ facilities: [{ ...hall(), priceLists: [list] }] }).errors.map(({ path, code }) => `${path}: ${code}`)
    const { levels, ...rest } = hall().priceLists[0]!
    expect(errorsOf({ ...rest, levels: [...levels, { name: { tw: '' }, hours: [] }] })).toEqual([`${at}.name.tw: required`])
    expect(errorsOf({ ...rest, levels: Array.from({ length: 7 }, () => levels[0]) })).toEqual(['priceLists.0.levels: too_many'])
    expect(errorsOf({ ...rest, levels, peak: [] })).toEqual(['priceLists.0.peak: peak_and_levels'])
    expect(errorsOf(rest)).toEqual(['priceLists.0.levels: levels_missing'])
  })

  it('of older lists are taken as they are: hours that are never open, and none at all', () => {
    const old = (peak: object[]) => {
      const { levels: _, ...list } = hall().priceLists[0]!
      return parseChanges({ facilities: [{ ...hall(), priceLists: [{ ...list, peak }] }] })
    }
    for (const peak of [[], [{ days: ['sun'], from: '23:00', to: '24:00' }]]) {
      const { changes, errors } = old(peak)
      expect(errors).toEqual([])
      expect(codesOf(changes)).toEqual([])
      expect(changes.facilities![0]!.priceLists[0]!.levels).toMatchObject([
        { name: { tw: '離峰' }, hours: [] },
        { name: { tw: '尖峰' }, hours: peak },
      ])
    }
  })

  it('come back the same from a workbook and from JSON, where the usual two are written short', async () => {
    const both = (change: (facility: FacilityFile) => void) => normalFile(merge(empty, changed(change), calm))
    for (const whole of [both(addHolidays), both(({ priceLists }) => (priceLists[0]!.levels[0]!.name.tw = '平時'))]) {
      const { raw, errors } = await readWorkbook(Buffer.from(await writeWorkbook(whole)))
      expect(errors).toEqual([])
      expect(normalFile({ ...empty, ...parseFile(raw).changes } as WholeFile)).toEqual(whole)
      const [json] = whole.facilities.map(shortFacility)
      expect(json!.priceLists[0]).toHaveProperty('levels')
      expect(parseChanges({ facilities: [json] }).changes.facilities).toEqual(whole.facilities)
    }
    const [usual] = both(() => {}).facilities.map(shortFacility)
    expect(usual!.priceLists[0]).not.toHaveProperty('levels')
    expect(usual!.priceLists[0]).toMatchObject({ peak: [{ from: '18:00' }, { from: '12:00' }], prices: { PUB: [300, 500] } })
    expect(parseChanges({ facilities: [usual] }).changes.facilities).toEqual([normalFile(withHall).facilities[0]])
  })

  it('shows what a level that is added costs each identity; another name of a level is no other price', () => {
    const { prices, changes, errors } = planChange(withHall, changed(addHolidays), calm)
    expect(errors).toEqual([])
    expect(prices).toHaveLength(empty.identities.length)
    expect(prices[0]).toMatchObject({
      identity: 'PUB',
      day: today,
      before: named(300, 500),
      after: [...named(300, 500), { level: holidayLevel.name, price: 600 }],
    })
    expect(changes.map(({ field }) => field)).toEqual(['priceList.levels', ...empty.identities.map(({ code }) => `price.${code}`)])
    const renamed = changed(({ priceLists }) => (priceLists[0]!.levels[1]!.name = { tw: '黃金時段', en: 'Prime time' }))
    expect(planChange(withHall, renamed, calm)).toMatchObject({ errors: [], prices: [], changes: [{ field: 'priceList.levels' }] })
  })
})
