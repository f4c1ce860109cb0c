import { expect, it } from 'vitest'
import { inAppBrowser, outsideOfLine } from './in-app-browser.ts'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

it('browsers inside apps are known by what they call themselves', () => {
  expect(inAppBrowser(`${phone} Safari Line/15.7.1`)).toBe('line')
  expect(inAppBrowser(`${phone} Mobile/22F76 [FBAN/FBIOS;FBAV/509.0.0.37.102;FBDV/iPhone17,1]`)).toBe('other')
  expect(inAppBrowser(`${phone} Mobile/22F76 Instagram 382.0.0.20.84`)).toBe('other')
  expect(inAppBrowser(`${phone} Version/18.5 Mobile/15E148 Safari/604.1`)).toBeUndefined()
  expect(inAppBrowser('Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0.0.0 Safari/537.36 Online/1')).toBeUndefined()
})

it('the way out of LINE keeps the rest of the address', () =>
  expect(outsideOfLine('https://park.example/pay?ref=a%20b#top')).toBe('https://park.example/pay?ref=a+b&openExternalBrowser=1#top'))
