import { expect, it } from 'vitest'
import { standingWish } from './standing-wish.ts'

const hours = { day: '2026-11-20', from: '18:00', to: '21:00' } as const
const wish = { status: 'open' as const, sport: 'badminton', venue1stId: 1, venue1stIds: [1], venue2ndId: null, ...hours }
const asked = { place: '1', court: '', days: ['2026-11-20' as const], from: '19:00', to: '20:00' }

it('waits already for an hour of the place and the day', () => {
  expect(standingWish([wish], asked)).toBe(wish)
  expect(standingWish([{ ...wish, status: 'offered' }], asked)).toBeDefined()
  expect(standingWish([wish], { ...asked, court: '3' }), 'any court is that one too').toBe(wish)
})

it.each([
  ['another day', {}, { days: ['2026-11-21' as const] }],
  ['an hour that is not asked for', {}, { to: '22:00' }],
  ['another place', {}, { place: '2' }],
  ['one court, where any would do', { venue2ndId: 3 }, {}],
  ['a sport that the place does not have', { venue1stId: null, venue1stIds: [4, 5] }, {}],
  ['what is over', { status: 'withdrawn' as const }, {}],
  ['nothing that is chosen', {}, { place: '' }],
])('does not wait for %s', (_, had, wanted) => {
  expect(standingWish([{ ...wish, ...had }], { ...asked, ...wanted })).toBeUndefined()
})

it('waits for any place of a sport by that sport, and by each of its places', () => {
  const any = { ...wish, venue1stId: null, venue1stIds: [1, 4] }
  expect(standingWish([any], { ...asked, place: 'badminton' })).toBe(any)
  expect(standingWish([any], asked)).toBe(any)
  expect(standingWish([any], { ...asked, court: '3' })).toBe(any)
})
