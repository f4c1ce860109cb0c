import { expect, it } from 'vitest'
import { knowsPlace, withPlace } from './known-places.ts'

it('finds the paths that were added, in any letter case, and no others', () => {
  const cookie = ['/venues', '/order/check'].reduce(withPlace, '')
  for (const path of ['/venues', '/Venues/', '/order/check']) expect(knowsPlace(cookie, path), path).toBe(true)
  for (const path of ['/', '/venue', '/order', '/order/check/x']) expect(knowsPlace(cookie, path), path).toBe(false)
  expect(knowsPlace(undefined, '/venues')).toBe(false)
})

it('keeps the newest 24 paths, each once, and nothing else that a cookie contains', () => {
  const paths = Array.from({ length: 200 }, (_, n) => `/venues/${n}`)
  const cookie = [...paths, ...paths].reduce(withPlace, '../../etc;x=1')
  expect(cookie.length).toBeLessThan(200)
  expect(cookie).toMatch(/^[0-9a-z.]+$/)
  expect(new Set(cookie.split('.')).size).toBe(24)
  expect(knowsPlace(cookie, '/venues/199')).toBe(true)
  expect(knowsPlace(cookie, '/venues/175')).toBe(false)
})

it('reads no more of a cookie than it would have written', () => {
  const last = withPlace('', '/venues')
  expect(knowsPlace(`${'a.'.repeat(24)}${last}`, '/venues')).toBe(false)
})
