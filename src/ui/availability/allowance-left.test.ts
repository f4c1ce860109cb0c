import { expect, it } from 'vitest'
import type { CartPiece } from '#ui/orders/cart-periods.ts'
import { leftWith } from './allowance-left.ts'

// Facilities 1 and 2 are of the sport that is asked about, 3 is of another; the hours of 4 are not limited.
const counting = { day: [1, 2], week: [1, 2, 3] }
const allowance = { left: 120, day: { minutes: 0, allowed: 120 }, week: { minutes: 60, allowed: 240 }, counting }
const piece = (day: string, hour: number, facilityId = 1) =>
  ({ facilityId, start: `2026-11-${day}T${hour}:00:00+08:00`, end: `2026-11-${day}T${hour + 1}:00:00+08:00` }) as CartPiece
const leftOn = (day: string, ...pieces: CartPiece[]) => leftWith(allowance, pieces, `2026-11-${day}`)

it('what is in the cart is taken off the hours of its day and of its week, a later one too', () => {
  // 2026-11-23 is a Monday.
  expect(leftOn('25')).toEqual({ chosen: 0, left: 120, ofWeek: 180 })
  expect(leftOn('25', piece('25', 19))).toEqual({ chosen: 60, left: 60, ofWeek: 120 })
  expect(leftOn('25', piece('23', 19), piece('23', 20))).toEqual({ chosen: 0, left: 60, ofWeek: 60 })
  expect(leftOn('25', piece('22', 19))).toEqual({ chosen: 0, left: 120, ofWeek: 180 })
})

it('what is in the cart of another facility counts as an order would: its sport for the day, every sport for the week', () => {
  expect(leftOn('25', piece('25', 19, 2)), 'of the same sport').toEqual({ chosen: 60, left: 60, ofWeek: 120 })
  expect(leftOn('25', piece('25', 19, 3)), 'of another sport').toEqual({ chosen: 0, left: 120, ofWeek: 120 })
  expect(leftOn('25', piece('23', 19, 3), piece('23', 20, 3), piece('24', 19, 3))).toEqual({ chosen: 0, left: 0, ofWeek: 0 })
  expect(leftOn('25', piece('25', 19, 4)), 'without a limit').toEqual({ chosen: 0, left: 120, ofWeek: 180 })
})

it('is below zero where more is chosen than may be ordered', () => {
  expect(leftOn('25', piece('25', 18), piece('25', 19), piece('25', 20)).left).toBe(-60)
})
