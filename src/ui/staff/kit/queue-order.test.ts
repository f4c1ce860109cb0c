import { expect, test } from 'vitest'
import { entryAfter, entryBeside } from './queue-order.ts'

const entries = ['a', 'b', 'c'].map((key) => ({ key }))

test('the keys move through the list and stop at its ends', () => {
  expect(entryBeside(entries, undefined, 1)).toBe('a')
  expect(entryBeside(entries, undefined, -1)).toBe('c')
  expect(entryBeside(entries, 'a', 1)).toBe('b')
  expect(entryBeside(entries, 'c', 1)).toBeUndefined()
  expect(entryBeside(entries, 'a', -1)).toBeUndefined()
  expect(entryBeside([], undefined, 1)).toBeUndefined()
  expect(entryBeside(entries, 'decided by somebody else', 1), 'an open entry that left the list').toBe('a')
})

test('after a decision the next one opens, after the last one the one before, after the only one nothing', () => {
  expect(entryAfter(entries, 'a')).toBe('b')
  expect(entryAfter(entries, 'c')).toBe('b')
  expect(entryAfter([{ key: 'a' }], 'a')).toBeUndefined()
  expect(entryAfter(entries, 'not in the list')).toBe('c')
})
