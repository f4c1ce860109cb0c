import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { randomInt, randomUUID } from 'node:crypto'
import { enterAsNewMember, expect, expectAccessible, expectNothingSideways, logIn, newMember, reload, test, visit } from './journey.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

type Period = { start: string; end: string; state: string; price: number }
type Court = { id: number; name: string; periods: Period[] }
type Place = { facility: number; date: string; court: Court; row: number; col: number }

const dayIn = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)

/** A court with so many free hours in a row, on this day or the next that has any. Each test has its own facility, so that tests do not collide. */
async function findFree(request: APIRequestContext, facility: number, days: number, hours: number): Promise<Place> {
  const date = dayIn(days)
  const answer = await request.post('/api/Order/Member/Schedule', { data: { venue1stId: facility, date } })
  const { courts } = (await answer.json()) as { courts: Court[] }
  const isFree = ({ periods }: Court, col: number) =>
    periods.slice(col, col + hours).filter(({ state }) => state === 'free').length === hours
  const places = courts.flatMap((court, row) =>
    court.periods.flatMap((_, col) => (isFree(court, col) ? [{ facility, date, court, row, col }] : [])),
  )
  return places[randomInt(places.length || 1)] ?? findFree(request, facility, days + 1, hours)
}

/** Another member who takes a period through the API. */
async function newRival(playwright: { request: { newContext(options: object): Promise<APIRequestContext> } }, baseURL: string) {
  const request = await playwright.request.newContext({
    baseURL,
    extraHTTPHeaders: { 'x-forwarded-for': `10.9.${randomInt(255)}.${randomInt(255)}` },
  })
  const { email, secret } = await newMember(request)
  const login = await request.post('/api/AccountMember/Login', { data: { emailOrAccount: email, secret } })
  const authorization = `Bearer ${((await login.json()) as { token: string }).token}`
  return async ({ court, col }: Place) => {
    const { start, end } = court.periods[col]!
    const headers = { authorization, 'idempotency-key': randomUUID() }
    const placed = await request.post('/api/Order/Member', { headers, data: { items: [{ venue2ndId: court.id, start, end }] } })
    expect(placed.status(), await placed.text()).toBe(201)
  }
}

async function openGrid(page: Page, { facility, date }: Pick<Place, 'facility' | 'date'>): Promise<void> {
  await visit(page, `/order?facility=${facility}&date=${date}`)
}

/** The grid cell of a place. On a phone its court is chosen first, by its chip. */
async function cellOf(page: Page, { court, row, col }: Place, isMobile: boolean): Promise<Locator> {
  if (!isMobile) return page.locator(`td[data-row="${row}"][data-col="${col}"]`)
  await page.getByRole('radio', { name: court.name, exact: true }).check()
  return page.locator(`div[data-row="${col}"]`)
}

async function tabTo(page: Page, wanted: string): Promise<void> {
  const isThere = () => page.evaluate((selector) => document.activeElement?.matches(selector) === true, wanted)
  for (let presses = 0; presses < 60 && !(await isThere()); presses++) await page.keyboard.press('Tab')
}

const sum = ({ court, col }: Place, hours: number) => court.periods.slice(col, col + hours).reduce((total, { price }) => total + price, 0)
const money = (amount: number) => `NT$${amount.toLocaleString('en-GB')}`
const bar = (page: Page) => page.getByRole('complementary', { name: /Your times|已選時段/ })

test('A8 A7 a booking by keyboard alone, in English', { tag: '@desk' }, async ({ page, baseURL }) => {
  await enterAsNewMember(page, 'en', baseURL!)
  const place = await findFree(page.request, 1, 3, 2)
  const daysAhead = [3, 4, 5, 6, 7].find((days) => dayIn(days) === place.date)!
  await openGrid(page, place)
  const { keyboard } = page
  const focused = page.locator(':focus')

  // The skip link leads past the facilities to the grid; the grid is one tab stop, on a free hour.
  await tabTo(page, 'main a')
  await expect(focused).toHaveText('Skip to times')
  await expect(focused).toBeInViewport()
  await expectAccessible(page)
  await keyboard.press('Enter')
  await keyboard.press('Tab')
  await expect(focused).toHaveAttribute('data-row')
  await expect(focused).toHaveAccessibleName(/^Badminton Court \d, \w+day \d\d:00, Available, NT\$\d+$/)
  const at = async () => ({ row: Number(await focused.getAttribute('data-row')), col: Number(await focused.getAttribute('data-col')) })

  await keyboard.press('Home')
  expect((await at()).col).toBe(0)
  await keyboard.press('Control+End')
  expect(await at()).toEqual({ row: 7, col: 15 })
  await keyboard.press('Control+Home')
  for (let row = 0; row < place.row; row++) await keyboard.press('ArrowDown')
  for (let col = 0; col < place.col; col++) await keyboard.press('ArrowRight')

  await keyboard.press('Enter')
  await expect(focused).toHaveAccessibleName(/, Selected, NT\$\d+$/)
  await expect(focused).toHaveAttribute('aria-selected', 'true')
  await keyboard.press('ArrowRight')
  await keyboard.press('Space')
  await expect(bar(page)).toContainText(`2 hours${money(sum(place, 2))}`)

  // PageDown and PageUp change the day and keep the hour.
  await keyboard.press('PageDown')
  await expect(page).toHaveURL(new RegExp(`date=${dayIn(daysAhead + 1)}`))
  await expect(page.locator('nav [aria-current=date]')).toHaveAccessibleName(/\w{3} \d+ \w{3}/)
  await expect.poll(at).toEqual({ row: place.row, col: place.col + 1 })
  await keyboard.press('PageUp')
  await expect(page).toHaveURL(new RegExp(`date=${place.date}`))
  await expect(focused).toHaveAccessibleName(/, Selected, /)

  await page.getByRole('link', { name: 'Review booking' }).focus()
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/order\/check$/)
  await expect(page.getByRole('grid')).toHaveCount(0)
  await expect(page.getByRole('main').getByText(place.court.name.replace('羽球場', 'Badminton Court')).first()).toBeVisible()
  const submit = page.locator('form button[type=submit]')
  await expect(submit).toBeEnabled()
  await expect(submit).not.toHaveAttribute('aria-busy')
  await tabTo(page, 'form button[type=submit]')
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/member\/order\/payment-complete\?orderNo=F/)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('fieldhouse_cart'))).not.toContain('Court')
})

test('B32 a period that somebody else takes changes before one’s eyes within two seconds, and leaves the cart', async ({
  page,
  playwright,
  baseURL,
  isMobile,
}) => {
  await enterAsNewMember(page, 'tw', baseURL!)
  const place = await findFree(page.request, 2, 3, 1)
  const rival = await newRival(playwright, baseURL!)
  await openGrid(page, place)
  await expect(page.getByText('即時更新')).toBeVisible()
  const cell = await cellOf(page, place, isMobile)
  await expect(cell).toHaveAccessibleName(/^桌球桌 \d, 週. \d+ 點, 可預約, \d+ 元$/)
  await cell.click()
  await expect(bar(page)).toContainText('1 小時')

  // A MutationObserver inside the page measures the moment: Playwright's own polling is too slow for it.
  const seen = cell.evaluate(
    (element) =>
      new Promise<number>((resolve) =>
        new MutationObserver(() => (element as HTMLElement).dataset['state'] === 'held' && resolve(Date.now())).observe(element, {
          attributes: true,
        }),
      ),
  )
  await rival(place)
  const taken = Date.now()
  expect((await seen) - taken).toBeLessThan(2000)
  await expect(cell).toHaveAttribute('data-state', 'held')
  await expect(cell).toHaveAccessibleName(/保留中( ·|,) 可候補$/)
  await expect(page.getByRole('alert')).toContainText('剛被預約走了')
  await expect(bar(page)).toHaveCount(0)
  await expectAccessible(page)
})

test('D5 a reload keeps the cart; what follows each other is one period; the list takes it away again', async ({
  page,
  baseURL,
  isMobile,
}) => {
  await enterAsNewMember(page, 'tw', baseURL!)
  const place = await findFree(page.request, 4, 5, 3)
  await openGrid(page, place)
  await expect(page.getByText('這一天還可以預約 2 小時')).toBeVisible()
  const toggle = async (hour: number) => (await cellOf(page, { ...place, col: place.col + hour }, isMobile)).click()
  for (const hour of [0, 1]) await toggle(hour)
  await expect(bar(page)).toContainText(`2 小時${money(sum(place, 2))}`)
  await expect(page.getByRole('status').filter({ hasText: `已選 2 小時，小計 ${money(sum(place, 2))}` })).toHaveCount(1)
  await expect(page.locator('[role=grid]:visible')).toHaveAttribute('aria-multiselectable', 'true')

  // A third hour exceeds the daily limit: the page says so at once.
  await toggle(2)
  await expect(bar(page).getByRole('status')).toContainText('合計 3 小時，每天最多 2 小時')
  await expectAccessible(page)
  await toggle(2)
  await expect(bar(page).getByRole('status')).toHaveText('')

  await reload(page)
  await expect(bar(page)).toContainText(`2 小時${money(sum(place, 2))}`)
  const cell = await cellOf(page, place, isMobile)
  await expect(cell).toHaveAttribute('aria-selected', 'true')

  // Another facility has its own grid; all share one cart.
  await openGrid(page, { facility: 6, date: place.date })
  // A phone shows the sum and opens the list; a wide screen has room for all of it.
  if (isMobile) await bar(page).getByRole('button').click()
  await expect(isMobile ? page.getByRole('dialog') : bar(page)).toContainText(place.court.name)
  await expectAccessible(page)
  await page.getByRole('button', { name: new RegExp(`^移除 ${place.court.name}`) }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(bar(page)).toHaveCount(0)
})

test('on a wide screen what is chosen stands beside the times, and the times stay', { tag: '@desk' }, async ({ page, baseURL }) => {
  await enterAsNewMember(page, 'en', baseURL!)
  const place = await findFree(page.request, 5, 6, 2)
  const review = bar(page).getByRole('link', { name: 'Review booking' })
  for (const path of [`/venues/5?date=${place.date}`, `/order?facility=5&date=${place.date}`]) {
    await visit(page, path)
    await expect(page.locator('#week table')).toBeVisible()
    const cell = await cellOf(page, place, false)
    await cell.scrollIntoViewIfNeeded()
    const times = page.locator('#times')
    const before = await times.boundingBox()
    await cell.click()
    await expect(bar(page).getByRole('listitem')).toContainText('NT$')
    const [cart, after] = [await bar(page).boundingBox(), await times.boundingBox()]
    expect(Math.abs(after!.y - before!.y), `${path}: the times stay where they were`).toBeLessThan(1)
    expect(after!.width, path).toBe(before!.width)
    expect(cart!.x, `${path}: beside them`).toBeGreaterThan(after!.x + after!.width)
    await expect(review).toBeInViewport({ ratio: 1 })
    await page.locator('#week').evaluate((week) => week.scrollIntoView())
    await expect(review).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
    await bar(page).getByRole('button', { name: 'Clear all' }).click()
    await expect(bar(page)).toHaveCount(0)
  }

  // The review: ways to pay on the left, costs and button beside them and in sight.
  await (await cellOf(page, place, false)).click()
  await review.click()
  const submit = page.locator('form button[type=submit]')
  await expect(submit).toBeInViewport({ ratio: 1 })
  const [ways, button] = [await page.getByRole('group', { name: 'How to pay' }).boundingBox(), await submit.boundingBox()]
  expect(button!.x).toBeGreaterThan(ways!.x + ways!.width)
})

test('A8 facility and day are in the address: back goes back, and a link shows the same', async ({ page, baseURL }) => {
  await enterAsNewMember(page, 'en', baseURL!)
  await visit(page, '/order')
  const firstDay = (await page.locator('[aria-current=date]').textContent())!
  await page.getByRole('navigation', { name: 'Sport' }).getByRole('link', { name: 'Squash' }).click()
  await expect(page).toHaveURL(/\?facility=7&sport=squash$/)
  await page.getByRole('navigation', { name: 'Choose a day' }).getByRole('link').nth(3).click()
  await expect(page).toHaveURL(new RegExp(`\\?facility=7&sport=squash&date=${dayIn(3)}$`))
  await expect(page.getByRole('grid', { name: /^Squash Courts, times on / })).toBeVisible()
  await page.goBack()
  await expect(page.locator('[aria-current=date]')).toHaveText(firstDay)
  await page.goBack()
  await expect(page.getByRole('region', { name: /^Badminton Hall, times on / })).toBeVisible()
})

test('B32 a grid that was cut off says so, and mends itself when it is back', async ({
  browser,
  page,
  playwright,
  baseURL,
  address,
  isMobile,
}) => {
  const member = await newMember(page.request)
  const place = await findFree(page.request, 6, 2, 1)
  const rival = await newRival(playwright, baseURL!)
  // A browser context of its own, because going offline fills the console with errors.
  const context = await browser.newContext({
    baseURL: baseURL!,
    locale: 'zh-TW',
    extraHTTPHeaders: { 'x-forwarded-for': address },
    viewport: page.viewportSize(),
  })
  const away = await context.newPage()
  await logIn(away, member.email, member.secret)
  await openGrid(away, place)
  await expect(away.getByText('即時更新')).toBeVisible()
  const cell = await cellOf(away, place, isMobile)
  await context.setOffline(true)
  await expect(away.getByText('連線中斷，正在重新連線…')).toBeVisible()
  await rival(place)
  await expect(cell).toHaveAttribute('data-state', 'free')
  await context.setOffline(false)
  await expect(cell).toHaveAttribute('data-state', 'held', { timeout: 10_000 })
  await expect(away.getByText('即時更新')).toBeVisible()
  await context.close()
})

test('A8 a time is asked for with things: sport, facility, part of the day, length; a press shows the courts', async ({
  page,
  baseURL,
}) => {
  await enterAsNewMember(page, 'en', baseURL!)
  await page.setViewportSize({ width: 360, height: 740 })
  await visit(page, '/order')
  await expect(page.getByRole('main').locator('select')).toHaveCount(0)
  let taps = 0
  const tap = async (where: Locator) => {
    taps += 1
    await where.click()
  }
  await tap(page.getByRole('navigation', { name: 'Sport' }).getByRole('link', { name: 'Table tennis' }))
  await expect(page).toHaveURL(/sport=table-tennis/)
  await expect(page.getByRole('navigation', { name: 'Sport' }).locator('[aria-current]')).toHaveText(['Table tennis'])
  const week = page.getByRole('region', { name: 'Free in the coming days' })
  await week.getByRole('radio', { name: 'Evening' }).check()
  taps += 1
  await tap(week.getByRole('button', { name: /18:00: .*free, from/ }).last())
  await tap(week.getByRole('group').getByRole('button', { name: /NT\$/ }).last())
  await expect(bar(page)).toContainText('1 hour')
  expect(taps, 'from the page to the cart').toBe(4)
  await expectNothingSideways(page)
  await expectAccessible(page)
})
