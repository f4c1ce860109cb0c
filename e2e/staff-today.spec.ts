import type { APIRequestContext, Cookie, Page } from '@playwright/test'
import { caller, findFree } from './booking.ts'
import { expect, expectAccessible, newMember, speak, test, visit } from './journey.ts'

/** Holds requests back until the function that it answers is called. */
async function hold(page: Page, which: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(which, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** As another device: the browser keeps its cookies. */
async function endSession(request: APIRequestContext, cookies: Cookie[]): Promise<void> {
  const token = cookies.find(({ name }) => name === 'sports_v2_jwt')!.value
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const ended = await request.post('/api/AccountMember/Logout', { headers: { authorization: `Bearer ${token}`, cookie } })
  expect(ended.ok(), await ended.text()).toBe(true)
}

/** Opens a page whose scripts arrive when its data are no longer fresh, and a member has booked since. */
async function bookedMeanwhile(page: Page, path: string): Promise<void> {
  const member = await newMember(page.request)
  const { place } = await caller(page.request, member)
  const spot = await findFree(page.request, 1, 6)
  const letGo = await hold(page, '**/assets/*.js')
  const opened = visit(page, path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await place(spot)
  await page.waitForTimeout(freshFor)
  letGo()
  await opened
  await page.unroute('**/assets/*.js')
}

/** Milliseconds after which the console reads what it shows again (today-query.ts). */
const freshFor = 2000

test('@desk Today follows what a member books, and leads to where each thing is settled; when the session has ended, to the login', async ({
  page,
  request,
  openSite,
}) => {
  await page.setViewportSize({ width: 1280, height: 1000 })
  await speak(page.context(), 'tw', openSite)
  await visit(page, '/login?redirect=%2Fstaff')
  await page.getByLabel('電子郵件或帳號', { exact: true }).fill('staff')
  await page.getByLabel('密碼', { exact: true }).fill('fieldhouse-demo')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('今日')
  const panel = (title: string | RegExp) => page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) })
  const unpaid = panel(/^待繳費/)
  await expect(unpaid).toBeVisible()
  await expectAccessible(page)

  // A member books and does not pay yet: the desk sees it without a reload.
  const name = `吳${Date.now() % 1e6}`
  const member = await newMember(page.request, { name })
  await (await caller(page.request, member)).place(await findFree(page.request, 1, 6))
  const line = unpaid.getByRole('link', { name })
  await expect(line).toBeVisible()
  await line.click()
  await expect(page).toHaveURL(/\/staff\/(orders|board)\?/)
  await expect(page.getByText(name).first()).toBeVisible()

  // What is free leads to the counter with the floor chosen. The page loads slowly, and what it shows changes meanwhile.
  await bookedMeanwhile(page, '/staff')
  const free = panel('兩小時內的空場')
  const slot = free.getByRole('link').first()
  if ((await slot.count()) === 0) await expect(free).toContainText('兩小時內沒有空場')
  else {
    await slot.click()
    await expect(page).toHaveURL(/\/staff\/counter\?/)
    await expect(page.locator('[role=gridcell][aria-selected=true]')).toHaveCount(1)
  }

  await visit(page, '/staff')
  await panel(/^一小時內報到/)
    .getByRole('link', { name: '報到' })
    .click()
  await expect(page).toHaveURL(/\/staff\/checkin/)

  // The session is ended elsewhere. Several calls of Today are refused, the last of them while the login page is being loaded. They are
  // under way before: otherwise the page may learn of it first by its stream, and go to the login without asking for them.
  await visit(page, '/staff/counter')
  const letGo = await hold(page, '**/api/**')
  const letTodayGo = await hold(page, '**/api/Staff/Today*')
  const asked = page.waitForRequest('**/api/Staff/Today*')
  await page.getByRole('navigation').getByRole('link', { name: '今日' }).click()
  await asked
  const letLoginGo = await hold(page, '**/api/SystemSetting')
  await endSession(request, await page.context().cookies())
  const loading = page.waitForRequest('**/api/SystemSetting')
  letGo()
  await loading
  const refused = page.waitForResponse('**/api/Staff/Today*')
  letTodayGo()
  expect((await refused).status()).toBe(401)
  await (await refused).finished()
  letLoginGo()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fstaff/)
  await expect(page.getByLabel('電子郵件或帳號', { exact: true })).toBeVisible()
  await expectAccessible(page)
})
