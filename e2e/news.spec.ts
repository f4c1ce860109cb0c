import { expect, expectAccessible, speak, test, visit } from './journey.ts'

test('A2, A3 from a half-typed word to an article, its neighbour and a copied link', async ({ page, context, openSite }) => {
  await speak(context, 'tw', openSite)
  await visit(page, `${openSite}/news`)
  await expect(page.locator('link[type="application/rss+xml"]')).toHaveAttribute('href', '/api/News/Rss?lang=tw')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows.first()).toContainText('置頂')
  await page.getByRole('link', { name: '課程' }).click()
  await expect(page).toHaveURL(`${openSite}/news?category=course`)
  await expect(rows).toHaveCount(3)

  await page.getByRole('searchbox', { name: '關鍵字' }).fill('badm')
  await page.getByRole('button', { name: '搜尋' }).click()
  await expect(page).toHaveURL(/keyword=badm/)
  await expect(rows).toHaveCount(1)
  await page.getByRole('link', { name: '冬季羽球初階班招生' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('冬季羽球初階班招生')
  await expect(page).toHaveTitle('冬季羽球初階班招生 · 青禾運動園區')

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => delete (Navigator.prototype as { share?: unknown }).share)
  await page.getByRole('button', { name: '分享' }).click()
  await expect(page.getByText('已複製連結')).toBeVisible()
  // Signed, so that it opens directly on a wired site too.
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.replace(/&signed=[\w-]{22}$/, '')).toBe(page.url())
  expect(copied).not.toBe(page.url())

  await page.getByRole('navigation', { name: '前後則' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('冬季羽球初階班招生')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('A2 the keyword is a form and pages are links; A15 a document is one press away', async ({ page, openSite }) => {
    await page.goto(`${openSite}/tw/news`)
    await page.getByRole('link', { name: '下一頁' }).click()
    await expect(page).toHaveURL(`${openSite}/tw/news?page=2`)
    await page.getByRole('searchbox').fill('颱風')
    await page.getByRole('button', { name: '搜尋' }).click()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['颱風與豪雨停館原則'])

    await page.goto(`${openSite}/en/documents?keyword=roster`)
    const link = page.getByRole('link', { name: /^團體名冊\.xlsx/ })
    const file = await page.request.get(openSite + (await link.getAttribute('href')))
    expect([file.status(), file.headers()['content-type']]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ])
  })
})

test('a preview link opens a draft on the wired site, and nothing else does; C8 what is no article is 404', async ({
  page,
  request,
  openSite,
}) => {
  const previewOn = async (site: string): Promise<string> => {
    const login = await request.post(`${site}/api/AccountMember/Login`, { data: { emailOrAccount: 'staff', secret: 'fieldhouse-demo' } })
    const headers = { authorization: `Bearer ${(await login.json()).token}` }
    const call = async (path: string, data: object) => (await request.post(site + path, { headers, data })).json()
    const { id } = await call('/api/Staff/News', { category: 'notice', titleTw: '還沒公開', bodyTw: '**草稿** [場館](/venues)' })
    return `${site}/tw/news/detail?preview=${(await call('/api/Staff/News/Preview', { id })).token}`
  }
  await visit(page, await previewOn(process.env.E2E_URL!))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('還沒公開')
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: '場館' }).click()
  await expect(page, 'links of the text stay in the app, which the guard lets pass').toHaveURL(/\/venues$/)

  const html = await (await page.request.get(await previewOn(openSite))).text()
  expect(html, 'for no search engine').toMatch(/<meta[^>]* name="robots" content="noindex"/)
  expect(await (await page.request.get(`${openSite}/tw/news/detail?id=5`)).text()).not.toContain('content="noindex"')
  for (const wrong of ['?id=0', '?id=abc', '?id=999999', '?preview=rubbish'])
    expect((await page.request.get(`${openSite}/news/detail${wrong}`)).status(), wrong).toBe(404)
})
