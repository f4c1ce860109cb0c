import { defaultSettings } from '#modules/settings/rules.ts'
import { describe, expect, it } from 'vitest'
import { before, catalogue, round, tuesdays } from '#testing/season-catalogue.ts'
import {
  clashingLines,
  currentRound,
  datesOf,
  giveBackUntil,
  fullestWeek,
  mostSlots,
  overCap,
  payDeadline,
  roundsToJoin,
  whyNotLine,
  requestedDates,
} from './rules.ts'
import { whyNotRound } from './round-from.ts'

describe('the current round', () => {
  const of = (id: number, view: string, start: string, end: string) => ({
    id,
    mode: 'first-come' as 'first-come' | 'ballot',
    drawnAt: null as Date | null,
    viewStart: new Date(view),
    orderStart: new Date(start),
    end: new Date(end),
  })
  const spring = of(1, '2026-01-01', '2026-01-05', '2026-01-10')
  const summer = of(2, '2026-04-01', '2026-04-05', '2026-04-10')
  const autumn = of(3, '2026-07-01', '2026-07-05', '2026-07-10')
  const all = [autumn, spring, summer]
  it.each([
    ['is the next before the first', '2025-12-01', 1],
    ['is the open one', '2026-04-06', 2],
    ['is the one that may be looked at', '2026-04-02', 2],
    ['is the next when none is open', '2026-04-11', 3],
    ['is the last when all are over', '2026-12-01', 3],
  ])('%s', (_, now, id) => expect(currentRound(all, new Date(now))?.id).toBe(id))

  it('is the one that takes orders when another is only visible', () => {
    const early = of(4, '2026-04-01', '2026-05-01', '2026-05-10')
    expect(currentRound([early, summer], new Date('2026-04-06'))?.id).toBe(2)
    expect(currentRound([], new Date())).toBeUndefined()
  })

  it('is the ballot, drawn or not, only when no other is open or comes', () => {
    const ballot = { ...of(5, '2026-04-01', '2026-04-04', '2026-04-08'), mode: 'ballot' as const }
    const drawn = { ...ballot, drawnAt: new Date('2026-04-05') }
    expect(currentRound([ballot, drawn, summer], new Date('2026-04-06'))?.id).toBe(2)
    expect(currentRound([drawn, autumn], new Date('2026-04-06'))?.id).toBe(3)
    expect(currentRound([drawn, spring], new Date('2026-04-06'))?.id).toBe(5)
    expect(currentRound([ballot], new Date('2026-04-06'))?.id).toBe(5)
  })

  it('is one of those that a club can choose from: all that take pre-orders or wishes, the first to end first', () => {
    const base = { ...of(5, '2026-04-01', '2026-04-04', '2026-04-20'), mode: 'ballot' as const, frozenAt: null as Date | null }
    const rounds = [
      base,
      { ...base, id: 6, end: new Date('2026-04-05'), frozenAt: new Date('2026-04-05') },
      { ...base, id: 7, end: new Date('2026-04-15'), frozenAt: new Date('2026-04-03'), drawnAt: new Date('2026-04-04') },
      { ...summer, frozenAt: null },
      { ...autumn, frozenAt: null },
    ]
    const idsAt = (now: string) => roundsToJoin(rounds, new Date(now)).map(({ id }) => id)
    expect(idsAt('2026-04-06')).toEqual([2, 7, 5])
    // Wishes cannot be ranked before the window opens, pre-orders can be prepared.
    expect(idsAt('2026-04-02')).toEqual([2, 7])
    expect(idsAt('2026-05-01')).toEqual([])
  })
})

describe('the dates of a line', () => {
  it('are every such weekday of the season, without the exceptions', () => {
    const line = tuesdays({ weekly: { weekday: 2, from: '2027-01-04', to: '2027-04-04', except: ['2027-02-09', '2027-02-16'] } })
    expect(datesOf(tuesdays(), round)).toHaveLength(13)
    expect(datesOf(line, round)).toHaveLength(11)
    expect(datesOf(line, round)[0]).toBe('2027-01-05')
  })
  it('end with the season, however far the stretch goes', () => {
    const line = tuesdays({ weekly: { weekday: 7, from: '1900-01-01', to: '2999-12-31', except: [] } })
    expect([datesOf(line, round)[0], datesOf(line, round).at(-1)]).toEqual(['2027-01-10', '2027-04-04'])
  })
  it('are single dates once each, in order', () => {
    const line = { courtId: 1, start: 1140, end: 1260, dates: ['2027-01-20', '2027-01-05', '2027-01-20'] }
    expect(datesOf(line, round)).toEqual(['2027-01-05', '2027-01-20'])
  })
})

describe('an invalid line', () => {
  it.each([
    [tuesdays(), undefined],
    [tuesdays({ courtId: 99 }), 'no_such_court'],
    [tuesdays({ courtId: 30 }), 'not_in_round'],
    [tuesdays({ start: 1150 }), 'off_grid'],
    [tuesdays({ start: 1020, end: 1140 }), 'outside_round_hours'],
    [tuesdays({ start: 1080, end: 1260 }), 'too_long'],
    [tuesdays({ weekly: { weekday: 2, from: '2028-01-01', to: '2028-02-01', except: [] } }), 'no_dates'],
    // A session of four hours is one period.
    [tuesdays({ courtId: 20, start: 480, end: 720 }), undefined],
    [tuesdays({ courtId: 20, start: 480, end: 600 }), 'off_grid'],
  ])('%# %o: %s', (line, code) => expect(whyNotLine(catalogue, round, line)?.code).toBe(code))

  it('overlaps an earlier one of the same spaces and time', () => {
    const wednesdays = tuesdays({ weekly: { weekday: 3, from: '2027-01-04', to: '2027-04-04', except: [] } })
    expect(clashingLines(catalogue, round, [tuesdays(), tuesdays({ courtId: 2 }), wednesdays])).toEqual([])
    expect(clashingLines(catalogue, round, [tuesdays(), tuesdays({ courtId: 3 }), tuesdays({ start: 1200, end: 1320 })])).toEqual([1, 2])
  })
})

describe('the price of dates', () => {
  it('is the community price, the same in the evening of a holiday', () => {
    const dates = requestedDates(catalogue, round, [tuesdays()], before)
    expect(new Set(dates.map(({ price }) => price))).toEqual(new Set([900]))
  })
  it('is higher on a holiday where a working day is off-peak; with light, without deposit', () => {
    const line = tuesdays({ courtId: 20, start: 780, end: 1020 })
    const dates = requestedDates(catalogue, round, [line], before)
    expect(dates.find(({ day }) => day === '2027-01-12')).toMatchObject({ price: 450, lightFee: 100 })
    expect(dates.find(({ day }) => day === '2027-01-19')).toMatchObject({ price: 270, lightFee: 100 })
  })
  it('is not computed for dates that are past or not in the season', () => {
    const line = { courtId: 1, start: 1140, end: 1260, dates: ['2027-01-03', '2027-01-05', '2027-01-06'] }
    const now = new Date('2027-01-05T19:00:00+08:00')
    expect(requestedDates(catalogue, round, [line], now).map(({ why }) => why)).toEqual(['outside_round', 'past', undefined])
  })
})

describe('caps', () => {
  const [monday, sunday, nextMonday] = ['2027-01-04', '2027-01-10', '2027-01-11']
  it('count by calendar week, with what is held already', () => {
    expect(overCap([monday, sunday, nextMonday], [], 2)).toBeUndefined()
    expect(overCap([monday, nextMonday], [sunday, sunday], 2)).toEqual({ week: monday, periods: 3, allowed: 2 })
    expect(overCap([nextMonday], [monday, monday, sunday], 2), 'a week that nothing is wanted in').toBeUndefined()
  })
  it('are counted in the fullest week, with what is held', () => {
    expect(fullestWeek([], [])).toBe(0)
    expect(fullestWeek([monday, nextMonday], [sunday])).toBe(2)
    expect(fullestWeek([], [monday, sunday, sunday])).toBe(3)
  })
  it('allow as many slots as the longest length, and at least one', () => {
    expect(mostSlots({ minutesPerPeriod: 120 }, 60)).toBe(2)
    expect(mostSlots({ minutesPerPeriod: 120 }, 90)).toBe(1)
    expect(mostSlots({ minutesPerPeriod: 30 }, 60)).toBe(1)
  })
})

describe('an invalid round', () => {
  it('is refused with its problems', () => {
    expect(whyNotRound(catalogue, round, defaultSettings)).toEqual([])
    const longer = { ...defaultSettings, rounds: { ...defaultSettings.rounds, seasonWeeks: 1 } }
    expect(whyNotRound(catalogue, round, longer), 'the centre’s own limit').toMatchObject([{ path: 'seasonTo' }])
    expect(whyNotRound(catalogue, { ...round, documentKinds: ['passport'] }, defaultSettings)).toMatchObject([{ path: 'documentKinds' }])
    const wrong = {
      ...round,
      orderStart: round.end,
      seasonTo: '2027-04-05',
      facilities: [
        { facilityId: 9, opens: 360, closes: 1320 },
        { facilityId: 1, opens: 370, closes: 1320 },
        { facilityId: 1, opens: 360, closes: 1320 },
      ],
    }
    expect(whyNotRound(catalogue, wrong, defaultSettings).map(({ path }) => path)).toEqual([
      'orderStart',
      'seasonTo',
      'facilities.0.venue1stId',
      'facilities.1.opens',
      'facilities.2.venue1stId',
    ])
  })
})

describe('deadlines', () => {
  it('a date is given back until 48 hours before; payment is due by the end of a day, and before the first date begins', () => {
    const start = new Date('2027-01-05T19:00:00+08:00')
    expect(giveBackUntil(start, 48)).toEqual(new Date('2027-01-03T19:00:00+08:00'))
    expect(payDeadline(7, '2026-12-21', start)).toEqual(new Date('2026-12-28T23:59:59+08:00'))
    expect(payDeadline(60, '2026-12-21', start)).toEqual(start)
  })
})
