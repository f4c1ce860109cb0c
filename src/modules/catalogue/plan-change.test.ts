import { describe, expect, it } from 'vitest'
import { calm, changed, codesOf, empty, hall, named, none, withHall } from '#testing/catalogue-plans.ts'
import { parseChanges, parseFile, type WholeFile } from './file.ts'
import { merge, normalFile } from './merge-changes.ts'
import { planChange } from './plan-change.ts'
import { readWorkbook } from './read-workbook.ts'
import { templateFile, templateIds } from './templates.ts'
import { writeWorkbook } from './write-workbook.ts'

describe('templates', () => {
  it.each(templateIds)('%s fits the schema, has no error, and comes back the same from a workbook', async (id) => {
    const file = templateFile(id, '2026-01-01')
    const parsed = parseFile(JSON.parse(JSON.stringify(file)))
    expect(parsed.errors).toEqual([])
    expect(planChange(empty, parsed.changes, calm).errors).toEqual([])
    const whole = normalFile(merge(empty, parsed.changes, calm))
    const { raw, errors } = await readWorkbook(Buffer.from(await writeWorkbook(whole)))
    expect(errors).toEqual([])
    const back = parseFile(raw)
    expect(back.errors).toEqual([])
    expect(normalFile({ ...empty, ...back.changes } as WholeFile)).toEqual(whole)
  })
})

describe('a file', () => {
  const errorsOf = (raw: unknown) => parseChanges(raw).errors.map(({ part, path, code }) => `${part} ${path}: ${code}`)

  it('is refused field by field, each with its place and a code', () => {
    const wrong: any = hall()
    wrong.name.tw = ''
    wrong.colour = 'green'
    wrong.outdoor = 'perhaps'
    wrong.surprise = 1
    wrong.courts[1].code = 'b 2'
    wrong.timetables[0].hours[0].opens = '6 am'
    wrong.timetables[0].hours[0].days = ['mon', 'someday']
    wrong.priceLists[0].prices.PUB = ['3oo', -1]
    wrong.priceLists[0].from = '2026-02-30'
    expect(errorsOf({ facilities: [wrong] }).toSorted()).toEqual(
      [
        'facility:BAD name.tw: required',
        'facility:BAD colour: bad_colour',
        'facility:BAD outdoor: not_boolean',
        'facility:BAD surprise: unknown_field',
        'facility:BAD courts.1.code: bad_code',
        'facility:BAD timetables.0.hours.0.opens: bad_time',
        'facility:BAD timetables.0.hours.0.days.1: bad_weekday',
        'facility:BAD priceLists.0.prices.PUB.0: not_number',
        'facility:BAD priceLists.0.prices.PUB.1: too_low',
        'facility:BAD priceLists.0.from: bad_day',
      ].toSorted(),
    )
    expect(parseFile({ format: 'something', version: 2 }).errors.map(({ code }) => code)).toEqual(['bad_format', 'bad_version'])
    expect(parseFile([]).errors).toMatchObject([{ part: 'file' }])
    expect(errorsOf({ rules: { booking: { daysAhead: 0 } } })).toContain('rules:booking daysAhead: too_low')
  })

  it('is checked as a whole', () => {
    expect(codesOf(changed(({ courts }) => (courts[1]!.name.tw = courts[0]!.name.tw)))).toEqual(['courts.1.name.tw: court_name_twice'])
    expect(codesOf(changed(({ courts }) => (courts[1]!.code = 'B1')))).toEqual(['courts.1.code: court_code_twice'])
    expect(codesOf(changed(({ courts }) => (courts[0]!.on = ['Z9'])))).toEqual(['courts.0.on.0: unknown_floor'])
    expect(
      codesOf(
        changed(({ courts }) => {
          courts[0]!.on = ['B2']
          courts[1]!.on = ['B1']
        }),
      ),
    ).toEqual(['courts.0.on: floor_circle', 'courts.1.on: floor_circle'])
    expect(codesOf(changed(({ priceLists }) => (priceLists[0]!.prices.VIP = [1, 2])))).toEqual([
      'priceLists.0.prices.VIP: unknown_identity',
    ])
    expect(codesOf(changed(({ priceLists }) => delete priceLists[0]!.prices.PUB))).toEqual(['priceLists.0.prices: public_price_missing'])
    expect(codesOf(changed(({ priceLists }) => (priceLists[0]!.from = '2027-01-01')))).toEqual(['priceLists: prices_after_hours'])
    expect(codesOf(changed(({ timetables }) => (timetables[0]!.hours[0]!.closes = '05:00')))).toEqual([
      'timetables.0.hours.0.closes: closes_before_opening',
    ])
    expect(codesOf(changed(({ timetables }) => timetables[0]!.hours.push({ days: ['mon'], opens: '08:00', closes: '09:00' })))).toEqual([
      'timetables.0.hours.1: hours_overlap',
    ])
    expect(
      codesOf(
        changed(({ timetables }) =>
          timetables[0]!.hours.push({ days: ['mon'], opens: '08:00', closes: '09:00', season: { from: '12-01', to: '02-28' } }),
        ),
      ),
    ).toEqual([])
    expect(codesOf({ identities: [] })).toContain(': public_missing')
    expect(codesOf({ holidays: [1, 2].map(() => ({ day: '2026-12-25', name: { tw: '行憲紀念日', en: 'Constitution Day' } })) })).toEqual([
      '1.day: holiday_twice',
    ])
    expect(codesOf({ lockers: { sizes: [], walls: [{ wall: 'A', size: 'tiny', columns: 1, rows: 1 }] } })).toEqual([
      'walls.0.size: unknown_size',
    ])
    expect(codesOf({ lockers: { sizes: [], walls: [] } }, { rented: new Set(['A01']) })).toEqual(['walls: lockers_rented'])
    const divided = changed(({ courts }) => (courts[0]!.on = ['B2', 'B3']))
    expect(codesOf(divided)).toEqual([])
    expect(codesOf(divided, { bookedAhead: new Set(['B1']) })).toEqual(['courts.0.on: floor_booked'])
  })
})

describe('planning a change', () => {
  it('answers nothing when nothing changes, however it is written', () => {
    const same = changed(({ priceLists: [list], courts }) => {
      list!.courts = Object.fromEntries(courts.map(({ code }) => [code, list!.prices]))
    })
    expect(planChange(withHall, same, calm)).toMatchObject({ errors: [], changes: [], prices: [], parts: [] })
  })

  it('shows fields before and after', () => {
    const plan = planChange(
      withHall,
      changed(({ name, courts }) => {
        name.en = 'Hall'
        courts[0]!.name.tw = '中央球場'
        courts.push({ code: 'B7', name: { tw: '新球場', en: 'New' } })
      }),
      calm,
    )
    expect(plan.changes).toEqual([
      { part: 'facility:BAD', key: '', field: 'name.en', before: 'Badminton Hall', after: 'Hall' },
      { part: 'facility:BAD', key: 'B1', field: 'court.name.tw', before: '羽球場 1', after: '中央球場' },
      { part: 'facility:BAD', key: 'B7', field: 'court', before: null, after: { code: 'B7', name: { tw: '新球場', en: 'New' } } },
    ])
  })

  it('shows a price list of next month as each identity will see it, from its first day', () => {
    const dearer = changed(({ priceLists }) => {
      const next = structuredClone(priceLists[0]!)
      priceLists.push({ ...next, from: '2026-12-01', prices: { ...next.prices, PUB: [330, 550] } })
    })
    const { prices, changes } = planChange(withHall, dearer, calm)
    expect(prices).toEqual([
      {
        facility: 'BAD',
        identity: 'PUB',
        courts: ['B1', 'B2', 'B3', 'B4', 'B5', 'B6'],
        day: '2026-12-01',
        before: named(300, 500),
        after: named(330, 550),
      },
    ])
    expect(changes).toMatchObject([{ key: '2026-12-01', field: 'priceList', before: null }])
  })

  it('retires what was ever booked and removes the rest; hours and prices that have begun are kept', () => {
    const less = changed((facility) => {
      facility.courts = facility.courts.slice(2)
      facility.priceLists[0]!.from = facility.timetables[0]!.from = '2026-11-01'
    })
    const inUse = { facilities: new Set(['BAD']), courts: new Set(['B1']), identities: none }
    const { after } = planChange(withHall, less, { ...calm, inUse })
    expect(after.facilities[0]!.courts.map(({ code, retired = false }) => [code, retired])).toEqual([
      ['B3', false],
      ['B4', false],
      ['B5', false],
      ['B6', false],
      ['B1', true],
    ])
    expect(after.facilities[0]!.priceLists.map(({ from }) => from)).toEqual(['2026-01-01', '2026-11-01'])
    expect(planChange(withHall, { facilities: [] }, { ...calm, inUse, mode: 'replace' }).after.facilities).toMatchObject([
      { code: 'BAD', retired: true },
    ])
    expect(planChange(withHall, { facilities: [] }, { ...calm, mode: 'replace' }).after.facilities).toEqual([])
    expect(planChange(withHall, { facilities: [] }, { ...calm, inUse }).changes).toEqual([])
  })
})
