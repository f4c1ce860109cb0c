import { describe, expect, it } from 'vitest'
import { defaultSettings, refundTiersAt } from './rules.ts'
import { isPreOrderOpen, isPreOrderStarted, phaseOf } from './window-rules.ts'

const window = {
  viewStart: new Date('2026-11-01T00:00:00.000+08:00'),
  orderStart: new Date('2026-11-10T12:00:00.000+08:00'),
  end: new Date('2026-11-20T23:59:59.999+08:00'),
}
const at = (moment: Date, shift = 0) => new Date(moment.getTime() + shift)

describe('D2 the pre-order window, to the millisecond, both ends included', () => {
  it.each([
    ['a millisecond before view start', at(window.viewStart, -1), 'not-yet', false, false],
    ['at view start', at(window.viewStart), 'view-only', true, false],
    ['a millisecond before order start', at(window.orderStart, -1), 'view-only', true, false],
    ['at order start', at(window.orderStart), 'open', true, true],
    ['at the end', at(window.end), 'open', true, true],
    ['a millisecond after the end', at(window.end, 1), 'ended', false, false],
  ])('%s', (_, now, phase, open, started) => {
    expect(phaseOf(window, now)).toBe(phase)
    expect(isPreOrderOpen(window, now)).toBe(open)
    expect(isPreOrderStarted(window, now)).toBe(started)
  })

  it('is neither open nor started when no window is set', () => {
    expect(isPreOrderOpen(null, window.orderStart)).toBe(false)
    expect(isPreOrderStarted(null, window.orderStart)).toBe(false)
  })
})

describe('refund tiers', () => {
  it('are those of the moment of booking, whatever the rules say later', () => {
    const none = { hourly: [{ days: 0, percent: 0 }], sessions: [{ days: 0, percent: 0 }] }
    const half = { hourly: [{ days: 0, percent: 50 }], sessions: [{ days: 0, percent: 50 }] }
    const rules = {
      ...none,
      before: [
        { ...defaultSettings.refunds, until: '2026-11-10T00:00:00Z' },
        { ...half, until: '2026-11-20T00:00:00Z' },
      ],
    }
    const on = (day: string) => refundTiersAt(rules, new Date(`2026-11-${day}T00:00:00Z`)).hourly[0]!.percent
    expect(['09', '10', '19', '20'].map(on)).toEqual([100, 50, 50, 0])
    expect(refundTiersAt(defaultSettings.refunds, new Date())).toEqual(defaultSettings.refunds)
  })
})
