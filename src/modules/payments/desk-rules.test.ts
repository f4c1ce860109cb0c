import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeOfParts, paymentsOf, takeBack, whyNotParts, type DeskMoney, type SplitPart } from './desk-rules.ts'

const tillId = '0e9f5b0a-7b1e-4f0e-9d1c-000000000001'
const split = (...parts: SplitPart[]): DeskMoney => ({ way: 'split', tillId, parts })
const cash = (amount: number, given = amount): SplitPart => ({ way: 'cash', amount, given })
const card = (amount: number): SplitPart => ({ way: 'terminal', amount, reference: 'T-1' })
const coins = (amount: number, reference = 'A1'): SplitPart => ({ way: 'voucher', kind: 'sports-voucher', amount, reference })

describe('money at the desk', () => {
  it('is one payment of the whole price in one way', () => {
    expect(paymentsOf({ way: 'cash', tillId, given: 1000 }, 300)).toEqual({
      ok: true,
      value: [{ method: 'cash', amount: 300, given: 1000, reference: null }],
    })
    expect(paymentsOf({ way: 'voucher', tillId: null, kind: 'voucher', reference: 'B7' }, 300)).toEqual({
      ok: true,
      value: [{ method: 'voucher', amount: 300, given: null, reference: 'B7' }],
    })
  })

  it('is a payment for each part, with change for the cash alone', () => {
    const parts = paymentsOf(split(coins(500), card(200), cash(100, 1000)), 800)
    expect(parts.ok && parts.value.map(({ method, amount }) => [method, amount])).toEqual([
      ['sports-voucher', 500],
      ['terminal', 200],
      ['cash', 100],
    ])
    expect(parts.ok && changeOfParts(parts.value)).toBe(900)
  })

  it('is exactly the price: a voucher over it gives no change, and nothing is left to pay', () => {
    expect(paymentsOf(split(coins(500)), 300)).toEqual({ ok: false, refusal: { code: 'parts_not_the_price', amount: 300, sum: 500 } })
    expect(paymentsOf(split(coins(100), card(100)), 300)).toMatchObject({ refusal: { code: 'parts_not_the_price', sum: 200 } })
    expect(paymentsOf(split(card(200), cash(100, 50)), 300)).toMatchObject({
      refusal: { code: 'given_too_little', amount: 100, given: 50 },
    })
  })

  it('has cash once, and each slip and each voucher once', () => {
    const slip = (reference: string): SplitPart => ({ way: 'terminal', amount: 1, reference })
    const other = slip('T-2')
    expect(whyNotParts([slip('T-1'), other])).toBeUndefined()
    expect(whyNotParts([slip('T-1'), other, slip(' t-1')])).toEqual({
      code: 'slip_twice',
      index: 2,
    })
    expect(whyNotParts([cash(1), card(1), other, cash(1)])).toEqual({ code: 'cash_twice', index: 3 })
    expect(whyNotParts([coins(1, 'ab'), coins(1, ' AB ')])).toEqual({ code: 'voucher_twice', index: 1 })
    expect(whyNotParts([coins(1, 'ab'), { way: 'voucher', kind: 'voucher', amount: 1, reference: 'ab' }])).toBeUndefined()
  })
})

describe('what goes back of an order that was paid in parts', () => {
  const paid = [
    { attemptId: 'v', method: 'sports-voucher', left: 500 },
    { attemptId: 'c', method: 'cash', left: 100 },
    { attemptId: 't', method: 'terminal', left: 200 },
  ]
  const told = (amounts: number[]) => takeBack(paid, amounts).map((parts) => parts.map(({ attemptId, amount }) => [attemptId, amount]))

  it('is money first, by the terminal and then in cash, and vouchers last', () => {
    expect(told([250])).toEqual([
      [
        ['t', 200],
        ['c', 50],
      ],
    ])
    expect(told([250, 100, 450])).toEqual([
      [
        ['t', 200],
        ['c', 50],
      ],
      [
        ['c', 50],
        ['v', 50],
      ],
      [['v', 450]],
    ])
  })

  it('is of each payment at most what it has brought, whatever is asked for, and all of it in the end', () => {
    const method = fc.constantFrom('cash', 'terminal', 'voucher', 'sports-voucher', 'card')
    const holdings = fc.array(fc.record({ method, left: fc.integer({ min: -200, max: 900 }) }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(holdings, fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 8 }), (some, wanted) => {
        const purse = some.map((one, n) => ({ ...one, attemptId: String(n) }))
        let rest = purse.reduce((sum, { left }) => sum + Math.max(0, left), 0)
        const amounts = wanted.map((amount) => {
          const asked = Math.min(amount, rest)
          rest -= asked
          return asked
        })
        const taken = takeBack(purse, amounts)
        expect(taken.map((parts) => parts.reduce((sum, { amount }) => sum + amount, 0))).toEqual(amounts)
        for (const { attemptId, left } of purse) {
          const ofThis = taken.flat().filter((part) => part.attemptId === attemptId)
          expect(ofThis.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(Math.max(0, left))
        }
      }),
    )
  })
})
