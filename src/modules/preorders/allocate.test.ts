import { describe, expect, it } from 'vitest'
import { momentAt } from '#lib/zone.ts'
import { goingAhead } from './allocate.ts'
import type { PreOrderRequest } from './store.ts'

const request = (name: string, dates: [space: number, hour: number][], insists = false) =>
  ({
    title: name,
    insists,
    dates: dates.map(([space, hour]) => ({
      spaces: [space],
      day: '2027-01-05',
      period: { start: momentAt('2027-01-05', hour * 60), end: momentAt('2027-01-05', (hour + 2) * 60) },
    })),
  }) as unknown as PreOrderRequest
const ahead = (...requests: PreOrderRequest[]) => [...goingAhead(requests)].map(({ title }) => title)

describe('requests of one batch', () => {
  it('go together when they ask for different spaces, or for different times', () => {
    expect(ahead(request('a', [[1, 18]]), request('b', [[2, 18]]), request('c', [[1, 20]]))).toEqual(['a', 'b', 'c'])
  })
  it('wait for an earlier one that goes ahead and overlaps, even by an hour', () => {
    expect(
      ahead(
        request('a', [[1, 18]]),
        request('b', [
          [1, 19],
          [2, 18],
        ]),
        request('c', [[2, 18]]),
      ),
    ).toEqual(['a', 'c'])
  })
  it('wait once: a request that has waited goes first', () => {
    expect(ahead(request('new', [[1, 18]]), request('one', [[1, 18]], true), request('two', [[1, 18]], true))).toEqual(['one', 'two'])
  })
})
