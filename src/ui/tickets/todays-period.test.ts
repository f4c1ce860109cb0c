import { expect, it } from 'vitest'
import type { OrderAnswer } from '#modules/orders/wire.ts'
import { todaysPeriod } from './todays-period.ts'

const at = (text: string) => `2026-11-${text}:00+08:00`
const item = (start: string, end: string, more = {}) => ({
  id: start,
  start: at(start),
  end: at(end),
  status: 'active',
  attendance: 'expected',
  ...more,
})
const order = (...items: object[]) => ({ orderNo: 'F1', serverTime: at('18T08:00'), items }) as unknown as OrderAnswer
const shownAt = (orders: OrderAnswer[], now: string) => todaysPeriod(orders, Date.parse(at(now)))?.item.id

it('is the next period of today, until its end, then the one after it', () => {
  const orders = [order(item('19T19:00', '19T20:00'), item('18T19:00', '18T20:00')), order(item('18T21:00', '18T22:00'))]
  expect(shownAt(orders, '18T08:00')).toBe('18T19:00')
  expect(shownAt(orders, '18T19:59')).toBe('18T19:00')
  expect(shownAt(orders, '18T20:00')).toBe('18T21:00')
  expect(shownAt(orders, '18T22:00')).toBeUndefined()
  expect(shownAt(orders, '19T00:00')).toBe('19T19:00')
})

it('is one that began before midnight and is under way, and none of tomorrow', () => {
  expect(shownAt([order(item('18T23:00', '19T01:00'))], '19T00:30')).toBe('18T23:00')
  expect(shownAt([order(item('19T00:00', '19T01:00'))], '18T23:59')).toBeUndefined()
})

it('is none that was cancelled or missed', () => {
  const orders = [order(item('18T19:00', '18T20:00', { status: 'cancelled' }), item('18T18:00', '18T19:00', { attendance: 'no-show' }))]
  expect(shownAt(orders, '18T12:00')).toBeUndefined()
})
