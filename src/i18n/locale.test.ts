import { describe, expect, it } from 'vitest'
import { localeOfHtmlLang, pickLocale, splitPrefix, withPrefix } from './locale.ts'

describe('D3 the language comes from the route, then the cookie, then the browser, then the default', () => {
  it.each([
    ['/login', undefined, undefined, 'tw'],
    ['/en/login', 'tw', 'zh-TW', 'en'],
    ['/EN/login', 'tw', 'zh-TW', 'en'],
    ['/tw', 'en', 'en', 'tw'],
    ['/english', undefined, undefined, 'tw'],
    ['/login', 'en', 'zh-TW', 'en'],
    ['/login', 'xx', 'en-US,en;q=0.9', 'en'],
    ['/login', undefined, 'zh-TW,zh;q=0.9,en;q=0.8', 'tw'],
    ['/login', undefined, 'zh-TW,zh,en', 'tw'],
    ['/login', undefined, 'en;q=0.5,zh-Hant;q=0.9', 'tw'],
    ['/login', undefined, 'fr,de;q=0.8,en;q=0.1', 'en'],
    ['/login', undefined, 'en;q=0,fr', 'tw'],
    ['/login', undefined, 'ja', 'tw'],
    ['/login', undefined, '', 'tw'],
    ['/login', undefined, 'tw', 'tw'],
  ] as const)('%s with cookie %s and Accept-Language %s is read in %s', (path, cookie, accept, expected) => {
    expect(pickLocale(path, cookie, accept)).toBe(expected)
  })
})

describe('D3 the prefix', () => {
  it.each([
    ['/en/login', 'en', '/login'],
    ['/tw/', 'tw', '/'],
    ['/en', 'en', '/'],
    ['/entry', undefined, '/entry'],
    ['/', undefined, '/'],
  ] as const)('splits %s', (pathname, prefix, path) => {
    expect(splitPrefix(pathname)).toEqual({ prefix, path })
  })

  it('is put back in front of links', () => {
    expect(withPrefix('en', '/login')).toBe('/en/login')
    expect(withPrefix('en', '/')).toBe('/en')
    expect(withPrefix(undefined, '/login')).toBe('/login')
  })
})

it('D3 reads the language that the document was rendered in', () => {
  expect(localeOfHtmlLang('en-GB')).toBe('en')
  expect(localeOfHtmlLang('zh-Hant-TW')).toBe('tw')
})
