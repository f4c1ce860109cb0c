import { describe, expect, it } from 'vitest'
import { codeOf, otpauthUrl, stepAt, stepOfCode, toBase32 } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

describe('codes of an authenticator app', () => {
  // RFC 6238, appendix B: the vectors of SHA-1.
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('at second %i it is %s', (second, code) => {
    const step = stepAt(new Date(second * 1000))
    expect(codeOf(secret, step, 8)).toBe(code)
    expect(codeOf(secret, step)).toBe(code.slice(2))
  })

  // RFC 4226, appendix D.
  it('follow the counter of RFC 4226', () => {
    const codes = Array.from({ length: 10 }, (_, count) => codeOf(secret, count))
    expect(codes).toEqual(['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'])
  })

  it('count one step before and after, and no further', () => {
    const now = new Date('2026-11-16T10:00:00Z')
    const step = stepAt(now)
    for (const [by, found] of [
      [-2, undefined],
      [-1, step - 1],
      [0, step],
      [1, step + 1],
      [2, undefined],
    ] as const)
      expect(stepOfCode(secret, codeOf(secret, step + by), now)).toBe(found)
  })

  it('are not mistaken for texts of other lengths', () => {
    const now = new Date(59_000)
    for (const text of ['', '28708', '2870820', '２８７０８２', '287082\n']) expect(stepOfCode(secret, text, now)).toBeUndefined()
    expect(stepOfCode(secret, '287082', now)).toBe(1)
  })
})

// RFC 4648, section 10, without padding.
it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 of %j is %j', (text, encoded) => {
  expect(toBase32(Buffer.from(text))).toBe(encoded)
})

describe('the address in the QR code', () => {
  const account = { issuer: 'sports.example.org', account: 'lin.meimei', secret: toBase32(secret) }
  it('names who issued it and whose it is', () => {
    expect(otpauthUrl(account, 122)).toBe(
      'otpauth://totp/sports.example.org:lin.meimei?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=sports.example.org',
    )
  })
  it('always fits, and always holds the whole secret', () => {
    for (const issuer of ['Hall', '臺北市大安運動中心附設羽球館', `${'x'.repeat(63)} ${'𠮷'.repeat(63)}`])
      for (const name of ['amy', 'a'.repeat(30), '會員'.repeat(15)]) {
        const url = otpauthUrl({ ...account, issuer, account: name }, 230)
        expect(url.length).toBeLessThanOrEqual(230)
        expect(new URL(url).searchParams.get('secret')).toBe(account.secret)
        // No character is cut in two.
        const [by, whose] = decodeURIComponent(new URL(url).pathname).slice(1).split(':')
        expect([issuer.startsWith(by!), name.startsWith(whose!)]).toEqual([true, true])
      }
  })
  it('keeps the account and the beginning of a name that is too long', () => {
    const url = otpauthUrl({ ...account, issuer: '臺北市大安運動中心附設羽球館與桌球館暨游泳池' }, 230)
    expect(decodeURIComponent(new URL(url).pathname)).toBe('/臺北市大安運動中心附設羽球館與桌球館:lin.meimei')
  })
  it('has one colon: that between the two', () => {
    expect(otpauthUrl({ ...account, issuer: 'Hall: North' }, 230)).toContain('/Hall%20%20North:lin.meimei?')
  })
})
