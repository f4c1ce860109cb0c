import { expect, it } from 'vitest'
import type { CartPiece } from '#ui/orders/cart-periods.ts'
import { leftWith } from './allowance-left.ts'

const allowance = { left: 120, day: { minutes: 0, allowed: 120 }, week: { minutes: 60, allowed: 240 } }
const piece = (day: string, hour: number, facilityId = 1) =>
  ({ facilityId, start: `2026-11-${day}T${hour}:00:00+08:00`, end: `2026-11-${day}T${hour + 1}:00:00+08:00` }) as CartPiece

it('what is in the cart is taken off the hours of its day and of its week, a later one too', () => {
  // 2026-11-23 is a Monday.
  expect(leftWith(allowance, [], 1, '2026-11-25')).toEqual({ chosen: 0, left: 120, ofWeek: 180 })
  expect(leftWith(allowance, [piece('25', 19)], 1, '2026-11-25')).toEqual({ chosen: 60, left: 60, ofWeek: 120 })
  expect(leftWith(allowance, [piece('23', 19), piece('23', 20)], 1, '2026-11-25')).toEqual({ chosen: 0, left: 60, ofWeek: 60 })
  expect(leftWith(allowance, [piece('22', 19), piece('25', 19, 2)], 1, '2026-11-25')).toEqual({ chosen: 0, left: 120, ofWeek: 180 })
})

it('is below zero where more is chosen than may be ordered', () => {
  const three = [18, 19, 20].map((hour) => piece('25', hour))
  expect(leftWith(allowance, three, 1, '2026-11-25').left).toBe(-60)
})
