import { describe, expect, it } from 'vitest'
import { hoursShown, pointAfter, stepsOver } from './plot-model.ts'

describe('steps of a heat map', () => {
  it('go over the range that the data has, whatever it is', () => {
    const quiet = stepsOver([
      [0.1, null],
      [0.125, 0.2],
    ])
    expect([0.1, 0.125, 0.15, 0.19, 0.2].map(quiet)).toEqual([0, 1, 2, 4, 4])
    const full = stepsOver([[0.8, 0.9, 1]])
    expect([0.8, 0.9, 1].map(full)).toEqual([0, 2, 4])
  })

  it('are the middle one where all values are the same', () => {
    expect([stepsOver([[0.4, 0.4, null]])(0.4), stepsOver([[1]])(1)]).toEqual([2, 2])
  })
})

it('shows the hours between the first and the last that have something', () => {
  const week = (...hours: number[]) => Array.from({ length: 24 }, (_, hour) => (hours.includes(hour) ? 1 : 0))
  expect(hoursShown([week(9), week(7, 12)])).toEqual([7, 8, 9, 10, 11, 12])
  expect(hoursShown([week(), week()])).toEqual([])
})

describe('keys of a plot', () => {
  it('move within its rows and columns, and stay at its edges', () => {
    const from = (at: number | undefined) => (key: string) => pointAfter(key, at, 14, 7)
    expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].map(from(8))).toEqual([7, 9, 1, 8, 0, 13])
    expect(['ArrowLeft', 'ArrowUp'].map(from(7))).toEqual([7, 0])
    expect(['ArrowRight', 'ArrowDown'].map(from(6))).toEqual([6, 13])
    expect(pointAfter('ArrowRight', undefined, 14, 7)).toBe(0)
    expect(pointAfter('a', 3, 14, 7)).toBeUndefined()
  })
})
