import { expect, it } from 'vitest'
import { changedFields } from './changed-fields.ts'

it('keeps the fields that differ, whole, and no others', () => {
  const day = new Date('2026-11-20T00:00:00Z')
  expect(changedFields({ a: 1, b: { x: 1 }, c: [1, 2], at: day }, { a: 1, b: { x: 2 }, c: [1, 2], at: new Date(day) })).toEqual({
    before: { b: { x: 1 } },
    after: { b: { x: 2 } },
  })
})

it('shows a field that is new, or gone, on its side only', () => {
  expect(changedFields({ old: 1 }, { fresh: 2 })).toEqual({ before: { old: 1 }, after: { fresh: 2 } })
  expect(changedFields({}, { a: null })).toEqual({ before: {}, after: { a: null } })
})
