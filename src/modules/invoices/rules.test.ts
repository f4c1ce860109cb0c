import { describe, expect, it } from 'vitest'
import { lookOf, nextDeed, relateNumber, saidAmount, taxPeriodOf, voidableBefore, waitMinutes, type LiveInvoice } from './rules.ts'

const now = new Date('2026-11-18T12:00:00+08:00')
const live = (more: Partial<LiveInvoice> = {}): LiveInvoice => ({
  id: 'a',
  amount: 500,
  issuedAt: new Date('2026-11-10T12:00:00+08:00'),
  allowances: [],
  refusesVoid: false,
  voidableBefore: new Date('2027-01-14T00:00:00+08:00'),
  canAllow: true,
  ...more,
})

describe('the calendar of the law', () => {
  it.each([
    ['2026-01-01', '2026-01-01', '2026-02-28'],
    ['2026-02-28', '2026-01-01', '2026-02-28'],
    ['2028-02-29', '2028-01-01', '2028-02-29'],
    ['2026-11-30', '2026-11-01', '2026-12-31'],
    ['2026-12-31', '2026-11-01', '2026-12-31'],
  ])('%s lies in the period from %s until %s', (day, from, until) => expect(taxPeriodOf(day)).toEqual({ from, until }))

  it.each([
    ['2026-01-01T00:00:00+08:00', '2026-03-13T23:59:59.999+08:00'],
    ['2026-02-28T23:59:59+08:00', '2026-03-13T23:59:59.999+08:00'],
    ['2026-03-01T00:00:00+08:00', '2026-05-13T23:59:59.999+08:00'],
    ['2026-12-31T23:59:59+08:00', '2027-01-13T23:59:59.999+08:00'],
  ])('what was issued at %s can be voided until %s', (issued, last) =>
    expect(voidableBefore(new Date(issued)).getTime() - 1).toBe(Date.parse(last)),
  )
})

describe('what comes next for an order', () => {
  it('is an invoice for what came in, and nothing when it has it', () => {
    expect(nextDeed(500, [], now)).toEqual({ kind: 'issue', amount: 500 })
    expect(nextDeed(500, [live()], now)).toBeUndefined()
    expect(nextDeed(0, [], now)).toBeUndefined()
  })
  it('is voiding when everything goes back in time', () =>
    expect(nextDeed(0, [live()], now)).toEqual({ kind: 'void', invoiceId: 'a', amount: 500 }))
  it.each([
    ['the period has been declared', { voidableBefore: now }],
    ['the issuer has refused to', { refusesVoid: true }],
  ])('is an allowance of all of it when %s', (_, more) =>
    expect(nextDeed(0, [live(more)], now)).toEqual({ kind: 'allow', invoiceId: 'a', amount: 500 }),
  )
  it('is an allowance of the rest when one lives, and never more than the rest', () =>
    expect(nextDeed(0, [live({ allowances: [{ id: 'x', amount: 200 }] })], now)).toEqual({ kind: 'allow', invoiceId: 'a', amount: 300 }))
  it('is an allowance when a part goes back', () =>
    expect(nextDeed(350, [live()], now)).toEqual({ kind: 'allow', invoiceId: 'a', amount: 150 }))
  it('is voiding, and then an invoice for the rest, where the issuer knows no allowances', () => {
    expect(nextDeed(350, [live({ canAllow: false, voidableBefore: undefined })], now)).toEqual({
      kind: 'void',
      invoiceId: 'a',
      amount: 500,
    })
    expect(nextDeed(350, [], now)).toEqual({ kind: 'issue', amount: 350 })
  })
  it('voids the invoice of which nothing is left when there are two, and then takes the rest from the other', () => {
    const other = live({ id: 'b', amount: 700 })
    expect(nextDeed(500, [other, live({ amount: 200 })], now)).toEqual({ kind: 'void', invoiceId: 'a', amount: 200 })
    expect(nextDeed(500, [other], now)).toEqual({ kind: 'allow', invoiceId: 'b', amount: 200 })
  })
  it('is nothing when nothing can be done', () =>
    expect(nextDeed(0, [live({ canAllow: false, voidableBefore: now })], now)).toBeUndefined())
})

it('waits longer after each try, an hour at most', () => expect([1, 2, 3, 6, 7, 40].map(waitMinutes)).toEqual([1, 2, 4, 32, 60, 60]))

it('numbers an invoice within what every issuer accepts', () => {
  expect(relateNumber('F261118-ABCDEFGH', 12)).toBe('F261118ABCDEFGHN12')
  expect(relateNumber('F2611180123456789', 99)).toMatch(/^[A-Z0-9]{1,20}$/)
})

it('says of an invoice that was taken back whole what happened, not that NT$0 were issued', () => {
  const issued = (rest: number) => ({ status: 'issued', amount: 500, rest }) as const
  expect([500, 200, 0].map((rest) => [lookOf(issued(rest)), saidAmount(issued(rest))])).toEqual([
    ['issued', 500],
    ['allowed', 200],
    ['allowed-whole', 500],
  ])
  expect(lookOf({ status: 'voided', amount: 500, rest: 0 })).toBe('voided')
})
