import { describe, expect, it } from 'vitest'
import { bankOf, banks, isBankCode } from './taiwan-banks.ts'

describe('banks of Taiwan', () => {
  it('have three digits each, once, in order, and a name in both languages', () => {
    const codes = banks.map(({ code }) => code)
    expect(codes).toEqual([...new Set(codes)].toSorted())
    for (const { code, tw, en } of banks) {
      expect(code).toMatch(/^\d{3}$/)
      expect(tw, code).toMatch(/\p{Script=Han}/u)
      expect(en, code).toMatch(/^[\x20-\x7e’]+$/)
    }
    expect(codes).toEqual(expect.arrayContaining(['004', '007', '700', '808', '812', '822']))
  })
  it('are told from digits that are nobody’s; associations are taken by their digits', () => {
    for (const code of ['007', '700', '614', '952', '512']) expect(isBankCode(code), code).toBe(true)
    for (const code of ['', '7', '0070', '001', '399', '899', 'abc']) expect(isBankCode(code), code).toBe(false)
    expect([bankOf('700')?.en, bankOf('614')]).toEqual(['Chunghwa Post', undefined])
  })
})
