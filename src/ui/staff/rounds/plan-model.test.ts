import { describe, expect, it } from 'vitest'
import type { SeasonPlanEntry } from '#modules/preorders/season-wire.ts'
import { cellsOf, courtsToShow, rowsOfPlan } from './plan-model.ts'

const slots = ['18:00', '19:00', '20:00', '21:00'].map((start) => ({ start, end: `${Number(start.slice(0, 2)) + 1}:00` }))
const entry = (club: string, start: string, end: string, more: Partial<SeasonPlanEntry> = {}) =>
  ({ orderNo: club, club, courtId: 1, weekday: 2, start, end, days: ['2027-01-05'], of: 13, ...more }) as SeasonPlanEntry
const shape = (entries: SeasonPlanEntry[], weekday = 2) =>
  cellsOf(entries, 1, slots).map((row) => {
    const cell = row[weekday - 1]!
    return cell === 'covered' ? cell : `${cell.entries.map(({ club }) => club).join('+') || 'free'} ${cell.rows}`
  })

describe('the plan of a court', () => {
  it('lets a club cover its hours, and leaves the others free', () => {
    expect(shape([entry('甲', '19:00', '21:00')])).toEqual(['free 1', '甲 2', 'covered', 'free 1'])
    expect(shape([entry('甲', '19:00', '21:00')], 3)).toEqual(['free 1', 'free 1', 'free 1', 'free 1'])
    expect(shape([entry('甲', '19:00', '21:00', { courtId: 2 })])).toEqual(['free 1', 'free 1', 'free 1', 'free 1'])
  })

  it('puts clubs that share hours in different weeks into one cell, also when they overlap in part', () => {
    expect(shape([entry('甲', '18:00', '20:00'), entry('乙', '19:00', '21:00'), entry('丙', '21:00', '22:00')])).toEqual([
      '甲+乙 3',
      'covered',
      'covered',
      '丙 1',
    ])
  })

  it('shows the courts that clubs have, or the first one', () => {
    const facility = { id: 1, code: 'BAD', name: '', slots, courts: [1, 2].map((id) => ({ id, name: String(id) })) }
    expect(courtsToShow(facility, [entry('甲', '18:00', '19:00', { courtId: 2 })]).map(({ id }) => id)).toEqual([2])
    expect(courtsToShow(facility, []).map(({ id }) => id)).toEqual([1])
  })
})

it('has the courts of all facilities that clubs have in one table, by weekday and in the order of the day', () => {
  const facility = (id: number, ...courts: number[]) => ({
    id,
    code: String(id),
    name: '',
    slots,
    courts: courts.map((n) => ({ id: n, name: '' })),
  })
  const plan = [
    entry('甲', '20:00', '21:00', { courtId: 2 }),
    entry('乙', '18:00', '19:00', { courtId: 2 }),
    entry('丙', '18:00', '19:00', { courtId: 5, weekday: 7 }),
  ]
  const rows = rowsOfPlan([facility(1, 1, 2), facility(2, 3), facility(3, 5)], plan)
  expect(rows.map(({ facility: { id }, court, days }) => [id, court.id, days.map((all) => all.map(({ club }) => club).join(''))])).toEqual([
    [1, 2, ['', '乙甲', '', '', '', '', '']],
    [3, 5, ['', '', '', '', '', '', '丙']],
  ])
})
