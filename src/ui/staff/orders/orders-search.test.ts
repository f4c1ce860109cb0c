import { describe, expect, it } from 'vitest'
import { filtersOf, ordersSearch } from './orders-search.ts'

describe('the address of the orders', () => {
  it('keeps what the call takes and leaves out what is mistyped', () => {
    expect(
      ordersSearch({
        status: 'paid',
        day: '2026-02-30',
        hour: '2026-11-01.2026-10-01.1.9',
        placed: '2026-11-15',
        facility: 'BAD',
        way: 'cash',
        person: 'me',
        q: 912345678,
        after: '1.2',
        order: 'f261115k7m3xqz',
      }),
    ).toEqual({ placed: '2026-11-15', facility: 'BAD', way: 'cash', q: '912345678', order: 'F261115K7M3XQZ' })
  })

  it('starts a new search without the place in the list and the open order', () => {
    const after = `1.${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`
    expect(filtersOf(ordersSearch({ status: 'expired', after, order: 'F261115K7M3XQZ' }))).toEqual({ status: 'expired' })
  })
})
