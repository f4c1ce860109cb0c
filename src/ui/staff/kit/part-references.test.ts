import { expect, it } from 'vitest'
import { isOtherNumber } from './part-references.tsx'

it('asks about a voucher that goes back under another number than it was taken with, and never about a slip', () => {
  const voucher = { method: 'sports-voucher', reference: 'QR-7' } as const
  expect(isOtherNumber(voucher, 'QR-8')).toBe(true)
  expect(isOtherNumber(voucher, ' qr-7 ')).toBe(false)
  expect(isOtherNumber(voucher, ''), 'a number that is missing is said by the call').toBe(false)
  expect(isOtherNumber({ method: 'voucher', reference: null }, 'X')).toBe(false)
  expect(isOtherNumber({ method: 'terminal', reference: 'T-1' }, 'T-2')).toBe(false)
})
