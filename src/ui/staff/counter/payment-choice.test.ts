import { m } from '#i18n/generated/messages.js'
import { SaleBody, type QuoteAnswer } from '#modules/desk/counter-wire.ts'
import { keptSaleOf, useKeptSale } from '#ui/staff/kit/kept-sale.ts'
import { printText } from '#ui/staff/kit/receipt.tsx'
import { describe, expect, it } from 'vitest'
import { emptyDraft, latestArrival, paymentOf, possibleDraft, sellText, totalText, type PaymentDraft } from './payment-choice.ts'

const draft: PaymentDraft = { ...emptyDraft, way: 'link' }
const slot = (start: string, end: string) => ({
  venue2ndId: 1,
  where: 'court 1',
  start: `2026-11-20T${start}:00Z`,
  end: `2026-11-20T${end}:00Z`,
})

it('a pay link goes a way that reaches the person, and nobody is sent one who cannot be reached', () => {
  expect(possibleDraft(draft, { linkWays: ['sms', 'mail'] })).toEqual(draft)
  expect(possibleDraft(draft, { linkWays: ['mail'] })).toEqual({ ...draft, by: 'mail' })
  expect(possibleDraft(draft, { linkWays: [] })).toEqual({ ...draft, way: 'cash' })
  expect(possibleDraft({ ...draft, way: 'arrival' }, { linkWays: [] }).way).toBe('arrival')
  expect(possibleDraft(draft, undefined), 'nobody is chosen yet').toEqual(draft)
})

it('is paid on arrival at the latest when the first period starts, or ends when it has begun', () => {
  const now = new Date('2026-11-20T10:30:00Z')
  const [begun, later] = [slot('10:00', '11:00'), slot('10:45', '11:45')]
  expect(latestArrival([later], now)).toEqual({ latest: '2026-11-20T10:45:00.000Z', isStart: true })
  expect(latestArrival([begun], now)).toEqual({ latest: '2026-11-20T11:00:00.000Z', isStart: false })
  expect(latestArrival([begun, later], now)).toEqual({ latest: '2026-11-20T10:45:00.000Z', isStart: true })
})

it('takes no money for a sale that costs nothing, whatever was chosen while it did: no till, no number, no parts', () => {
  for (const way of ['cash', 'terminal', 'voucher', 'split', 'arrival'] as const)
    expect([way, SaleBody.shape.payment.safeParse(paymentOf({ ...emptyDraft, way }, 0, undefined)).success]).toEqual([way, true])
  expect(paymentOf({ ...emptyDraft, way: 'split' }, 300, undefined).way).toBe('split')
})

describe('a sale of which a slot was lost to another desk', () => {
  const item = (problems: QuoteAnswer['items'][number]['problems']) => ({ problems }) as QuoteAnswer['items'][number]
  const taken = item([{ code: 'period_taken', title: '' }] as unknown as QuoteAnswer['items'][number]['problems'])
  const quote = (amount: number, ...items: QuoteAnswer['items']) => ({ amount, items }) as QuoteAnswer
  it('is not offered as free of charge', () => {
    expect(sellText({ way: 'cash' }, quote(0, taken))).toBe(m.counter_sell_lost())
    expect(totalText(quote(0, taken))).toBe('—')
    expect([sellText({ way: 'cash' }, quote(500, taken, item([]))), totalText(quote(500, taken, item([])))]).toEqual([
      m.counter_sell_lost(),
      'NT$500',
    ])
    expect([sellText({ way: 'cash' }, quote(0, item([]))), sellText({ way: 'cash' }, undefined)]).toEqual([
      m.counter_sell_free(),
      m.counter_sell_pricing(),
    ])
  })
})

it('a sale that is left to open a till is there again for the same person', () => {
  const sale = { search: { facility: 'BAD', day: '2026-11-18', person: 'a' }, slots: [], identityId: 3 }
  useKeptSale.setState({ sale })
  expect(keptSaleOf('a')).toBe(sale)
  expect(keptSaleOf('b')).toBeUndefined()
  useKeptSale.setState({ sale: undefined })
  expect(keptSaleOf(undefined)).toBeUndefined()
})

it('what is printed is named by what it is', () => {
  expect(printText({ amount: 500, payments: [] }, '80')).toBe(m.counter_print_due_80())
  expect(printText({ amount: 0, payments: [] }, 'a4')).toBe(m.counter_print_a4())
})
