import { describe, expect, it } from 'vitest'
import { canonicalPath } from './public-pages.ts'

describe('the one address of a page', () => {
  it('is without what does not make another page', () => {
    expect(canonicalPath('/venues', { date: '2026-11-15', sport: 'tennis' })).toBe('/venues')
    expect(canonicalPath('/venues/7/', { date: '2026-11-15' })).toBe('/venues/7')
    expect(canonicalPath('/', { utm_source: 'x' })).toBe('/')
  })
  it('keeps what does', () => {
    expect(canonicalPath('/news/detail', { id: '12', from: 'mail' })).toBe('/news/detail?id=12')
    expect(canonicalPath('/news', { category: 'event', page: '2', keyword: '羽球' })).toBe('/news?category=event&page=2')
  })
  it.each([
    '/member',
    '/member/setting',
    '/order',
    '/order/check',
    '/login',
    '/register',
    '/resetpkey/x',
    '/emailValidation',
    '/staff',
    '/nowhere',
  ])('there is none for %s', (path) => expect(canonicalPath(path, {})).toBeUndefined())
  it.each(['/news/detail', '/highlights'])('there is none for a preview: %s', (path) =>
    expect(canonicalPath(path, { id: '1', preview: 'x' })).toBeUndefined(),
  )
})
