import { describe, expect, it } from 'vitest'
import { numberDays, offerOf } from './way-rules.ts'

describe('a bank or store number', () => {
  const now = new Date('2026-11-15T10:00:00+08:00')
  const days = (firstDay: string, placed = now, at = now) => numberDays({ placedAt: placed, firstDay }, 'atm', 4, at)

  it('is offered only while every period is at least four days away', () => {
    expect([days('2026-11-18'), days('2026-11-19'), days('2026-11-22')]).toEqual([undefined, 3, 3])
    expect(days('2026-11-19', now, new Date('2026-11-15T23:59:59+08:00'))).toBe(3)
    expect(days('2026-11-19', now, new Date('2026-11-16T00:00:00+08:00'))).toBeUndefined()
  })

  it('has a deadline before the first period, whatever the setting says', () => {
    expect(numberDays({ placedAt: now, firstDay: '2026-11-17' }, 'cvs', 1, now)).toBe(1)
    expect(numberDays({ placedAt: now, firstDay: '2026-11-16' }, 'cvs', 1, now)).toBeUndefined()
  })

  it('of a store that scans ends two days earlier, because its payments are reported late', () => {
    const scanned = (firstDay: string) => numberDays({ placedAt: now, firstDay }, 'barcode', 1, now)
    expect([scanned('2026-11-18'), scanned('2026-11-19'), scanned('2026-11-22')]).toEqual([undefined, 1, 3])
  })

  it('gives no more time when it is asked for again later', () => {
    expect(days('2026-11-22', now, new Date('2026-11-17T09:00:00+08:00'))).toBe(1)
    expect(days('2026-11-22', now, new Date('2026-11-18T09:00:00+08:00'))).toBeUndefined()
  })
})

describe('a way of paying', () => {
  const now = new Date('2026-11-15T10:00:00+08:00')
  const terms = { least: 30, most: 20_000, refunds: false }
  const order = { amount: 300, placedAt: now, firstDay: '2026-11-25' }

  it('takes only what lies between its amounts', () => {
    const taken = (amount: number) => offerOf('card', terms, { ...order, amount }, 4, now) !== undefined
    expect([29, 30, 20_000, 20_001].map(taken)).toEqual([false, true, true, false])
  })

  it('by a number is for orders that leave time to pay it', () => {
    expect(offerOf('cvs', terms, order, 4, now)).toEqual({ way: 'cvs', numberDays: 3 })
    expect(offerOf('cvs', terms, { ...order, firstDay: '2026-11-16' }, 4, now)).toBeUndefined()
    expect(offerOf('cvs', terms, { ...order, firstDay: null }, 4, now)).toBeUndefined()
    expect(offerOf('card', terms, { ...order, firstDay: null }, 4, now)).toEqual({ way: 'card', numberDays: undefined })
  })
})
