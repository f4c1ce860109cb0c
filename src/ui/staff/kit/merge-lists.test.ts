import { expect, it } from 'vitest'
import { compareLists, mergeLists, orderChangedBy, orderKey } from './merge-lists.ts'

type Item = { k: string; v: number }
const keyOf = ({ k }: Item) => k
const list = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((one) => ({ k: one[0]!, v: Number(one.slice(1)) }))
const merging = (base: string, mine: string, theirs: string) => ({ base: list(base), mine: list(mine), theirs: list(theirs), keyOf })
const merged = (base: string, mine: string, theirs: string, choices = {}) =>
  mergeLists(merging(base, mine, theirs), choices)
    .map(({ k, v }) => `${k}${v}`)
    .join(' ')

it('keeps what only one of the two has changed, added or removed', () => {
  expect(merged('a1 b1 c1', 'a2 b1 c1', 'a1 b2 c1')).toBe('a2 b2 c1')
  expect(merged('a1 b1', 'a1 b1 m1', 'a1 b1 t1')).toBe('a1 b1 m1 t1')
  expect(merged('a1 b1 c1', 'a1 c1', 'a1 b1')).toBe('a1')
  expect(compareLists(merging('a1 b1', 'a2 b1', 'a1 b2'))).toEqual({ contested: [], taken: ['b'] })
})

it('asks about what both have changed, and is mine unless theirs is chosen', () => {
  expect(compareLists(merging('a1', 'a2', 'a3')).contested).toMatchObject([{ key: 'a', mine: { v: 2 }, theirs: { v: 3 } }])
  expect(merged('a1', 'a2', 'a3')).toBe('a2')
  expect(merged('a1', 'a2', 'a3', { a: 'theirs' })).toBe('a3')
  expect(merged('a1', '', 'a3')).toBe('')
  expect(merged('a1', '', 'a3', { a: 'theirs' })).toBe('a3')
  expect(merged('a1', 'a2', '', { a: 'theirs' })).toBe('')
})

it('does not ask when both have done the same', () => {
  expect(compareLists(merging('a1', 'a2', 'a2'))).toEqual({ contested: [], taken: [] })
})

it('keeps the order of whoever changed it, and asks when both did', () => {
  expect(merged('a1 b1 c1', 'a2 b1 c1', 'c1 b1 a1')).toBe('c1 b1 a2')
  expect(merged('a1 b1 c1', 'c1 b1 a1', 'a1 b2 c1 t1')).toBe('c1 b2 a1 t1')
  expect(merged('a1 b1 c1', 'a1 b1 c1 m1', 'c1 b1 a1')).toBe('c1 b1 a1 m1')
  const both = ['a1 b1 c1', 'b1 a1 c1', 'a1 c1 b1'] as const
  expect(orderChangedBy(merging(...both))).toBe('both')
  expect(merged(...both)).toBe('b1 a1 c1')
  expect(merged(...both, { [orderKey]: 'theirs' })).toBe('a1 c1 b1')
  expect(orderChangedBy(merging('a1 b1', 'b1 a1', 'b1 a1')), 'both alike').toBe('mine')
})
