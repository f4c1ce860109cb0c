import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const opened = async (lang: string, pathname: string) => {
  vi.resetModules()
  vi.stubGlobal('document', { documentElement: { lang } })
  vi.stubGlobal('location', { pathname })
  return (await import('./language.ts')).useLanguage.getInitialState()
}

it('D4 begins with the language that the document was rendered in, so that no page is made twice', async () => {
  expect(await opened('en-GB', '/en/news')).toEqual({ locale: 'en', prefix: 'en' })
  expect(await opened('en-GB', '/news')).toEqual({ locale: 'en', prefix: undefined })
  expect(await opened('zh-Hant-TW', '/news')).toEqual({ locale: 'tw', prefix: undefined })
})
