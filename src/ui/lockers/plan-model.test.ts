import { describe, expect, it } from 'vitest'
import type { PlanLocker } from './locker-words.ts'
import { cabinetsOf, placeOf, wallsShown } from './plan-model.ts'

const locker = (column: number, row: number, number: string, more: Partial<PlanLocker> = {}): PlanLocker => ({
  id: column * 10 + row,
  number,
  size: 'standard',
  column,
  row,
  status: 'free',
  ...more,
})

it('draws a wall as cabinets of five columns, row by row', () => {
  const lockers = [1, 2].flatMap((row) => Array.from({ length: 7 }, (_, n) => locker(n + 1, row, `${row}-${n + 1}`)))
  const [left, right] = cabinetsOf({ columns: 7, rows: 2, lockers })
  expect(left).toMatchObject({ name: '1-1–2-5', columns: [1, 5] })
  expect(left!.rows.map((line) => line.map(({ number }) => number))).toEqual([
    ['1-1', '1-2', '1-3', '1-4', '1-5'],
    ['2-1', '2-2', '2-3', '2-4', '2-5'],
  ])
  expect(right).toMatchObject({ name: '1-6–2-7', columns: [6, 7] })
})

describe('what is looked for', () => {
  const numbers = Array.from({ length: 12 }, (_, n) => `A${String(n + 1).padStart(2, '0')}`)
  const walls = [
    {
      wall: 'A',
      columns: 6,
      rows: 2,
      lockers: numbers.map((number, n) =>
        locker((n % 6) + 1, Math.floor(n / 6) + 1, number, { status: n % 2 ? 'free' : n === 0 ? 'mine' : 'taken' }),
      ),
    },
    { wall: 'C', columns: 1, rows: 1, lockers: [locker(1, 1, 'C01', { id: 500, size: 'large', status: 'taken' })] },
  ]
  const shown = (size: 'standard' | 'large' | undefined, onlyFree: boolean) =>
    wallsShown(walls, { size, onlyFree }).map(({ wall, lockers }) => [wall, lockers.map(({ number }) => number).join(' ')])

  it('is every locker, or those of a size', () => {
    expect(shown(undefined, false).map(([wall]) => wall)).toEqual(['A', 'C'])
    expect(shown('large', false)).toEqual([['C', 'C01']])
    expect(shown('standard', false).map(([wall]) => wall)).toEqual(['A'])
  })

  it('is what is free, and one’s own, closed up in rows of five; a wall with nothing left is not shown', () => {
    expect(shown(undefined, true)).toEqual([['A', 'A01 A02 A04 A06 A08 A10 A12']])
    expect(shown('large', true)).toEqual([])
    const [cabinet, ...others] = cabinetsOf(wallsShown(walls, { size: undefined, onlyFree: true })[0]!)
    expect(others).toEqual([])
    expect(cabinet!.rows.map((line) => line.map(({ row, column }) => [row, column]))).toEqual([
      [1, 2, 3, 4, 5].map((column) => [1, column]),
      [1, 2].map((column) => [2, column]),
    ])
  })

  it('does not move a locker from where it stands', () => {
    expect(placeOf(walls, walls[0]!.lockers[7]!.id)).toMatchObject({ wall: { wall: 'A' }, row: 2, column: 2 })
    expect(placeOf(walls, 999)).toBeUndefined()
  })
})
