import { expect, test } from 'vitest'
import { pointFilters, pointsAddress, pointsSearch, type PointsSearch } from './points-search.ts'

test('a mistyped address is read as far as it makes sense, and leads to the same view again', () => {
  const typed = { tab: 'list', point: 'x', status: 'gone', kind: 'no-show', from: '2026-13-01', to: '2026-11-16', q: ' 王 ', after: '1' }
  const search = pointsSearch(typed as PointsSearch)
  expect(search).toEqual({ tab: 'list', kind: 'no-show', to: '2026-11-16', q: '王' })
  expect(pointsSearch(Object.fromEntries(new URL(pointsAddress(search), 'http://x').searchParams) as PointsSearch)).toEqual(search)
  expect(pointFilters({ ...search, point: 'x', after: 'y' })).toEqual({ kind: 'no-show', to: '2026-11-16', q: '王' })
  expect(pointsAddress({})).toBe('/staff/points')
})
