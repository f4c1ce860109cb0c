import { m } from '#i18n/generated/messages.js'
import { expect, it } from 'vitest'
import { changeOfDrafts, leftOf, partsIn, twoParts, whatIsMissingInParts, withOneMore, type PartDraft } from './split-draft.ts'

const [voucher, cash] = twoParts as [PartDraft, PartDraft]
const coins = { ...voucher, amount: '300', reference: ' QR-1 ' }

it('the part without an amount is the rest, and cash that was not typed was given exactly', () => {
  expect(whatIsMissingInParts([coins, cash], 500)).toBeUndefined()
  expect(partsIn([coins, cash], 500)).toEqual([
    { way: 'voucher', kind: 'sports-voucher', amount: 300, reference: 'QR-1' },
    { way: 'cash', amount: 200, given: 200 },
  ])
  expect(changeOfDrafts([coins, { ...cash, given: '1000' }], 500)).toBe(800)
})

it('says which field is missing, or what the parts are more or less than the price', () => {
  expect(whatIsMissingInParts(twoParts, 500)?.path).toBe('parts.0.amount')
  expect(whatIsMissingInParts([{ ...coins, reference: ' ' }, cash], 500)).toEqual({
    path: 'parts.0.reference',
    message: m.counter_missing_voucher(),
  })
  expect(whatIsMissingInParts([{ ...coins, amount: '600' }, cash], 500)?.path, 'nothing is left for the cash').toBe('parts.1.amount')
  expect(whatIsMissingInParts([coins, { ...cash, given: '100' }], 500)?.path).toBe('parts.1.given')
  const short = [coins, { ...cash, amount: '100' }]
  expect([whatIsMissingInParts(short, 500)?.path, leftOf(short, 500)]).toEqual(['parts.1.amount', 100])
  expect(whatIsMissingInParts([coins, { ...coins, key: 1, amount: '200' }], 500)).toEqual({
    path: 'parts.1.reference',
    message: m.field_voucher_twice(),
  })
  expect(
    whatIsMissingInParts(
      [
        { ...cash, amount: '300' },
        { ...cash, key: 1 },
      ],
      500,
    )?.message,
  ).toBe(m.field_cash_twice())
})

it('one part more is cash, and a card where there is cash already', () => {
  expect(withOneMore([voucher]).map(({ method }) => method)).toEqual(['sports-voucher', 'cash'])
  expect(withOneMore(twoParts).map(({ method, key }) => [method, key])).toEqual([
    ['sports-voucher', 0],
    ['cash', 1],
    ['terminal', 2],
  ])
})
