import { expect, test } from 'vitest'
import { entryAfter } from './queue-order.ts'

const entries = ['a', 'b', 'c'].map((key) => ({ key }))

test('after a decision the next one opens, after the last one the one before, after the only one nothing', () => {
  expect(entryAfter(entries, 'a')).toBe('b')
  expect(entryAfter(entries, 'c')).toBe('b')
  expect(entryAfter([{ key: 'a' }], 'a')).toBeUndefined()
  expect(entryAfter(entries, 'not in the list')).toBe('c')
})
