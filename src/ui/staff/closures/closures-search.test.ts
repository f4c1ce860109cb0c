import { describe, expect, it } from 'vitest'
import { closuresSearch, draftOf, planIn, searchOf } from './closures-search.ts'

describe('the address of a plan', () => {
  const many = Array.from({ length: 100 }, (_, n) => 123_456 + n)
  const draft = { ...draftOf({ from: '2026-11-20' }, '2026-11-15'), facilities: many }

  it('keeps every facility of a hundred, and takes none for another', () => {
    expect(planIn(searchOf(draft))).toMatchObject({ facilities: many })
  })

  it('leaves out a list that is too long, and does not cut it', () => {
    expect(closuresSearch({ facilities: [...many, 7].join('.') })).toEqual({})
    expect(closuresSearch({ courts: `1.${'2'.repeat(2000)}` })).toEqual({})
  })
})

it('asks for no page behind a cursor that names no id', () => {
  const id = '0b9f3c52-7f0e-4f8a-9b53-0d9a5c1f2e11'
  expect(closuresSearch({ after: `1763200000000_${id}` })).toEqual({ after: `1763200000000_${id}` })
  expect(closuresSearch({ after: `1_${'-'.repeat(36)}` })).toEqual({})
})
