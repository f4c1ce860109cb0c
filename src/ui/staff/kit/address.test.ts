import { expect, it } from 'vitest'
import { addressWith, aDay, anId, aNumber, anyWords, aPage, aWholeNumber, fitting, oneOf, readAddress } from './address.ts'

type Search = {
  q?: string
  tab?: 'all' | 'mine'
  day?: string
  person?: string
  batch?: string
  facility?: number
  page?: number
  after?: string
}
const read = (search: object) =>
  readAddress<Search>(search, {
    q: anyWords(5),
    tab: oneOf('all', 'mine'),
    day: aDay,
    person: anId,
    batch: aNumber,
    facility: aWholeNumber,
    page: aPage,
    after: fitting(/^\d+\.\d+$/),
  })
const id = '11111111-2222-4333-8444-555555555555'

it('takes what the address says, digits as a number or as words', () => {
  expect(read({ q: 912, tab: 'mine', day: '2026-11-18', person: id, batch: '7', facility: '12', page: '3', after: '1.2' })).toEqual({
    q: '912',
    tab: 'mine',
    day: '2026-11-18',
    person: id,
    batch: '7',
    facility: 12,
    page: 3,
    after: '1.2',
  })
})

it('takes pages of long lists', () => {
  expect(read({ page: '12000' })).toEqual({ page: 12_000 })
})

it('leaves out what is empty, mistyped, unknown or no text', () => {
  expect(read({ q: ' ', tab: 'every', day: '2026-02-30', person: 'me', batch: '07', facility: '1e3', page: '0', after: '1.2 x' })).toEqual(
    {},
  )
  expect(read({ q: ['a'], tab: { toString: () => 'all' }, person: null, batch: true, other: 'x' })).toEqual({})
  expect(read({ toString: 'x', constructor: 'x' })).toEqual({})
})

it('cuts words that are too long, and leaves out every other value that is', () => {
  expect(read({ q: '一二三四五六' })).toEqual({ q: '一二三四五' })
  expect(read({ after: `1.${'2'.repeat(2000)}`, page: '100000' })).toEqual({})
})

it('writes the address of a search, and of none', () => {
  expect(addressWith('/staff/x', { q: 'a b', tab: undefined, page: 2 })).toBe('/staff/x?q=a+b&page=2')
  expect(addressWith('/staff/x', {})).toBe('/staff/x')
})
