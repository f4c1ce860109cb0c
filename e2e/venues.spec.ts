import { expect, expectAccessible, speak, test, visit } from './journey.ts'

const taipeiDay = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)

type Search = { total: number; items: { facility: { id: number; name: string } }[]; alternatives: unknown[] }

test('A9 time first: a day and an hour answer with every free court, and one press chooses it', async ({
  page,
  context,
  openSite,
  isMobile,
}) => {
  await speak(context, 'tw', openSite)
  await visit(page, `${openSite}/venues`)
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(12)
  await expect(page.getByLabel('開始')).toBeHidden()

  const date = taipeiDay(4)
  await page.getByLabel('日期').selectOption(date)
  await page.getByLabel('開始').selectOption('10:00')
  await page.getByLabel('時長').selectOption('120')
  await page.getByRole('button', { name: '搜尋' }).click()
  await expect(page).toHaveURL(new RegExp(`date=${date}`))
  const found = page.getByRole('status').filter({ hasText: '10:00–12:00' })
  await expect(found).toContainText('個場地可預約')
  if (isMobile) {
    // On a phone the form is folded: the results are seen at once, with a court to press that the bottom bar does not cover.
    await expect(page.getByLabel('日期')).toBeHidden()
    const [court, bottomBar] = [page.locator('button[aria-pressed]').first(), page.getByRole('navigation', { name: '主要選單' })]
    expect((await found.boundingBox())!.y).toBeLessThan((await court.boundingBox())!.y)
    const { y, height } = (await court.boundingBox())!
    expect(y + height).toBeLessThan((await bottomBar.boundingBox())!.y)
    await page.getByText('修改條件').click()
  }
  await expect(page.getByLabel('日期')).toBeVisible()

  const asked = (await (
    await page.request.post(`${openSite}/api/Venues/Search`, { data: { date, start: '10:00', minutes: 120 } })
  ).json()) as Search
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(asked.items.length)
  await expectAccessible(page)

  const court = page.locator('button[aria-pressed]').first()
  const name = (await court.locator('span').textContent())!
  await court.click()
  await expect(court).toHaveAttribute('aria-pressed', 'true')
  const cart = page.getByRole('complementary', { name: '已選時段' })
  await expect(cart).toContainText('2 小時')
  await page.reload()
  await expect(cart, 'the cart outlives a reload').toContainText('2 小時')
  await expect(page.locator('button[aria-pressed=true]')).toContainText(name)
})

test('A9 a sport and a roof narrow the list, and the address keeps them', async ({ page, context, openSite, isMobile }) => {
  const unfold = async () => isMobile && page.getByText('Change search').click()
  await speak(context, 'en', openSite)
  await visit(page, `${openSite}/venues`)
  await page.getByLabel('Sport').selectOption('basketball')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Multi-purpose Arena', 'Outdoor Basketball & Volleyball'])
  await unfold()
  await page.getByLabel('Where').selectOption('outdoor')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Outdoor Basketball & Volleyball'])
  await page.goBack()
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(2)
  await expect(page.getByLabel('Sport')).toHaveValue('basketball')
  await unfold()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(12)
})

test('A9 a time that is not open yet says when it opens, and offers what comes near', async ({ page, context, openSite }) => {
  await speak(context, 'en', openSite)
  await page.goto(`${openSite}/venues?sport=tennis&date=${taipeiDay(12)}&start=10:00&minutes=60`)
  await expect(page.getByText('That day isn’t open yet')).toBeVisible()
  await expect(page.getByText('It opens on')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Same hour, another day' }).getByRole('button').first()).toBeVisible()
  await expectAccessible(page)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('A9 the filter is a form, and A10 a page that can be read', async ({ page, openSite }) => {
    await page.goto(`${openSite}/tw/venues`)
    await page.getByLabel('運動項目').selectOption('squash')
    await page.getByRole('button', { name: '搜尋' }).click()
    await expect(page).toHaveURL(`${openSite}/tw/venues?sport=squash`)
    await page.getByRole('link', { name: '壁球室' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('壁球室')
    await expect(page.getByRole('row', { name: /一般民眾/ })).toContainText('NT$150')
  })
})

test('A10 one facility: hours, prices by identity, rules, courts and the live grid', async ({ page, context, openSite }) => {
  await speak(context, 'tw', openSite)
  await visit(page, `${openSite}/venues`)
  await page.getByRole('link', { name: '綜合球場' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('綜合球場')
  await expect(page).toHaveTitle('綜合球場 · 青禾運動園區')
  const halves = page.getByRole('table', { name: /籃球半場 A1/ })
  await expect(halves.getByRole('row', { name: /一般民眾/ })).toContainText('NT$700')
  await expect(halves.getByRole('row', { name: /身心障礙/ })).toContainText('免費')
  await expect(page.getByText('尖峰：平日 18:00–22:00')).toBeVisible()
  await expect(page.getByRole('region', { name: '使用須知' }).getByRole('listitem')).toHaveCount(5)
  await expect(page.getByText('與籃球半場 A1、籃球半場 A2共用場地')).toBeVisible()
  // Tomorrow, because today has nothing left to show late in the evening.
  await visit(page, `${page.url()}?date=${taipeiDay(1)}`)
  await expect(page.getByRole('region', { name: '可預約時段' }).getByRole('grid').first()).toBeVisible()
})

test('A10 tells of a closed day before it is met', async ({ page, context, openSite }) => {
  await speak(context, 'tw', openSite)
  await page.goto(`${openSite}/venues/10`)
  await expect(page.getByText('泳池定期換水清潔')).toBeVisible()
})

for (const id of ['99', '0', 'abc', '1e3', '1%2F2'])
  test(`C8 /venues/${id} is not a facility: 404`, async ({ page, openSite }) => {
    const response = await page.goto(`${openSite}/venues/${id}`)
    expect(response!.status()).toBe(404)
    await expect(page.getByText(/Page Not Found: \/(tw\/|en\/)?venues\//)).toBeVisible()
  })
