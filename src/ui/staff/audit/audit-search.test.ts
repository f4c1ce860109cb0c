import { expect, it } from 'vitest'
import { auditFilter, withoutCursor } from './audit-search.ts'

it('takes filters from the address, and leaves out what is empty or mistyped', () => {
  expect(auditFilter({ from: '2026-11-01', to: '2026-02-30', person: 'me', words: '  羽球 ', action: '', after: '1.x' })).toEqual({
    from: '2026-11-01',
    words: '羽球',
  })
})

it('takes a number as words, as the address parser makes one of digits', () => {
  expect(auditFilter({ words: 912 as unknown as string, subject: 7 as unknown as string })).toEqual({ words: '912', subject: '7' })
})

it('forgets the place in the list for an export', () => {
  expect(withoutCursor({ action: 'order.placed', after: '1763000000000.5' })).toEqual({ action: 'order.placed' })
})
