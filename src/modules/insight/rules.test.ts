import { describe, expect, it } from 'vitest'
import { momentAt } from '#lib/zone.ts'
import { usualLevels } from '#modules/venues/price-rules.ts'
import { dayKinds, type Court, type Facility } from '#modules/venues/rules.ts'
import { bookableIn, sourcesOf, type ClosedPeriod, type Offered } from './bookable-rules.ts'
import {
  comparableFrom,
  comparedSpan,
  differenceOf,
  emptyWeek,
  fullHours,
  grainOf,
  hoursIn,
  lengthOf,
  monthSpan,
  pointsDifference,
  pointsOf,
  presetNames,
  presetSpan,
  spanOf,
  sumOf,
  sumOfWeek,
} from './rules.ts'

describe('periods', () => {
  it('are four weeks up to yesterday unless days are named, end today at the latest, and are refused when nothing is left', () => {
    expect(spanOf({}, '2026-11-16')).toEqual({ from: '2026-10-19', to: '2026-11-15' })
    expect(spanOf({ from: '2026-11-01', to: '2027-01-01' }, '2026-11-16')).toEqual({ from: '2026-11-01', to: '2026-11-16' })
    expect(spanOf({ to: '2026-11-10' }, '2026-11-16')).toEqual({ from: '2026-10-14', to: '2026-11-10' })
    expect(spanOf({ from: '2026-11-17' }, '2026-11-16')).toBeUndefined()
    expect(spanOf({ from: '2026-11-10', to: '2026-11-09' }, '2026-11-16')).toBeUndefined()
    expect(spanOf({ from: '2016-01-01' }, '2026-11-16')).toBeUndefined()
  })

  it('are compared with as many whole months, or as many days on the same weekdays', () => {
    expect(comparedSpan(monthSpan('2026-03'), 'before')).toEqual(monthSpan('2026-02'))
    expect(comparedSpan(monthSpan('2026-01'), 'before')).toEqual(monthSpan('2025-12'))
    expect(comparedSpan(monthSpan('2024-02'), 'year')).toEqual({ from: '2023-02-01', to: '2023-02-28' })
    expect(comparedSpan({ from: '2026-10-19', to: '2026-11-15' }, 'before')).toEqual({ from: '2026-09-21', to: '2026-10-18' })
    const yearAgo = comparedSpan({ from: '2026-10-19', to: '2026-11-15' }, 'year')
    expect(yearAgo).toEqual({ from: '2025-10-20', to: '2025-11-16' })
    expect(comparedSpan({ from: '2025-01-01', to: '2025-12-31' }, 'year')).toEqual({ from: '2024-01-01', to: '2024-12-31' })
    // A period of several years is never compared with itself.
    for (const name of presetNames)
      for (const against of ['before', 'year'] as const) {
        const span = presetSpan(name, '2026-11-16')
        const beside = comparedSpan(span, against)
        expect(beside.to < span.from, `${name} ${against}`).toBe(true)
      }
  })

  it('have all, a part or none of their days to compare with, by the first day of the centre', () => {
    const beside = { from: '2026-09-21', to: '2026-10-18' }
    expect(comparableFrom(beside, '2026-09-21')).toBe('whole')
    expect(comparableFrom(beside, '2026-09-22')).toBe('partly')
    expect(comparableFrom(beside, '2026-10-18')).toBe('partly')
    expect(comparableFrom(beside, '2026-10-19')).toBe('none')
    expect(comparableFrom(beside, null)).toBe('none')
  })

  it('are drawn by day, week or month, at sixty points or so', () => {
    for (const span of [monthSpan('2026-02'), { from: '2026-01-14', to: '2026-11-15' }, { from: '2021-11-15', to: '2026-11-14' }]) {
      const grain = grainOf(span)
      const points = pointsOf(span, grain)
      expect(points[0]).toBe(span.from)
      expect(points.length).toBeLessThanOrEqual(62)
      expect(points.toSorted()).toEqual(points)
      expect(points.at(-1)! <= span.to).toBe(true)
      expect(pointsOf(span, 'day')).toHaveLength(lengthOf(span))
    }
  })
})

describe('sources', () => {
  const span = { from: '2023-11-20', to: '2026-11-16' }
  const rolledUp = { until: '2026-11-15', years: ['2024-01-01', '2025-01-01'], changed: ['2024-02-29', '2026-11-03'] }

  it('are whole years, then whole months, then days, and the rows of days that have changed or are not rolled up', () => {
    const { years, months, days, live } = sourcesOf(span, rolledUp, 'year')
    expect(years).toEqual(['2025-01-01'])
    // 2024 without its changed February, which is read by its days.
    expect(months).toHaveLength(1 + 11 + 10)
    expect(months).not.toContain('2024-02-01')
    expect(days).toHaveLength(11 + 28 + 14)
    expect(live).toEqual(['2024-02-29', '2026-11-03', '2026-11-16'])
    expect(sourcesOf(span, { ...rolledUp, years: [] }, 'year').months).toHaveLength(1 + 11 + 12 + 10)
    expect(sourcesOf(span, { until: null, years: [], changed: [] }, 'year').live).toHaveLength(lengthOf(span))
  })

  it('have every day of the period once', () => {
    const every = pointsOf(span, 'day')
    for (const longest of ['year', 'month', 'day'] as const) {
      const { years, months, days, live } = sourcesOf(span, rolledUp, longest)
      const within = (name: string) => every.filter((day) => day.startsWith(name))
      const all = [
        ...years.flatMap((day) => within(day.slice(0, 4))),
        ...months.flatMap((day) => within(day.slice(0, 7))),
        ...days,
        ...live,
      ]
      expect(all.toSorted(), longest).toEqual(every)
    }
  })
})

describe('differences', () => {
  it('say more, less, the same, or that there is nothing to compare with', () => {
    expect(differenceOf(120, 100)).toEqual({ kind: 'more', by: 20, percent: 20 })
    expect(differenceOf(80, 100)).toEqual({ kind: 'less', by: 20, percent: 20 })
    expect(differenceOf(5, 0)).toEqual({ kind: 'more', by: 5, percent: null })
    expect(differenceOf(-50, -100)).toEqual({ kind: 'more', by: 50, percent: 50 })
    expect(differenceOf(3, 3)).toEqual({ kind: 'same' })
    expect(differenceOf(3, null)).toEqual({ kind: 'none' })
    expect(pointsDifference(0.5, 0.25)).toEqual({ kind: 'more', by: 25, percent: 100 })
    expect(pointsDifference(0.501, 0.499)).toEqual({ kind: 'same' })
  })
})

const court = (id: number, spaces: number[]): Court => ({
  id,
  facilityId: 1,
  code: `C${id}`,
  name: { tw: '', en: '' },
  spaces,
  retired: false,
})
const prices = Object.fromEntries([1, 2, 3].map((id) => [id, { 1: [100, 100] }]))
const arena: Facility = {
  id: 1,
  code: 'ARN',
  sport: 'basketball',
  name: { tw: '', en: '' },
  about: { tw: '', en: '' },
  place: { tw: '', en: '' },
  rules: { tw: [], en: [] },
  outdoor: false,
  drawing: '',
  colour: '',
  pictures: [],
  retired: false,
  timetables: [
    { id: 1, from: '2000-01-01', slotMinutes: 60, sessions: [], hours: [{ days: [...dayKinds], opens: 600, closes: 720 }] },
    // From Wednesday on an hour longer.
    { id: 2, from: '2026-11-18', slotMinutes: 60, sessions: [], hours: [{ days: [...dayKinds], opens: 600, closes: 780 }] },
  ],
  priceLists: [{ id: 1, from: '2000-01-01', levels: usualLevels([]), lightFee: 0, lightFrom: null, deposit: 0, prices }],
  // A full court stands on the floor of both halves.
  courts: [court(1, [1, 2]), court(2, [1]), court(3, [2])],
  retiredCourts: [],
}
const week = { from: '2026-11-16', to: '2026-11-22' }
const none = { facilities: new Map<number, string>(), courts: new Map<number, string>() }
const always: Offered = { from: '2000-01-01', until: none }
const minutes = (closed: ClosedPeriod[] = [], until: Offered['until'] = none, facility = arena) =>
  sumOfWeek(bookableIn(facility, week, new Set(), closed, { ...always, until }).week)
const closedFor = (spaces: number[], day: string, from: number, to: number): ClosedPeriod => ({
  facilityId: 1,
  spaces,
  period: { start: momentAt(day, from), end: momentAt(day, to) },
})

describe('what could be booked', () => {
  it('is every space once for the hours of the timetable of its day', () => {
    // Two days of two hours, five of three, on two spaces.
    expect(minutes()).toBe((2 * 120 + 5 * 180) * 2)
    const found = bookableIn(arena, week, new Set(), [], always)
    expect(found.week[0]![10]).toBe(120)
    expect(found.week[0]![12]).toBe(0)
    expect(found.week[2]![12]).toBe(120)
    expect(found.byDay).toEqual([240, 240, 360, 360, 360, 360, 360])
  })

  it('is less by closed floor, once however often it is closed, and only while it would have been open', () => {
    const all = minutes()
    expect(minutes([closedFor([1], '2026-11-16', 600, 660)])).toBe(all - 60)
    expect(minutes([closedFor([1, 2], '2026-11-16', 0, 1440)])).toBe(all - 240)
    expect(minutes([closedFor([1], '2026-11-16', 600, 660), closedFor([1, 2], '2026-11-16', 630, 690)])).toBe(all - 90 - 60)
    expect(minutes([closedFor([1], '2026-11-16', 0, 600)])).toBe(all)
    expect(minutes([closedFor([1, 2], '2026-11-15', 0, 3 * 1440)])).toBe(all - 2 * 240)
    expect(minutes([{ ...closedFor([1], '2026-11-16', 600, 660), facilityId: 2 }])).toBe(all)
  })

  it('begins with the first day of the centre, however old its timetable is', () => {
    const from = (day: string | null) =>
      bookableIn(arena, week, new Set(), [closedFor([1], '2026-11-16', 600, 660)], { ...always, from: day })
    expect(from('2026-11-20').byDay).toEqual([0, 0, 0, 0, 360, 360, 360])
    expect(sumOfWeek(from('2026-11-20').week)).toBe(3 * 360)
    expect(from('2026-11-16').byDay[0]).toBe(240 - 60)
    expect(sumOfWeek(from('2026-11-23').week)).toBe(0)
    expect(sumOfWeek(from(null).week)).toBe(0)
  })

  it('ends with a court or facility that is retired, and needs a price', () => {
    expect(minutes([], { ...none, facilities: new Map([[1, '2026-11-18']]) })).toBe(2 * 120 * 2)
    const halves = { ...arena, courts: [court(2, [1])], retiredCourts: [{ ...court(3, [2]), retired: true }] }
    expect(minutes([], { ...none, courts: new Map([[3, '2026-11-18']]) }, halves)).toBe(2 * 120 * 2 + 5 * 180)
    const unpriced = { ...arena, courts: [court(2, [1]), court(9, [2])] }
    expect(minutes([], none, unpriced)).toBe(2 * 120 + 5 * 180)
  })
})

describe('what could be booked in a period', () => {
  it('is what could be booked on its days, whatever changes between them', () => {
    const everyDay = [...dayKinds]
    const changing: Facility = {
      ...arena,
      timetables: [
        {
          id: 1,
          from: '2023-11-10',
          slotMinutes: 30,
          sessions: [],
          hours: [
            { days: everyDay, opens: 540, closes: 1290, season: { from: '11-20', to: '02-29' } },
            { days: everyDay, opens: 600, closes: 1200 },
            { days: ['holiday'], opens: 700, closes: 900 },
          ],
        },
        { id: 2, from: '2024-03-05', slotMinutes: 60, sessions: [], hours: [{ days: ['sat', 'sun'], opens: 600, closes: 720 }] },
      ],
      priceLists: [
        { ...arena.priceLists[0]!, from: '2023-11-14' },
        { ...arena.priceLists[0]!, id: 2, from: '2024-01-10', prices: { 2: prices[2]! } },
        { ...arena.priceLists[0]!, id: 3, from: '2024-02-10' },
      ],
      courts: [court(2, [1])],
      retiredCourts: [{ ...court(3, [2]), retired: true }],
    }
    const span = { from: '2023-11-05', to: '2024-03-20' }
    const offered = { from: '2023-11-18', until: { facilities: new Map([[1, '2024-03-15']]), courts: new Map([[3, '2024-02-20']]) } }
    const closed = [closedFor([1], '2023-12-30', 600, 3 * 1440), closedFor([1, 2], '2024-03-09', 0, 660)]
    const found = bookableIn(changing, span, new Set(['2024-01-01', '2024-02-10']), closed, offered)
    const each = pointsOf(span, 'day').map((day) =>
      bookableIn(changing, { from: day, to: day }, new Set(['2024-01-01', '2024-02-10']), closed, offered),
    )
    expect(found.byDay).toEqual(each.map((one) => sumOfWeek(one.week)))
    expect(new Set(found.byDay).size).toBeGreaterThan(7)
    const sum = emptyWeek().map((hours, day) => hours.map((_, hour) => sumOf(each.map((one) => one.week[day]![hour]!))))
    expect(found.week).toEqual(sum)
  })
})

describe('refused demand', () => {
  it('counts the hours that a time touches', () => {
    expect(hoursIn(18 * 60, 20 * 60)).toEqual([18, 19])
    expect(hoursIn(18 * 60 + 30, 19 * 60 + 30)).toEqual([18, 19])
    expect(hoursIn(23 * 60, 24 * 60)).toEqual([23])
  })

  it('counts an hour as full when nobody could take it, and not when it is closed, past or partly free', () => {
    const cells = (...states: string[]) =>
      states.map((state, n) => ({
        start: momentAt('2026-11-18', (10 + n) * 60),
        end: momentAt('2026-11-18', (11 + n) * 60),
        state: state as 'free',
        price: 0,
        holdUntil: null,
      }))
    const courts = [
      { court: court(2, [1]), cells: cells('booked', 'free', 'closed', 'past', 'held', 'mine', 'booked') },
      { court: court(3, [2]), cells: cells('held', 'booked', 'closed', 'past', 'closed', 'booked', 'booked') },
    ]
    expect(fullHours(courts)).toEqual([10, 14, 16])
    expect(fullHours([])).toEqual([])
  })
})
