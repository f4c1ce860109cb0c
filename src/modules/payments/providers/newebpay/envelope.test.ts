import { describe, expect, it } from 'vitest'
import { checkCode, checkValue, isSum, queryOf, seal, sealSum, unseal, type Keys } from './envelope.ts'
import { openNotice } from './notice.ts'
import vectors from './vectors.json' with { type: 'json' }

const keysOf = ({ HashKey, HashIV }: { HashKey: string; HashIV: string }): Keys => ({ hashKey: HashKey, hashIv: HashIV })
const texts = (fields: Record<string, string | number>) => Object.fromEntries(Object.entries(fields).map(([name, v]) => [name, String(v)]))
const keys = keysOf(vectors.keys)

describe('the envelope equals the examples of the manuals', () => {
  it.each([
    ['a form', vectors.request, keys],
    ['a form of an older manual', vectors.old_manual, keysOf(vectors.old_manual)],
  ])('%s', (_, { plain, TradeInfo, TradeSha }, its) => {
    expect(seal(plain, its)).toBe(TradeInfo)
    expect(sealSum(TradeInfo, its)).toBe(TradeSha)
    expect(unseal(TradeInfo, its)).toBe(plain)
  })

  it('a notice', () => {
    const { TradeInfo, TradeSha, plain } = vectors.notify
    expect(unseal(TradeInfo, keys)).toBe(plain)
    expect(sealSum(TradeInfo, keys)).toBe(TradeSha)
    expect(openNotice({ TradeInfo, TradeSha: TradeSha.toLowerCase() }, keys)).toEqual(Object.fromEntries(new URLSearchParams(plain)))
  })

  it('the checksum of a question and that of an answer', () => {
    const { fields, CheckValue } = vectors.checkValue_of_query_request
    expect(checkValue(texts(fields), keysOf(vectors.checkValue_of_query_request))).toBe(CheckValue)
    const answer = vectors.checkCode_of_query_answer
    expect(checkCode(texts(answer.fields), keys)).toBe(answer.CheckCode)
    expect(checkCode(texts({ ...answer.fields, Amt: 31 }), keys)).not.toBe(answer.CheckCode)
  })

  it('what another library makes of hard characters', () => {
    const { fields, TradeInfo, TradeSha, wallet, CheckValue, CheckCode } = vectors.another_library
    expect(seal(queryOf(fields), keys)).toBe(TradeInfo)
    expect(sealSum(TradeInfo, keys)).toBe(TradeSha)
    expect(seal(wallet.json, keys)).toBe(wallet.EncryptData_)
    expect(sealSum(wallet.EncryptData_, keys)).toBe(wallet.HashData_)
    expect(checkValue(fields, keys)).toBe(CheckValue)
    expect(checkCode({ ...fields, TradeNo: '26111610000000001' }, keys)).toBe(CheckCode)
  })

  it('what is padded to 32 bytes', () => {
    const { hex, plain } = vectors.padded_to_32_must_decrypt
    expect([keys, keysOf(vectors.old_manual)].map((one) => unseal(hex, one))).toContain(plain)
  })
})

describe('the envelope', () => {
  it('opens nothing that is no hexadecimal text of whole blocks, or is padded wrongly', () => {
    const sealed = seal('x', keys)
    for (const wrong of ['', 'zz', sealed.slice(2), `${sealed}00`, 'g'.repeat(32), '0'.repeat(32)])
      expect(unseal(wrong, keys)).toBeUndefined()
    expect(unseal(sealed, { ...keys, hashKey: 'x'.repeat(32) })).toBeUndefined()
  })

  it('holds any text', () => {
    for (const text of ['', '羽球場 (A)~1 - Tom’s * 100% ok!', 'x'.repeat(5000)]) expect(unseal(seal(text, keys), keys)).toBe(text)
    expect(unseal(seal('\ud800', keys), keys)).toBe('\ufffd')
  })

  it('compares sums of any length', () => {
    expect([isSum(undefined, 'AB'), isSum('', 'AB'), isSum('éé', 'AB'), isSum('ab', 'AB')]).toEqual([false, false, false, true])
  })
})
