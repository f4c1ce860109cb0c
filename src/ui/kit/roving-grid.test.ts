import { describe, expect, it } from 'vitest'
import { nextSpot } from './roving-grid.ts'

/** Three rows, columns 9 to 15. */
const size = { rows: [0, 2], cols: [9, 15] } as const
const go = (key: string, row: number, col: number, ctrl = false) => {
  const next = nextSpot(key, ctrl, { row, col }, size)
  return next && [next.row, next.col]
}

describe('keys in a grid', () => {
  it('arrows go one on, and stay at the edge', () => {
    expect(go('ArrowRight', 1, 12)).toEqual([1, 13])
    expect(go('ArrowLeft', 1, 9)).toEqual([1, 9])
    expect(go('ArrowDown', 2, 12)).toEqual([2, 12])
    expect(go('ArrowUp', 1, 12)).toEqual([0, 12])
  })
  it('Home and End go to the ends of the row, with Ctrl of the grid', () => {
    expect([go('Home', 1, 12), go('End', 1, 12)]).toEqual([
      [1, 9],
      [1, 15],
    ])
    expect([go('Home', 1, 12, true), go('End', 1, 12, true)]).toEqual([
      [0, 9],
      [2, 15],
    ])
  })
  it('others are not the grid’s', () => expect([go('Tab', 1, 12), go('a', 1, 12)]).toEqual([undefined, undefined]))
})
