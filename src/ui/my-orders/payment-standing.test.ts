import { describe, expect, it } from 'vitest'
import { resultPollInterval, standingOf } from './payment-standing.ts'

const paying = (state: 'created' | 'processing' | 'number-issued' | 'paid' | 'failed' | 'lapsed') => ({
  state,
  amount: 500,
  method: null,
  way: null,
  number: null,
  startedAt: '',
  settledAt: null,
})

describe('A31 how a payment stands', () => {
  it('is what the server knows about the order', () => {
    expect(standingOf({ status: 'confirmed', payment: paying('paid') })).toBe('confirmed')
    expect(standingOf({ status: 'confirmed', payment: null })).toBe('confirmed')
    expect(standingOf({ status: 'expired', payment: paying('created') })).toBe('expired')
    expect(standingOf({ status: 'venue-cancelled', payment: paying('paid') })).toBe('venue-cancelled')
  })
  it('waits while the browser is back before the notice', () => {
    expect(standingOf({ status: 'awaiting-payment', payment: paying('processing') })).toBe('waiting')
    expect(standingOf({ status: 'expired', payment: paying('processing') })).toBe('waiting')
  })
  it('is to pay when nobody has tried, the payment page was left, or the card was refused', () => {
    expect(standingOf({ status: 'awaiting-payment', payment: null })).toBe('unpaid')
    expect(standingOf({ status: 'awaiting-payment', payment: paying('created') })).toBe('left')
    expect(standingOf({ status: 'awaiting-payment', payment: paying('lapsed') })).toBe('unpaid')
    expect(standingOf({ status: 'awaiting-payment', payment: paying('failed') })).toBe('failed')
    expect(standingOf({ status: 'awaiting-payment', payment: paying('number-issued') })).toBe('number')
  })
  it('is looked at often at first, then less, and not at all once it is decided', () => {
    expect(resultPollInterval('waiting', 0)).toBeLessThan(resultPollInterval('waiting', 60_000) as number)
    expect(resultPollInterval('waiting', 600_000)).toBe(20_000)
    expect(resultPollInterval('confirmed', 0)).toBe(false)
  })
})
