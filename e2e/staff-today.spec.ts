import type { Page } from '@playwright/test'
import { caller, findFree } from './booking.ts'
import { expect, expectAccessible, newMember, speak, test, visit } from './journey.ts'

/** Opens a page whose scripts arrive when its data are no longer fresh, and a member has booked since. */
async function bookedMeanwhile(page: Page, path: string): Promise<void> {
  const member = await newMember(page.request)
  const { place } = await caller(page.request, member)
  const spot = await findFree(page.request, 1, 6)
  let letGo = () => {}
  const held = new Promise<void>((done) => (letGo = done))
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
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

test('@desk Today follows what a member books, and leads to where each thing is settled', async ({ page, openSite }) => {
  await page.setViewportSize({ width: 1280, height: 1000 })
  await speak(page.context(), 'tw', openSite)
  // After the login the console is opened as a document of its own: its routes are not in the scripts of a member's page.
  await visit(page, '/login?redirect=%2Fstaff')
  await page.getByLabel('電子郵件或帳號', { exact: true }).fill('staff')
  await page.getByLabel('密碼', { exact: true }).fill('fieldhouse-demo')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('今日')
  const panel = (title: string | RegExp) => page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) })
  const unpaid = panel(/^未付款/)
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
})
