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

describe('requests of one moment', () => {
  it('go together when they want different floor, or the same at other times', () => {
    expect(ahead(request('a', [[1, 18]]), request('b', [[2, 18]]), request('c', [[1, 20]]))).toEqual(['a', 'b', 'c'])
  })
  it('let the first go ahead when they overlap by an hour, and whoever comes after only those who went', () => {
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
  it('wait once: who has waited goes, and the others wait for them', () => {
    expect(ahead(request('new', [[1, 18]]), request('one', [[1, 18]], true), request('two', [[1, 18]], true))).toEqual(['one', 'two'])
  })
})
