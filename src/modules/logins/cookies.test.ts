import { describe, expect, it } from 'vitest'
import { bindingKeyOf, loginCookies, logoutCookies } from './cookies.ts'

describe('the companion cookie', () => {
  const expires = new Date('2026-11-29T10:00:00Z')

  it('has the prefix __Host- over https, and none over http', () => {
    expect(loginCookies('token', 'key', expires, true)[1]).toMatch(/^__Host-sports_v2_key=key; Path=\/; .*; Secure; HttpOnly$/)
    expect(loginCookies('token', 'key', expires, false)[1]).toMatch(/^sports_v2_key=key; Path=\/; (?!.*Secure).*; HttpOnly$/)
    expect(logoutCookies(true)[1]).toMatch(/^__Host-sports_v2_key=; Path=\/; .*1970/)
  })

  it('of this host wins over one that a sibling host could have set', () => {
    expect(bindingKeyOf('sports_v2_key=planted; __Host-sports_v2_key=ours')).toBe('ours')
    expect(bindingKeyOf('other=1; sports_v2_key=plain')).toBe('plain')
    expect(bindingKeyOf(null)).toBeUndefined()
  })
})
