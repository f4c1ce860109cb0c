import { expect, it } from 'vitest'
import { payWithin } from './pay-choice.tsx'

const [now, until] = ['2026-11-20T18:17:00.000Z', '2026-11-22T18:17:00.000Z']

it('asks for the payment within the minutes of the hold', () => {
  expect(payWithin({ way: 'card', numberUntil: null }, 15, now)).toBe('送出後為您保留 15 分鐘，請在期限內完成繳費。')
})

it.each([
  ['atm', '取得繳費帳號'],
  ['cvs', '取得繳費代碼'],
  ['barcode', '取得繳費條碼'],
] as const)('asks to fetch what %s is paid by within those minutes, and says until when it is valid', (way, fetch) => {
  const said = payWithin({ way, numberUntil: until }, 15, now)
  expect(said).toContain(`送出後請在 15 分鐘內${fetch}；取得後，11月23日（一）02:17前`)
  expect(said).not.toContain('完成繳費')
})
