import { expect, expectNothingSideways, speak, test, visit } from './journey.ts'
import { counting, expectAsWritten } from './taps.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

test('A1 a visitor asks for a time on the front door and is shown what is free then, also without scripts', async ({
  page,
  context,
  browser,
  openSite,
}) => {
  await speak(context, 'tw', openSite)
  await visit(page, '/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('timer')).toBeVisible()
  // Three presses: what, when, and which part of it.
  await page.getByRole('navigation', { name: '運動項目' }).getByRole('link', { name: '羽球', exact: true }).click()
  await page
    .getByRole('navigation', { name: '日期' })
    .getByRole('link', { name: /（六）/ })
    .first()
    .click()
  await page.getByRole('navigation', { name: '時段' }).getByRole('link', { name: '晚上' }).click()
  await expect(page).toHaveURL(/\/venues\?sport=badminton&date=.*from=18%3A00/)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['羽球館'])
  await expect(
    page
      .getByRole('main')
      .getByRole('button', { name: /^\d\d:00.*NT\$/ })
      .first(),
  ).toBeVisible()

  const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' })
  const bare = await plain.newPage()
  await bare.goto(`${openSite}/en`)
  await bare.getByRole('link', { name: 'Evening' }).click()
  await expect(bare).toHaveURL(/\/en\/venues\?from=18%3A00/)
  await expect(bare.getByRole('status').filter({ hasText: /Every day 18:00–2\d:00/ })).toBeVisible()
  await plain.close()
})

test('A1 A9 two hours of an evening: asked on the front door, answered with starts of one free court', async ({
  page,
  context,
  openSite,
}) => {
  await speak(context, 'tw', openSite)
  await page.setViewportSize({ width: 360, height: 740 })
  await visit(page, '/')
  const { count, tap } = counting()
  await tap(page.getByRole('navigation', { name: '時長' }).getByRole('link', { name: '2 小時' }))
  await expect(page).toHaveURL(/\/venues\?minutes=120$/)
  await tap(page.getByRole('navigation', { name: '時段' }).getByRole('link', { name: '晚上' }))
  await expect(page.getByRole('status').filter({ hasText: /每一天 18:00–2\d:00 · 2 小時/ })).toBeVisible()
  const start = page
    .getByRole('main')
    .getByRole('button', { name: /^\d\d:00–\d\d:00/ })
    .first()
  const [from, to] = (await start.innerText()).match(/\d\d(?=:00)/g)!.map(Number)
  expect([from! >= 18, to! - from!]).toEqual([true, 2])
  // One press takes one court for both hours.
  await tap(start)
  await expect(page.getByRole('complementary', { name: '已選時段' })).toContainText('2 小時')
  expectAsWritten('Two hours of an evening: from the front door to chosen', count)
  await expectNothingSideways(page)
})

test('A18 pictures are looked at by keyboard, and the focus comes back to them', async ({ page, context, request, openSite }) => {
  await speak(context, 'tw', openSite)
  // The demo draws its pictures after it has started listening.
  const drawn = async () => (await (await request.post('/api/Highlight/List', { data: {} })).json()).total
  await expect.poll(drawn, { timeout: 80_000 }).toBe(5)
  await visit(page, '/highlights')
  const first = page.getByRole('link', { name: /^放大/ }).first()
  expect(await first.getAttribute('href')).toMatch(/\/api\/Highlight\/Picture\/.+\.jpg$/)
  await first.focus()
  await page.keyboard.press('Enter')
  const viewer = page.getByRole('dialog')
  await expect(viewer.getByRole('img')).toBeVisible()
  const alt = await viewer.getByRole('img').getAttribute('alt')
  expect(alt).not.toBe('')
  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByText(/第 2 張/)).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(viewer.getByRole('img')).toHaveAttribute('alt', alt!)
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(first).toBeFocused()
})

test('public pages of the open site say what they are, and the rest is not to be found', async ({ request, openSite }) => {
  const read = async (path: string) => (await request.get(openSite + path)).text()
  const facility = await read('/en/venues/1?date=2026-11-15')
  expect(facility).toMatch(/<link rel="canonical" href="[^"]+\/en\/venues\/1"/)
  for (const lang of ['zh-Hant-TW', 'en-GB', 'x-default']) expect(facility).toContain(`hrefLang="${lang}"`)
  const picture = /property="og:image" content="([^"]+)"/.exec(facility)![1]!
  const shared = await request.get(openSite + new URL(picture).pathname)
  expect(shared.headers()['content-type']).toBe('image/jpeg')
  const login = await read('/login')
  expect(login).toContain('content="noindex"')
  expect(login).not.toContain('rel="canonical"')
  expect(await read('/robots.txt')).toContain('Sitemap:')
  expect(await read('/sitemap.xml')).toContain('/en/venues/1<')
  expect(await (await request.get(`${process.env.E2E_URL}/robots.txt`)).text()).toBe('User-agent: *\nDisallow: /\n')
})

for (const [motion, longest] of [
  ['no-preference', 160],
  ['reduce', 0],
] as const)
  test(`a page that follows another fades in where motion is welcome: ${motion}`, async ({ page, openSite }) => {
    await page.emulateMedia({ reducedMotion: motion })
    await page.addInitScript(() => {
      const start = document.startViewTransition.bind(document)
      const seen = Object.assign(window, { types: [] as string[], durations: [] as number[] })
      document.startViewTransition = (how) => {
        const transition = start(how)
        seen.types.push(...(how as { types: string[] }).types)
        const faded = () => {
          const effects = document.getAnimations().map(({ effect }) => effect as KeyframeEffect)
          const fading = effects.filter(({ pseudoElement }) => pseudoElement?.startsWith('::view-transition-'))
          seen.durations.push(...fading.map((effect) => Number(effect.getComputedTiming().duration)))
        }
        transition.ready.then(faded, () => undefined)
        return transition
      }
    })
    const errors: string[] = []
    page.on('pageerror', ({ name, message }) => errors.push(`${name}: ${message}`))
    await visit(page, `${openSite}/news`)
    const seen = () =>
      page.evaluate(() => {
        const { types, durations } = window as unknown as { types: string[]; durations: number[] }
        return { types, durations }
      })
    // Transitions come with what a page loads after everything else.
    await expect(async () => {
      for (const path of ['/venues', '/news']) {
        await page.locator(`a[href="${path}"]:visible`).first().click({ timeout: 2000 })
        await expect(page).toHaveURL(`${openSite}${path}`)
        await expect(page.locator('html:not(:active-view-transition)')).toHaveCount(1)
      }
      expect((await seen()).durations.length).toBeGreaterThan(1)
    }).toPass()
    // Back and forth at once: no transition is cut off by the next one.
    await page.evaluate(() => {
      history.back()
      setTimeout(() => history.forward(), 30)
    })
    await expect(page).toHaveURL(`${openSite}/news`)
    const { types, durations } = await seen()
    expect(new Set(types)).toEqual(new Set(['page']))
    expect(Math.max(...durations)).toBe(longest)
    expect(errors).toEqual([])
  })
