import { describe, expect, it } from 'vitest'
import type { SeasonRequest } from '#modules/preorders/season-wire.ts'
import { addressOf, filtered, roundsSearch } from './rounds-search.ts'

const request = (more: Partial<SeasonRequest>) =>
  ({ orderNo: 'P261222AAAAAAA', club: '青禾', title: '練球', status: 'submitted', missing: [], lost: [], ...more }) as SeasonRequest

describe('the address of seasons', () => {
  it('keeps what is known and leaves the rest out', () => {
    const good = { round: '12', tab: 'plan', status: 'every', show: 'missing', q: '青', facility: 'BAD', open: 'P261222K7M3XQZ' } as const
    expect(roundsSearch(good)).toEqual(good)
    expect(roundsSearch({ round: 'new' } as never)).toEqual({ round: 'new' })
    expect(roundsSearch({ round: '-1', tab: 'x', status: 'y', show: 'z', q: '', facility: '', open: 'P1' } as never)).toEqual({})
    expect(addressOf({ round: '3', q: undefined })).toBe('/staff/rounds?round=3')
  })
})

describe('the filters of pre-orders', () => {
  const all = [
    request({}),
    request({ orderNo: 'B', status: 'needs-documents', missing: ['roster'] }),
    request({ orderNo: 'C', status: 'approved', club: '湖畔', lost: [{} as never] }),
  ]
  const found = (search: object) => filtered(all, search).map(({ orderNo }) => orderNo)

  it('show what waits unless another state is asked for', () => {
    expect(found({})).toHaveLength(2)
    expect(found({ status: 'every' })).toHaveLength(3)
    expect(found({ status: 'approved' })).toEqual(['C'])
  })

  it('find missing documents, refused dates and words', () => {
    expect(found({ show: 'missing' })).toEqual(['B'])
    expect(found({ show: 'complete' })).toHaveLength(1)
    expect(found({ show: 'conflict', status: 'every' })).toEqual(['C'])
    expect(found({ q: '湖畔', status: 'every' })).toEqual(['C'])
  })
})
