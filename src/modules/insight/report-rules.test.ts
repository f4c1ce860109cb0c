import { describe, expect, it } from 'vitest'
import { emptyWeek } from './rules.ts'
import { reportWords } from './report-texts.ts'
import {
  moneyStatements,
  noShowStatements,
  ratingStatements,
  refusedStatements,
  useStatements,
  type MonthMoney,
  type MonthNumbers,
  type Statement,
} from './report-rules.ts'

const week = (...cells: [day: number, hour: number, value: number][]) => {
  const made = emptyWeek()
  for (const [day, hour, value] of cells) made[day]![hour] = value
  return made
}
const noDemand = { refused: 0, searched: 0, seen: 0, top: [] }
const empty: MonthNumbers = {
  booked: 0,
  bookable: 0,
  bookings: 0,
  came: 0,
  missed: 0,
  bookedWeek: emptyWeek(),
  bookableWeek: emptyWeek(),
  facilities: [],
  demand: noDemand,
  ratings: { stars: [0, 0, 0, 0, 0] },
}
/** A month in which so many of a thousand minutes were booked. */
const month = (booked: number, more: Partial<MonthNumbers> = {}): MonthNumbers => ({
  ...empty,
  booked,
  bookable: 1000,
  bookings: booked / 10,
  bookedWeek: week([0, 19, booked]),
  bookableWeek: week([0, 19, 500], [1, 9, 500]),
  ...more,
})
const codes = (statements: Statement[]) => statements.map(({ code }) => code)
const money = (paid: number, out: number, more: Partial<MonthMoney> = {}): MonthMoney => ({
  in: paid,
  out,
  facilities: [],
  refunds: [],
  ...more,
})

describe('what a report says of use', () => {
  it('is fuller, emptier or the same, by how much, with the fullest and the emptiest hour', () => {
    expect(useStatements(month(400), month(300))).toEqual([
      { code: 'use_level', with: { percent: 40, bookings: 40 } },
      { code: 'use_more', with: { points: 10, before: 30 } },
      { code: 'use_busiest', weekday: 1, hour: 19, with: { percent: 80 } },
      { code: 'use_quietest', weekday: 2, hour: 9, with: { percent: 0 } },
    ])
    expect(codes(useStatements(month(300), month(400)))).toContain('use_less')
    expect(codes(useStatements(month(300), month(301)))).toContain('use_same')
  })

  it('has nothing to compare the first month with, and says when nothing could be booked', () => {
    expect(codes(useStatements(month(400), month(0)))).toContain('use_first')
    expect(codes(useStatements(month(400), empty))).toContain('use_first')
    expect(codes(useStatements(empty, month(400)))).toEqual(['use_none'])
    // Nothing was booked: no hour is fuller than another.
    expect(codes(useStatements(month(0), month(100)))).toEqual(['use_level', 'use_less'])
  })

  it('names the facilities that gained and lost most, when it is noticeable', () => {
    const at = (code: string, booked: number) => ({ code, name: code, booked, bookable: 100 })
    const [now, before] = [
      month(400, { facilities: [at('A', 50), at('B', 30), at('C', 41)] }),
      month(300, { facilities: [at('A', 40), at('B', 45), at('C', 40)] }),
    ]
    expect(useStatements(now, before).slice(4)).toEqual([
      { code: 'use_facility_more', with: { name: 'A', points: 10 } },
      { code: 'use_facility_less', with: { name: 'B', points: 15 } },
    ])
    expect(codes(useStatements(month(400, { facilities: [at('C', 41)] }), before))).not.toContain('use_facility_more')
  })
})

describe('what a report says of demand, money, no-shows and ratings', () => {
  it('names the most wanted hours, and compares only with a month of which something was recorded', () => {
    const top = [
      { name: 'Hall', weekday: 3, hour: 19, refused: 9, searched: 1, seen: 30 },
      { name: 'Field', weekday: 6, hour: 10, refused: 2, searched: 0, seen: 3 },
    ]
    const demand = { refused: 11, searched: 1, seen: 33, top }
    const now = month(1, { demand })
    expect(codes(refusedStatements(now, month(1)))).toEqual(['refused_level', 'refused_top', 'refused_next'])
    expect(refusedStatements(now, month(1, { demand: { ...demand, seen: 30 } }))[1]).toEqual({ code: 'refused_more', with: { by: 3 } })
    expect(codes(refusedStatements(now, month(1, { demand: { ...demand, seen: 40 } })))).toContain('refused_less')
    expect(codes(refusedStatements(now, now))).toContain('refused_same')
    expect(codes(refusedStatements(month(1), now))).toEqual(['refused_none'])
  })

  it('compares what was kept', () => {
    const facilities = [
      { name: 'Hall', in: 100, out: 90 },
      { name: 'Field', in: 50, out: 0 },
    ]
    expect(moneyStatements(money(150, 30, { facilities, refunds: [{ count: 2 }] }), money(100, 0))).toEqual([
      { code: 'money_level', money: { in: 150, out: 30, net: 120 } },
      { code: 'money_more', money: { by: 20 }, with: { percent: 20 } },
      { code: 'money_top', with: { name: 'Field' }, money: { net: 50 } },
      { code: 'money_refunds', with: { count: 2 } },
    ])
    expect(codes(moneyStatements(money(50, 0), money(100, 0)))).toEqual(['money_level', 'money_less'])
    expect(codes(moneyStatements(money(50, 0), money(100, 100)))).toEqual(['money_level', 'money_more_plain'])
    expect(codes(moneyStatements(money(50, 0), money(60, 10)))).toEqual(['money_level', 'money_same'])
    expect(codes(moneyStatements(money(50, 0), money(0, 0)))).toEqual(['money_level', 'money_first'])
    expect(codes(moneyStatements(money(0, 0), money(50, 0)))).toEqual(['money_none'])
  })

  it('knows no-shows only where arrivals were recorded', () => {
    expect(codes(noShowStatements(month(1), month(1)))).toEqual(['no_shows_none'])
    expect(codes(noShowStatements(month(1, { came: 9 }), month(1)))).toEqual(['no_shows_zero', 'no_shows_first'])
    expect(noShowStatements(month(1, { came: 9, missed: 1 }), month(1, { came: 8, missed: 2 }))).toEqual([
      { code: 'no_shows_level', with: { missed: 1, percent: 10 } },
      { code: 'no_shows_less', with: { points: 10, before: 20 } },
    ])
    expect(codes(noShowStatements(month(1, { came: 8, missed: 2 }), month(1, { came: 9, missed: 1 })))[1]).toBe('no_shows_more')
    expect(codes(noShowStatements(month(1, { came: 9, missed: 1 }), month(1, { came: 18, missed: 2 })))[1]).toBe('no_shows_same')
  })

  it('rounds stars as it writes them', () => {
    const rated = (...stars: number[]) => month(1, { ratings: { stars } })
    expect(ratingStatements(rated(0, 0, 0, 1, 1), rated(0, 0, 0, 1, 0))).toEqual([
      { code: 'ratings_level', with: { count: 2, average: '4.5' } },
      { code: 'ratings_more', with: { before: '4.0' } },
    ])
    expect(codes(ratingStatements(rated(1, 0, 0, 0, 0), rated(0, 1, 0, 0, 0)))[1]).toBe('ratings_less')
    expect(codes(ratingStatements(rated(0, 0, 0, 0, 100), rated(0, 0, 0, 1, 100)))[1]).toBe('ratings_same')
    expect(codes(ratingStatements(rated(1, 0, 0, 0, 0), rated(0, 0, 0, 0, 0)))[1]).toBe('ratings_first')
    expect(codes(ratingStatements(rated(0, 0, 0, 0, 0), rated(1, 0, 0, 0, 0)))).toEqual(['ratings_none'])
  })
})

describe('the sentences', () => {
  const [now, before] = [month(400, { came: 9, missed: 1 }), month(300, { came: 8, missed: 2 })]
  it('are whole in both languages, and speak of the same days while the month is not over', () => {
    const over = reportWords({ now, before }, { now: money(150, 30), before: money(100, 0) }, { locale: 'tw', isOver: true })
    expect(over.map(({ part }) => part)).toEqual(['use', 'refused', 'money', 'no-shows', 'ratings'])
    expect(over[0]!.sentences.slice(0, 3)).toEqual([
      '可預約的場地時數中有 40% 被預約，共 40 筆預約。',
      '比前一個月（30%）滿，高 10 個百分點。',
      '最滿的是週一 19:00，使用率 80%。',
    ])
    const current = reportWords({ now, before }, { now: money(150, 30), before: money(100, 0) }, { locale: 'en', isOver: false })
    expect(current[0]!.sentences[1]).toBe('That is 10 percentage points higher than the same days of the previous month (30%).')
    expect(current[2]!.sentences[0]).toBe('Payments NT$150, refunds NT$30, net revenue NT$120.')
    expect([...over, ...current].flatMap(({ sentences }) => sentences).join()).not.toMatch(/undefined|null|NaN|[{}]/)
  })

  it('are about money alone for those who see nothing else', () => {
    const words = reportWords(null, { now: money(1, 0), before: money(0, 0) }, { locale: 'en', isOver: true })
    expect(words.map(({ part }) => part)).toEqual(['money'])
  })
})
