import { expect, expectAccessible, logIn, speak, test, visit } from './journey.ts'

/** Every page that exists, and who looks at it. */
const pages: [id: string, path: string, as?: 'member' | 'community'][] = [
  ['A4', '/login'],
  ['A5', '/login/forget'],
  ['A6', '/register'],
  ['A7', '/order/check'],
  ['A7', '/order/check', 'member'],
  ['A8', '/order', 'member'],
  ['A8', '/order?facility=11', 'member'],
  ['A9', '/venues'],
  ['A10', '/venues/1'],
  ['A10', '/venues/11'],
  ['A12', '/refund'],
  ['A17', '/emailValidation'],
  ['A20', '/resetpkey/eyJhbGciOiJIUzI1NiJ9.eyJwIjoxfQ.c2lnbmF0dXJl'],
  ['A22', '/member', 'member'],
  ['A22', '/member', 'community'],
  ['A23', '/member/setting', 'member'],
  ['A23', '/member/setting', 'community'],
  ['A24', '/member/violation', 'member'],
  ['A25', '/member/order/overview', 'member'],
  ['A25', '/member/order/overview?status=expired', 'member'],
  ['A26', '/member/order/zero', 'member'],
  ['A27', '/member/order/venue', 'member'],
  ['A28', '/member/order/locker', 'member'],
  ['A30', '/member/order/refund', 'member'],
  ['C9', '/no-such-page'],
]

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

for (const [id, path, as] of pages)
  for (const locale of ['tw', 'en'] as const)
    test(`${id} ${path} ${as ? `as ${as} ` : ''}in ${locale}: accessible in both schemes, nothing sideways, a quiet console`, async ({
      page,
      context,
      openSite,
      isMobile,
    }) => {
      // Each page is seen in both languages, both schemes and at both widths; not in every mixture of them.
      test.skip(isMobile !== (locale === 'tw'), 'seen at the other width')
      await speak(context, locale, openSite)
      if (as) await logIn(page, as)
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      const response = await visit(page, openSite + path)
      expect(response!.status()).toBe(id === 'C9' ? 404 : 200)
      expect(page.url(), 'nobody was sent elsewhere').toBe(openSite + path)
      await expect(page.locator('html')).toHaveAttribute('lang', locale === 'tw' ? 'zh-Hant-TW' : 'en-GB')
      await expect(page).toHaveTitle(locale === 'tw' ? /· 青禾運動園區$/ : /· Qinghe Sports Park$/)
      expect(await page.locator('meta[name=description]').getAttribute('content')).not.toBe('')
      await expect(page.locator('h1')).toHaveCount(1)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), 'sideways').toBeLessThanOrEqual(0)
      await expectAccessible(page)

      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
      await expectAccessible(page)
    })
