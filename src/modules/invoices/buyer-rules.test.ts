import { expect, it } from 'vitest'
import { maskedCode, plainBuyer, tidyBuyer, whyNotBuyer, type Buyer } from './buyer-rules.ts'

const why = (buyer: Partial<Buyer>) => whyNotBuyer(tidyBuyer({ ...plainBuyer, ...buyer }))?.code

it.each<Partial<Buyer>>([
  { kind: 'member' },
  { kind: 'paper' },
  { kind: 'mobile', code: '/AB12+-.' },
  { kind: 'mobile', code: ' /ab12+-. ' },
  { kind: 'citizen', code: 'TP03000001234567' },
  { kind: 'donation', code: '168001' },
  { kind: 'business', taxId: '04595257', title: '青禾股份有限公司' },
  { kind: 'business', taxId: '10458574', title: '七' },
])('takes %o', (buyer) => expect(why(buyer)).toBeUndefined())

it.each<[Partial<Buyer>, string]>([
  [{ kind: 'mobile', code: 'AB12345' }, 'carrier_wrong'],
  [{ kind: 'mobile', code: '/AB1234' }, 'carrier_wrong'],
  [{ kind: 'mobile', code: '/AB12_34' }, 'carrier_wrong'],
  [{ kind: 'citizen', code: 'T103000001234567' }, 'carrier_wrong'],
  [{ kind: 'donation', code: '12' }, 'donation_wrong'],
  [{ kind: 'donation', code: '12345678' }, 'donation_wrong'],
  [{ kind: 'business', taxId: '12345678', title: '青禾' }, 'tax_id_wrong'],
  [{ kind: 'business', taxId: '04595257', title: ' ' }, 'title_missing'],
])('refuses %o: %s', (buyer, code) => expect(why(buyer)).toBe(code))

it('keeps nothing that its kind does not need', () =>
  expect(tidyBuyer({ kind: 'donation', code: '１６８００１', taxId: '04595257', title: '青禾' })).toEqual({
    kind: 'donation',
    code: '168001',
    taxId: '',
    title: '',
  }))

it('shows of a carrier its ends only', () => {
  expect(maskedCode({ kind: 'mobile', code: '/AB12345' })).toBe('/A••••45')
  expect(maskedCode({ kind: 'donation', code: '168001' })).toBe('168001')
})
