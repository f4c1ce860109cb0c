import { expect, it } from 'vitest'
import { hoursOf, summaryOf } from './overview-model.ts'

const slots = [
  { start: 360, end: 720 },
  { start: 780, end: 1290 },
]
const court = (code: string, ...held: [start: number, end: number, state: 'paid' | 'in' | 'closure'][]) => ({
  code,
  name: code,
  held: held.map(([start, end, state]) => ({ start, end, state, own: true })),
})
const hall = { slots, courts: [court('A', [540, 600, 'in'], [600, 660, 'paid']), court('B', [360, 1290, 'closure']), court('C')] }

it('the overview has the hours of the centre, to the full hour', () => {
  expect(hoursOf([hall, { slots: [] }])).toEqual({ from: 360, to: 1320, marks: [360, 540, 720, 900, 1080, 1260] })
  expect(hoursOf([])).toMatchObject({ from: 480, to: 1200 })
})

it('a hall says how many of its courts are free now, and what its day holds', () => {
  expect(summaryOf(hall, 560)).toMatchObject({ free: 1, total: 3, counts: { in: 1, paid: 1, closure: 1, unpaid: 0 } })
  expect(summaryOf(hall, 700)).toMatchObject({ free: 2, total: 3 })
  expect(summaryOf(hall, 740), 'closed at noon').toMatchObject({ free: 0, total: 0 })
  const full = { start: 540, end: 600, state: 'paid' as const }
  const halves = { slots, courts: ['full', 'A', 'B'].map((code) => ({ code, name: code, held: [{ ...full, own: code === 'full' }] })) }
  expect(summaryOf(halves, 560), 'a full court and its halves').toMatchObject({ free: 0, counts: { paid: 1 } })
  expect(summaryOf(hall, undefined), 'another day').toMatchObject({ total: 0 })
})
