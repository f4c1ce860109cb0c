import type { SeasonCell } from '#modules/preorders/wire.ts'
import { describe, expect, it } from 'vitest'
import { phaseAt } from './round-moments.ts'
import {
  bestCell,
  closedDays,
  lineCoversDay,
  levelOf,
  refusedOfLines,
  outcomeFromProblem,
  overviewAt,
  combinedState,
  lineCoversWeekday,
} from './season-model.ts'

const window = { viewStart: '2026-11-01T09:00:00+08:00', orderStart: '2026-11-08T12:00:00.500+08:00', end: '2026-11-20T23:59:59+08:00' }
const at = (moment: string) => phaseAt(window, Date.parse(moment))

describe('D2 the phases of a window, to the millisecond', () => {
  it('both ends included', () => {
    expect(at('2026-11-01T08:59:59.999+08:00')).toBe('not-yet')
    expect(at('2026-11-01T09:00:00+08:00')).toBe('view-only')
    expect(at('2026-11-08T12:00:00.499+08:00')).toBe('view-only')
    expect(at('2026-11-08T12:00:00.500+08:00')).toBe('open')
    expect(at('2026-11-20T23:59:59+08:00')).toBe('open')
    expect(at('2026-11-20T23:59:59.001+08:00')).toBe('ended')
  })
})

const free: SeasonCell = 'free'
const court = {
  id: 3,
  name: '羽球場 3',
  // Three Tuesdays: on the second one slot is taken, on the third the other.
  days: [
    { date: '2027-01-05', states: [free, free], prices: [100, 100] },
    { date: '2027-01-12', states: [free, 'taken' as const], prices: [100, 100] },
    { date: '2027-01-19', states: ['mine' as const, free], prices: [100, 100] },
    { date: '2027-01-20', states: [free, free], prices: [100, 100] },
  ],
  overview: [
    { weekday: 2, open: [[3, 3], [3]], free: [[2, 2], [1]], mine: [1, 0], closed: ['2027-01-26'] },
    { weekday: 3, open: [[1, 0], [0]], free: [[1, 0], [0]], mine: [0, 0], closed: ['2027-01-27', '2027-02-03'] },
  ],
}

describe('a weekday and a time over the season', () => {
  it('counts one slot as the overview does', () => {
    expect(overviewAt(court, 2, 0, 1)).toEqual({ courtId: 3, dates: 3, free: 2, mine: 1 })
  })
  it('counts two slots only where both are free', () => {
    expect(overviewAt(court, 2, 0, 2)).toMatchObject({ free: 1, mine: 1 })
  })
  it('has nothing beyond the last slot, nor on a weekday without dates', () => {
    expect(overviewAt(court, 2, 1, 2)).toBeUndefined()
    expect(overviewAt(court, 7, 0, 1)).toBeUndefined()
    expect(overviewAt(court, 3, 1, 1), 'closed on every such day').toBeUndefined()
  })
  it('names the days on which every one of some courts is closed', () => {
    const other = { ...court, overview: [{ weekday: 3, open: [[1]], free: [[1]], mine: [0], closed: ['2027-02-03', '2027-02-10'] }] }
    expect(closedDays([court])).toEqual(['2027-01-26', '2027-01-27', '2027-02-03'])
    expect(closedDays([court, other])).toEqual(['2027-02-03'])
    expect(closedDays([])).toEqual([])
  })
  it('takes the court with the most free dates, of equals the first', () => {
    const cell = (courtId: number, count: number) => ({ courtId, dates: 13, free: count, mine: 0 })
    expect(bestCell([cell(1, 9), undefined, cell(2, 11), cell(3, 11)])?.courtId).toBe(2)
    expect(bestCell([undefined])).toBeUndefined()
  })
  it('has a level: everything, something, nothing, one’s own', () => {
    expect(levelOf({ dates: 13, free: 13, mine: 0 })).toBe('all')
    expect(levelOf({ dates: 13, free: 1, mine: 12 })).toBe('some')
    expect(levelOf({ dates: 13, free: 0, mine: 12 })).toBe('mine')
    expect(levelOf({ dates: 13, free: 0, mine: 0 })).toBe('none')
    expect(levelOf({ dates: 0, free: 0, mine: 0 })).toBe('closed')
  })
})

describe('a time of one day', () => {
  it('is free when all of it is', () => {
    expect(combinedState(['free', 'free', 'taken'], 0, 2)).toBe('free')
    expect(combinedState(['free', 'free', 'taken'], 1, 2)).toBe('taken')
  })
  it('is in a line when they overlap', () => {
    const line = {
      venue2ndId: 3,
      start: '19:00',
      end: '21:00',
      weekly: { weekday: 2, from: '2027-01-01', to: '2027-01-31', except: ['2027-01-12'] },
    }
    expect(lineCoversWeekday(line, 2, { start: '20:00', end: '21:00' })).toBe(true)
    expect(lineCoversWeekday(line, 2, { start: '21:00', end: '22:00' })).toBe(false)
    expect(lineCoversDay(line, '2027-01-05', { start: '19:00', end: '20:00' })).toBe(true)
    expect(lineCoversDay(line, '2027-01-12', { start: '19:00', end: '20:00' })).toBe(false)
  })
})

it('counts neither what is refused nor closed days into what is left', () => {
  const line = { venue2ndId: 3, start: '19:00', end: '21:00', weekly: { weekday: 2, from: '2027-01-01', to: '2027-01-31', except: [] } }
  const refused = [{ date: '2027-01-12', why: 'taken' as const, reason: '已被登記' }]
  expect(refusedOfLines([line], [{ held: [], refused, leftOut: ['2027-01-26'] }])).toEqual({ refused, rest: 2 })
})

it('reads the dates out of a refusal that names them, and out of no other', () => {
  const lines = [{ held: ['2027-01-05'], refused: [{ date: '2027-01-12', why: 'taken', reason: '已被登記' }] }]
  expect(outcomeFromProblem({ code: 'dates_taken', lines })).toEqual(lines)
  expect(outcomeFromProblem({ code: 'over_cap' })).toBeUndefined()
})
