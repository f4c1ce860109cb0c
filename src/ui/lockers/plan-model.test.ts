import { expect, it } from 'vitest'
import { cabinetsOf } from './plan-model.ts'

const locker = (column: number, row: number, number: string) => ({
  id: column * 10 + row,
  number,
  size: 'standard' as const,
  column,
  row,
  status: 'free' as const,
})

it('draws a wall as cabinets of five columns, row by row', () => {
  const lockers = [1, 2].flatMap((row) => Array.from({ length: 7 }, (_, n) => locker(n + 1, row, `${row}-${n + 1}`)))
  const [left, right] = cabinetsOf({ wall: 'A', columns: 7, rows: 2, lockers })
  expect(left).toMatchObject({ name: '1-1–2-5', columns: [1, 5] })
  expect(left!.rows.map((line) => line.map(({ number }) => number))).toEqual([
    ['1-1', '1-2', '1-3', '1-4', '1-5'],
    ['2-1', '2-2', '2-3', '2-4', '2-5'],
  ])
  expect(right).toMatchObject({ name: '1-6–2-7', columns: [6, 7] })
})
