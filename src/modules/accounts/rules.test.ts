import { describe, expect, it } from 'vitest'
import { accountFrom, accountPattern, identityState, maskMobile, mayBeIdentity, mobilePattern } from './rules.ts'
import { deviceName, whyNotSecretLength } from '#modules/logins/rules.ts'

describe('a member', () => {
  it.each([
    ['0912345678', true],
    ['0812345678', false],
    ['091234567', false],
    ['+886912345678', false],
  ])('has a mobile like 09xxxxxxxx: %s', (mobile, fits) => expect(mobilePattern.test(mobile)).toBe(fits))

  it.each([
    ['amy', true],
    ['amy.lin-88', true],
    ['am', false],
    ['.amy', false],
    ['amy@example.com', false],
    ['a'.repeat(31), false],
  ])('has an account name that is no address: %s', (account, fits) => expect(accountPattern.test(account)).toBe(fits))

  it.each([
    ['Amy.Lin@example.com', 'amy.lin-0042'],
    ['amy+club@example.com', 'amy-0042'],
    ['._-a_b-@example.com', 'a_b-0042'],
    ['小美@example.com', 'member-0042'],
    [`${'long'.repeat(20)}@example.com`, 'longlonglonglonglonglo-0042'],
  ])('gets an account name from the address %s', (email, account) => {
    expect(accountFrom(email, '0042')).toBe(account)
    expect(account).toMatch(accountPattern)
  })

  it('has a secret of 10 to 128 characters, counted as code points', () => {
    expect(whyNotSecretLength('123456789')).toBe('field_secret_short')
    expect(whyNotSecretLength('🏸'.repeat(9))).toBe('field_secret_short')
    expect(whyNotSecretLength('🏸'.repeat(10))).toBeUndefined()
    expect(whyNotSecretLength('x'.repeat(128))).toBeUndefined()
    expect(whyNotSecretLength('x'.repeat(129))).toBe('field_secret_long')
  })

  it('shows only the ends of a mobile', () => expect(maskMobile('0912345678')).toBe('0912***678'))
})

describe('an identity', () => {
  const plain = { needsProof: false, forCommunity: false }
  const proven = { needsProof: true, forCommunity: false }
  const community = { needsProof: false, forCommunity: true }
  const state = (kind: typeof plain, latest: Partial<Parameters<typeof identityState>[1]>) =>
    identityState(kind, { proof: null, community: null, ...latest })
  it('needs no proof when its kind needs none', () => expect(state(plain, { proof: 'refused' })).toBe('none-needed'))
  it('waits for a proof that was never sent', () => expect(state(proven, {})).toBe('needs-proof'))
  it('is what the latest review says', () => expect(state(proven, { proof: 'under-review' })).toBe('under-review'))
  it('follows the community’s review when it is for communities', () => {
    expect(state(community, { community: 'under-review', proof: 'approved' })).toBe('under-review')
    expect(state(community, { community: 'approved' })).toBe('approved')
    expect(state(community, {})).toBe('needs-proof')
  })
  it('for communities is open to approved communities and to applicants', () => {
    const who = ['approved', 'applying', 'under-review', 'refused', null] as const
    expect(who.map((one) => mayBeIdentity({ for_community: true }, one))).toEqual([true, true, false, false, false])
    expect(who.every((one) => mayBeIdentity({ for_community: false }, one))).toBe(true)
  })
})

describe('a device', () => {
  it.each([
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36',
      'Chrome · Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari · iPhone',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0',
      'Edge · Windows',
    ],
    ['curl/8.5.0', 'curl'],
    [null, '—'],
  ])('is named as its owner would: %s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name))
})
