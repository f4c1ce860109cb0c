import { expect, it } from 'vitest'
import { isToKeep } from './which-pages.ts'

const same = (path: string) => isToKeep(new URL(path, 'http://x'))

it.each([
  '/',
  '/en',
  '/tw/',
  '/venues',
  '/venues?sport=badminton&from=18:00&to=22:00&minutes=120',
  '/en/venues/7?date=2026-11-15&start=19:00',
  '/highlights?page=2',
  '/site-map',
  '/privacy',
  '/terms',
  '/news?category=event&page=2',
  '/news/detail?id=3',
])('%s is the same for everybody', (path) => expect(same(path)).toBe(true))
it.each([
  '/login',
  '/member',
  '/order',
  '/venues/7/x',
  '/repair',
  '/?notice=goodbye',
  '/highlights?preview=x',
  '/news/detail?id=3&preview=x',
  '/?utm_source=x',
])('%s is rendered by itself', (path) => expect(same(path)).toBe(false))

it('booking is the same for all members of a class; a visitor has to log in', () => {
  for (const path of ['/order', '/en/order?facility=2&date=2026-11-15']) {
    expect(isToKeep(new URL(path, 'http://x'), true)).toBe(true)
    expect(same(path)).toBe(false)
  }
  for (const path of ['/order/check', '/member', '/order?notice=x']) expect(isToKeep(new URL(path, 'http://x'), true)).toBe(false)
})
