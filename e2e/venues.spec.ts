import { expect, expectAccessible, expectNothingSideways, facilitiesOfDemo, speak, test, visit } from './journey.ts'

const taipeiDay = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)

type Times = { items: { facility: { id: number }; times: { start: string }[] }[] }

test('A9 Saturday evening, badminton: three presses to the courts, and the fourth chooses one', async ({ page, context, openSite }) => {
  await speak(context, 'tw', openSite)
  await visit(page, `${openSite}/venues`)
  await expect(facilitiesOfDemo(page)).toHaveCount(12)
  const date = taipeiDay(4)
  await page.getByRole('navigation', { name: '運動項目' }).getByRole('link', { name: '羽球', exact: true }).click()
  await expect(facilitiesOfDemo(page)).toHaveText(['羽球館'])
  await page.getByRole('navigation', { name: '日期' }).getByRole('link').nth(5).click()
  await expect(page).toHaveURL(new RegExp(`date=${date}`))
  await page.getByRole('navigation', { name: '時段' }).getByRole('link', { name: '晚上' }).click()
  await expect(page.getByRole('status').filter({ hasText: /18:00–2[24]:00/ })).toContainText('個時段可預約')
  await expectAccessible(page)

  const body = { date, from: '18:00', to: '22:00', minutes: 60, sport: 'badminton' }
  const asked = (await (await page.request.post(`${openSite}/api/Venues/Times`, { data: body })).json()) as Times
  const times = page.getByRole('list').getByRole('button', { name: /^\d\d:00/ })
  await expect(times).toHaveCount(asked.items[0]!.times.length)
  await times.first().click()
  await expect(times.first()).toHaveAttribute('aria-pressed', 'true')
  const courts = page.getByRole('group', { name: /的場地$/ })
  const name = (await courts.locator('button[aria-pressed=true] span').textContent())!
  const cart = page.getByRole('complementary', { name: '已選時段' })
  await expect(cart).toContainText('1 小時')
  await expectAccessible(page)
  await page.reload()
  await expect(cart, 'the cart outlives a reload').toContainText('1 小時')
  await expect(courts.locator('button[aria-pressed=true]')).toContainText(name)
  // Another court is taken instead; one more only when that is said
  await courts.locator('button[aria-pressed=false]').first().click()
  await expect(courts.locator('button[aria-pressed=true]')).toHaveCount(1)
  await expect(courts.locator('button[aria-pressed=true]')).not.toContainText(name)
  await expect(cart).toContainText('1 小時')
  await page.getByRole('button', { name: '再加一個場地' }).click()
  await courts.locator('button[aria-pressed=false]').first().click()
  await expect(courts.locator('button[aria-pressed=true]')).toHaveCount(2)
  await expectAccessible(page)
  await times.first().click()
  await expect(cart).toHaveCount(0)

  // An hour by one press of the band, a range by a second one or by a drag.
  const band = page.getByRole('navigation', { name: '從幾點到幾點' })
  const hour = (n: number) => band.getByRole('link', { name: new RegExp(`^${n} ?:00$`) })
  await hour(9).click()
  await expect(page).toHaveURL(/from=09%3A00&to=2[24]%3A00/)
  // The address is there before the band is drawn anew.
  await expect(hour(10)).toHaveAttribute('href', /from=10%3A00&to=11%3A00/)
  await hour(10).click()
  await expect(page).toHaveURL(/from=10%3A00&to=11%3A00/)
  await hour(14).hover()
  await page.mouse.down()
  await hour(16).hover()
  await page.mouse.up()
  await expect(page).toHaveURL(/from=14%3A00&to=17%3A00/)

  // Two hours of it on whichever day: every answer says both ends, by its day.
  await page.getByRole('navigation', { name: '時長' }).getByRole('link', { name: '2 小時' }).click()
  await page.getByRole('navigation', { name: '日期' }).getByRole('link', { name: '不限' }).click()
  await expect(page).toHaveURL(/venues\?sport=badminton&from=14%3A00&to=17%3A00&minutes=120$/)
  await expect(page.getByRole('status').filter({ hasText: '每一天 14:00–17:00 · 2 小時' })).toBeVisible()
  const week = (await (
    await page.request.post(`${openSite}/api/Venues/Times`, {
      data: { date: 'any', from: '14:00', to: '17:00', minutes: 120, sport: 'badminton' },
    })
  ).json()) as Times
  const days = new Set(week.items[0]!.times.map(({ start }) => start.slice(0, 10))).size
  await page
    .getByRole('button', { name: `還有 ${days - 3} 天` })
    .first()
    .click()
  await expect(page.getByRole('term')).toHaveCount(days)
  const pair = page
    .getByRole('definition')
    .last()
    .getByRole('button', { name: /^\d\d:00–\d\d:00/ })
    .first()
  await pair.click()
  await expect(cart).toContainText('2 小時')
  await expectAccessible(page)
})

test('A9 a sport and a roof narrow the list, and the address keeps them', async ({ page, context, openSite }) => {
  await speak(context, 'en', openSite)
  await visit(page, `${openSite}/venues`)
  const sports = page.getByRole('navigation', { name: 'Sport' })
  await sports.getByRole('link', { name: 'Basketball' }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Multi-purpose Arena', 'Outdoor Basketball & Volleyball'])
  await page.getByRole('link', { name: 'Outdoor', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Outdoor Basketball & Volleyball'])
  await page.goBack()
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(2)
  await expect(sports.getByRole('link', { name: 'Basketball' })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(facilitiesOfDemo(page)).toHaveCount(12)
})

test('A9 A10 the next free time on a card leads to its hour in the grid', async ({ page, context, openSite }) => {
  await speak(context, 'tw', openSite)
  await visit(page, `${openSite}/venues?sport=squash`)
  const next = page.getByRole('link', { name: /^(.+ )?\d\d:00 NT\$/ }).first()
  const hour = /\d\d:00/.exec((await next.textContent())!)![0]
  await next.click()
  await expect(page).toHaveURL(new RegExp(`/venues/7\\?date=.*start=${hour.replace(':', '%3A')}`))
  await expect(page.locator('[data-asked]:visible')).toContainText(hour)
  await expect(page.locator('[data-asked]:visible')).toBeInViewport()
})

test('A9 a time that is not open yet says when it opens, and offers what comes near', async ({ page, context, openSite }) => {
  await speak(context, 'en', openSite)
  await page.goto(`${openSite}/venues?sport=tennis&date=${taipeiDay(12)}&start=10:00&minutes=60`)
  await expect(page.getByText('That day isn’t open yet')).toBeVisible()
  await expect(page.getByText('It opens on')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Same time, another day' }).getByRole('button').first()).toBeVisible()
  await expectAccessible(page)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('A9 the question is made of links, and A10 a page that can be read', async ({ page, openSite }) => {
    await page.goto(`${openSite}/tw/venues`)
    await page.getByRole('navigation', { name: '運動項目' }).getByRole('link', { name: '壁球' }).click()
    await expect(page).toHaveURL(`${openSite}/tw/venues?sport=squash`)
    await page.getByRole('link', { name: '壁球室' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('壁球室')
    await expect(page.getByRole('row', { name: /一般民眾/ })).toContainText('NT$150')
    await expect(page.getByText('接下來的空檔')).toBeHidden()
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
  await expect(page.getByRole('link', { name: /^籃球全場 A，.*與籃球半場 A1、籃球半場 A2共用場地$/ })).toBeVisible()
  // Tomorrow, because today has nothing left to show late in the evening.
  await visit(page, `${page.url()}?date=${taipeiDay(1)}`)
  await expect(page.getByRole('region', { name: '可預約時段' }).getByRole('grid').first()).toBeVisible()
})

test('A10 the week of a facility: an hour is pressed, its courts are shown with prices, and one is taken', async ({
  page,
  context,
  openSite,
  isMobile,
}) => {
  await speak(context, 'tw', openSite)
  if (isMobile) await page.setViewportSize({ width: 360, height: 740 })
  await visit(page, `${openSite}/venues/5`)
  const week = page.getByRole('region', { name: '接下來的空檔' })
  const table = week.getByRole('table', { name: /接下來的空檔$/ })
  await expect(table.getByRole('rowheader')).toHaveCount(8)
  await expectNothingSideways(page)
  await week.getByRole('radio', { name: '晚上' }).check()
  await expect(table.getByRole('columnheader', { name: /:00$/ }).first()).toHaveText('18:00')
  const free = table.getByRole('button', { name: /可預約，NT\$\d+ 起$/ })
  // Two hours of the evening: no start after which it closes too soon.
  await week.getByRole('radio', { name: '2 小時' }).check()
  await expect(table.getByRole('columnheader').last()).toHaveText('20:00')
  // One stop of the tab key; arrows lead to the last day.
  const stop = table.locator('button[tabindex="0"]')
  await expect(stop).toHaveCount(1)
  await stop.focus()
  await page.keyboard.press('Control+End')
  await expect(table.locator('tbody tr').last().locator('button').last()).toBeFocused()
  await free.last().focus()
  await page.keyboard.press('Enter')
  await expect(free.last()).toHaveAttribute('aria-pressed', 'true')
  const courts = week.getByRole('group', { name: /的場地$/ })
  await expect(courts.getByRole('button').first()).toContainText(/NT\$\d/)
  await expectAccessible(page)
  await courts.getByRole('button').last().click()
  await expect(page.getByRole('complementary', { name: '已選時段' })).toContainText('2 小時')
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

test('A10 the courts of a hall lie on its plan, and each leads to its next free hour', async ({ page, context, openSite }) => {
  await speak(context, 'tw', openSite)
  await visit(page, `${openSite}/venues/3?date=${taipeiDay(2)}`)
  const plan = page.getByRole('region', { name: '場地一覽' })
  await expect(plan.getByRole('link', { name: /籃球半場 A1.*與籃球全場 A共用場地/ })).toBeVisible()
  await expectNothingSideways(page)
  const courts = plan.getByRole('link', { name: /^羽球場 \d，/ })
  let [name, time] = ['', '']
  // Other journeys book and give up there: an hour may be free again between reading and pressing.
  await expect(async () => {
    await visit(page, `${openSite}/venues/1?date=${taipeiDay(2)}`)
    await expect(courts).toHaveCount(8)
    const court = courts.filter({ hasText: /\d\d:\d\d/ }).last()
    ;[, name, time] = /^(.+)，(\d\d:\d\d) 起可預約/.exec((await court.locator('.sr-only').textContent())!) as unknown as [
      string,
      string,
      string,
    ]
    await court.click()
    await expect(page).toHaveURL(new RegExp(`start=${time.replace(':', '%3A')}&court=\\d+#times$`), { timeout: 5000 })
  }).toPass()
  await expectAccessible(page)
  await expect(page.getByRole('radio', { name, exact: true })).toBeChecked()
  await expect(page.locator('[data-asked]').filter({ hasText: time, visible: true })).toBeInViewport()
})
