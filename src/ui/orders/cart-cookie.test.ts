import { expect, it } from 'vitest'
import { cartText } from './cart-cookie.ts'
import { readCart } from './read-cart.ts'

const period = (courtId: number, start: string, end: string) => ({
  courtId,
  start: `2026-11-20T${start}:00+08:00`,
  end: `2026-11-20T${end}:00+08:00`,
})

it('A7 comes back as it was written, in a few letters', () => {
  const periods = [period(3, '19:00', '21:00'), period(2_147_483_647, '07:30', '08:00')]
  expect(readCart(cartText(periods))).toEqual(periods)
  expect(cartText(periods)).toMatch(/^[0-9a-z._]{1,40}$/)
})

it('A7 holds no more than an order does', () => {
  const many = Array.from({ length: 30 }, (_, n) => period(n + 1, '10:00', '11:00'))
  expect(readCart(cartText(many))).toHaveLength(10)
  expect(cartText(many).length).toBeLessThan(200)
})

it.each([
  undefined,
  '',
  'rubbish',
  '1.2',
  '0.abcdef.1o',
  '1.abcdef.0',
  '1.abcdef.zzz',
  'zzzzzz.abcdef.1o',
  '-1.abcdef.1o',
  '1.abcdef.1o'.repeat(50),
  '__proto__',
])('A7 takes nothing out of %s', (text) => expect(readCart(text)).toEqual([]))
