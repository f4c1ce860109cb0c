import type { OneOrderAnswer } from '#modules/orders/wire.ts'
import type { RefundAnswer } from '#modules/refunds/wire.ts'
import { pollIntervalOf as lookAtRefunds } from '#ui/refunds/refund-queries.ts'
import { expect, it } from 'vitest'
import { pollIntervalOf } from '#ui/orders/order-queries.ts'
import { refundOfItem, hasRefunds, sumOf, waitingForAccount } from './order-refunds.ts'

const at = (seconds: number) => new Date(Date.parse('2026-11-15T12:00:00Z') + seconds * 1000).toISOString()
const now = Date.parse(at(40))
const refund = (
  refundNo: string,
  status: RefundAnswer['status'],
  items: [id: string, amount: number][],
  more: Partial<RefundAnswer> = {},
) =>
  ({
    refundNo,
    status,
    amount: items.reduce((sum, [, amount]) => sum + amount, 0),
    items: items.map(([id, amount]) => ({ id, amount })),
    nextWays: [],
    createdAt: at(0),
    steps: [{ status, at: at(0), note: '' }],
    ...more,
  }) as unknown as RefundAnswer

it('says for each item what goes back and how it stands; what failed and was asked for anew counts once', () => {
  const refunds = [
    refund('R1', 'failed', [['a', 300]]),
    refund(
      'R2',
      'refunded',
      [
        ['a', 300],
        ['b', 150],
      ],
      { createdAt: at(5) },
    ),
    refund('R3', 'processing', [['c', 100]]),
  ]
  expect(refundOfItem(refunds, 'a')).toEqual({ refundNo: 'R2', status: 'refunded', amount: 300 })
  expect(refundOfItem(refunds, 'b')).toMatchObject({ amount: 150 })
  expect(refundOfItem(refunds, 'c')).toEqual({ refundNo: 'R3', status: 'processing', amount: 100 })
  expect(refundOfItem(refunds, 'd')).toBeUndefined()
})

it('asks for refunds only of an order that can have some', () => {
  const order = (owed: number, status: OneOrderAnswer['status'], item: 'active' | 'cancelled') =>
    ({ owed, status, items: [{ status: item }] }) as unknown as OneOrderAnswer
  expect(hasRefunds(order(0, 'confirmed', 'active'))).toBe(false)
  expect(hasRefunds(order(0, 'confirmed', 'cancelled'))).toBe(true)
  expect(hasRefunds(order(500, 'completed', 'active'))).toBe(true)
  expect(hasRefunds(order(0, 'venue-cancelled', 'active'))).toBe(true)
})

it('looks again while money is on its way, and no longer', () => {
  const order = (status: OneOrderAnswer['status'], owed: number) => ({ status, owed, createdAt: at(0) })
  expect(pollIntervalOf([order('confirmed', 0), order('cancelled', 0)], now)).toBe(false)
  expect(pollIntervalOf([order('confirmed', 0), order('awaiting-payment', 0)], now)).toBe(10_000)
  expect(pollIntervalOf([order('confirmed', 300)], now)).toBe(10_000)
  expect(lookAtRefunds([refund('R1', 'refunded', []), refund('R2', 'rejected', [])], now)).toBe(false)
  expect(lookAtRefunds([refund('R3', 'processing', [])], now)).toBe(10_000)
  expect(lookAtRefunds([refund('R4', 'requested', [])], now)).toBe(10_000)
  expect(lookAtRefunds([refund('R5', 'approved', [], { nextWays: ['bank'] })], now), 'waits for the member').toBe(false)
})

it('says what of the money waits for an account, less what has gone back already', () => {
  const waits = refund('R1', 'approved', [['a', 200]], { nextWays: ['bank'], wentBack: 50 })
  const found = waitingForAccount([waits, refund('R2', 'approved', [['b', 300]], { wentBack: 0 })])
  expect([found.map(({ refundNo }) => refundNo), sumOf(found)]).toEqual([['R1'], 150])
})
