import { expect, test } from 'vitest'
import { counterView, isOver } from './counter-search.ts'

type Cells = Parameters<typeof isOver>[0]['courts'][number]['cells']
const courts = (...states: Cells[number]['state'][]) => ({
  courts: [{ id: 1, code: 'A', name: 'A', cells: states.map((state) => ({ state })) as Cells }],
})

test('a day is over when all that was open has passed, and not when it was closed all day', () => {
  expect(isOver(courts('past', 'past', 'closed'))).toBe(true)
  expect(isOver(courts('past', 'booked'))).toBe(false)
  expect(isOver(courts('past', 'free'))).toBe(false)
  expect(isOver(courts('closed', 'closed'))).toBe(false)
  expect(isOver(courts())).toBe(false)
})

test('a mistyped address is left out', () => {
  const nothing = { facility: undefined, court: undefined, from: undefined, to: undefined, person: undefined }
  expect(counterView({ day: '2026-13-01', from: '25:00', person: 'x' }, '2026-11-16')).toEqual({ ...nothing, day: '2026-11-16' })
})
