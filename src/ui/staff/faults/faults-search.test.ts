import { expect, it } from 'vitest'
import { faultAddress, faultsView } from './faults-search.ts'

it('an address is read, and what it mistypes is left out', () => {
  expect(faultsView({})).toEqual({ tab: 'all', page: 1 })
  const rubbish = { tab: 'nothing', ticket: 'X-1', place: '0', stars: '9', from: '2026-02-30', page: '-1' } as object
  expect(faultsView(rubbish)).toEqual({ tab: 'all', page: 1 })
  expect(faultsView({ tab: 'mine', ticket: 'r1042', q: ' 網 ', stars: '2', from: '2026-11-01' })).toEqual({
    tab: 'mine',
    ticket: 'R-1042',
    q: '網',
    stars: '2',
    from: '2026-11-01',
    page: 1,
  })
})

it('a report is opened without leaving its queue', () => {
  expect(faultAddress({ tab: 'nobody', q: 'a b' }, 'R-1')).toBe('/staff/tickets?tab=nobody&q=a+b&ticket=R-1')
  expect(faultAddress({ tab: 'all' }, undefined)).toBe('/staff/tickets')
})
