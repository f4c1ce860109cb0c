import type { Page } from '@playwright/test'
import { expect, ready } from './journey.ts'
import type { startOwnCentre } from './own-centre.ts'

type Centre = Awaited<ReturnType<typeof startOwnCentre>>

/** A newcomer chooses a court, registers by mail and text, pays by card, and sees the ticket. */
export async function bookAndPay(page: Page, centre: Centre): Promise<void> {
  const [email, mobile] = ['newcomer@sports.tw', '0912345678']
  await page.goto(centre.url)
  await ready(page)
  await expect(page.getByRole('banner')).toContainText('大安羽球館')
  await expect(page.getByRole('contentinfo')).toContainText('每天都打球。')
  await expect(page.getByRole('contentinfo')).toContainText('臺北市大安區新生南路 1 號')
  await expect(page.getByRole('banner').locator('img[src*="/api/Centre/Logo"]')).toBeVisible()
  await page.getByRole('navigation', { name: '日期' }).getByRole('link').nth(1).click()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^\d\d:00/ })
    .first()
    .click()
  const chosen = page.getByRole('group', { name: /的場地$/ }).locator('button[aria-pressed=true]')
  const name = (await chosen.locator('span').textContent())!
  await page.getByRole('complementary', { name: '已選時段' }).getByRole('link', { name: '確認預約' }).click()
  await page.getByRole('link', { name: '登入後送出' }).click()
  await page.getByRole('main').getByRole('link', { name: '免費註冊' }).click()
  await page.getByLabel('姓名', { exact: true }).fill('陳新來')
  await page.getByLabel('電子郵件', { exact: true }).fill(email)
  await page.getByLabel('密碼', { exact: true }).fill('green rice in the wind')
  const pad = page.getByRole('img', { name: /簽名板/ })
  await pad.scrollIntoViewIfNeeded()
  const box = (await pad.boundingBox())!
  await page.mouse.move(box.x + 40, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 90, { steps: 6 })
  await page.mouse.up()
  await page.getByLabel('手機號碼', { exact: true }).fill(mobile)
  await page.getByRole('button', { name: '傳送驗證碼' }).click()
  await page.getByLabel('手機驗證碼', { exact: true }).fill(/\d{6}/.exec(await centre.textTo(mobile))![0])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('就差一步：確認信箱')
  await page.goto(/https?:\S+/.exec(await centre.mailTo(email))![0])
  await expect(page).toHaveURL(/\/order\/check/)
  await expect(page.getByText(name)).toBeVisible()
  await page.locator('form button[type=submit]').click()
  await page.getByRole('button', { name: '前往付款' }).click()
  await page.getByRole('button', { name: /^付款 NT\$/ }).click()
  await expect(page.getByRole('heading', { name: '預約成功' })).toBeVisible()
  await page.getByRole('link', { name: '入場票券' }).click()
  await expect(page.getByText(name)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('大安羽球館')
}
