import { expect, test } from 'vitest'
import { refundFilters, refundsAddress, refundsSearch } from './refunds-search.ts'

test('a mistyped address is read as far as it makes sense', () => {
  expect(
    refundsSearch({
      tab: 'all',
      refund: 'r261116abcdefg',
      status: 'paid',
      way: 'bank',
      batch: '07',
      day: '2026-02-30',
      person: 'x',
      order: 7,
      q: '  王 ',
      after: '1',
    }),
  ).toEqual({ tab: 'all', refund: 'R261116ABCDEFG', way: 'bank', q: '王' })
})

test('an address leads to the same view again', () => {
  const search = { tab: 'all', refund: 'R261116ABCDEFG', status: 'failed', batch: '7', day: '2026-11-16', q: '王 大明' } as const
  const url = new URL(refundsAddress(search), 'http://x')
  expect(refundsSearch(Object.fromEntries(url.searchParams) as never)).toEqual(search)
  expect(refundFilters(search)).toEqual({ status: 'failed', batch: '7', day: '2026-11-16', q: '王 大明' })
  expect(refundsAddress({})).toBe('/staff/refunds')
})
