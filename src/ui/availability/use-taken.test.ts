import { expect, it } from 'vitest'
import { takenBetween } from './use-taken.ts'

it('B32 tells what somebody else has just taken from what was taken before, is one’s own, or is over', () => {
  const before = new Map([
    ['0 1', 'free'],
    ['0 2', 'free'],
    ['0 3', 'free'],
    ['0 4', 'held'],
    ['0 5', 'free'],
    ['0 6', 'free'],
  ])
  const now = new Map([
    ['0 1', 'held'],
    ['0 2', 'booked'],
    ['0 3', 'mine'],
    ['0 4', 'booked'],
    ['0 5', 'past'],
    ['0 6', 'free'],
    ['0 7', 'booked'],
  ])
  expect(takenBetween(before, now)).toEqual(['0 1', '0 2'])
})
