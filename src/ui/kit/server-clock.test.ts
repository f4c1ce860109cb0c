import { describe, expect, it } from 'vitest'
import { narrowOffset, secondsUntil } from './server-clock.ts'

describe('the server’s clock, as far as a device can know it', () => {
  it('is somewhere between asking and being answered', () => {
    // The device's clock is an hour behind.
    expect(narrowOffset(undefined, 3_600_150, 100, 300)).toEqual({ least: 3_599_850, most: 3_600_050 })
  })
  it('is known better with every answer, and a slow one takes nothing away', () => {
    const quick = narrowOffset(undefined, 10_000, 9_900, 10_100)
    expect(quick).toEqual({ least: -100, most: 100 })
    expect(narrowOffset(quick, 20_000, 17_000, 23_000)).toEqual(quick)
    expect(narrowOffset(quick, 30_000, 29_950, 30_010)).toEqual({ least: -10, most: 50 })
  })
  it('begins anew when somebody sets the device’s clock', () => {
    const before = narrowOffset(undefined, 10_000, 9_990, 10_010)
    expect(narrowOffset(before, 20_000, 3_619_990, 3_620_010)).toEqual({ least: -3_600_010, most: -3_599_990 })
  })
  it('is never taken to be ahead of what it is', () => {
    const { least } = narrowOffset(undefined, 10_000, 5_000, 12_000)
    expect(12_000 + least).toBeLessThanOrEqual(10_000)
  })
  it('counts a second as long as something of it is left', () => {
    expect(secondsUntil(10_000, 9_001)).toBe(1)
    expect(secondsUntil(10_000, 9_999)).toBe(1)
    expect(secondsUntil(10_000, 10_000)).toBe(0)
    expect(secondsUntil(10_000, 12_000)).toBe(0)
  })
})
