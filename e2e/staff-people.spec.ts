import { randomInt } from 'node:crypto'
import { enterConsole, expect, expectNothingSideways, linkIn, logIn, looksRight, readMessage, speak, test, visit } from './journey.ts'

const screen = '/staff/settings/staff'
const someAddress = () => `clerk${Date.now()}${randomInt(10, 99)}@example.com`

test('@desk an admin invites somebody with two roles, who makes an account; then the admin changes the roles, suspends and removes them', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const email = someAddress()
  await enterConsole(page, baseURL!, { height: 900 })
  await visit(page, screen)
  await page.getByRole('link', { name: '邀請人員' }).click()
  await page.getByLabel('電子郵件').fill(email)
  await page.getByRole('checkbox', { name: /^櫃檯/ }).uncheck()
  await page.getByRole('button', { name: '寄出邀請' }).click()
  await expect(page.getByText('請至少選擇一個角色')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^系統管理員/ })).toBeFocused()
  await page.getByRole('checkbox', { name: /^財務/ }).check()
  await page.getByRole('checkbox', { name: /^編輯/ }).check()
  await expect(page.getByText('請至少選擇一個角色')).toBeHidden()
  await looksRight(page)
  await page.getByRole('button', { name: '寄出邀請' }).click()
  await expect(page.getByRole('rowheader', { name: email })).toBeVisible()
  await expect(page).toHaveURL(screen)

  const { pathname, search } = new URL(linkIn(await readMessage(request, email)))
  const theirs = await browser.newContext({ baseURL: baseURL!, locale: 'zh-TW' })
  const join = await theirs.newPage()
  await visit(join, pathname + search)
  await expect(join.getByText('支付退費', { exact: false })).toBeVisible()
  await expect(join.getByText('發布消息', { exact: false })).toBeVisible()
  await looksRight(join)
  await join.getByLabel('姓名').fill('陳會計')
  await join.getByLabel('密碼', { exact: true }).fill('quiet otters row upstream')
  await join.getByRole('button', { name: '建立帳號並加入' }).click()
  await expect(join).not.toHaveURL(/join/)
  expect((await join.goto(pathname + search))!.status()).toBe(410)
  await expect(join.getByText('這個邀請連結已經使用過')).toBeVisible()
  await theirs.close()
  await page.bringToFront()

  // The list has learnt of it by itself, within two seconds of the account.
  await expect(page.getByRole('link', { name: '陳會計' }).first()).toBeVisible({ timeout: 2000 })
  await page.getByRole('link', { name: '陳會計' }).first().click()
  await looksRight(page)
  await expect(page.getByRole('dialog').getByText('財務、編輯')).toBeVisible()
  await page.getByRole('button', { name: '變更角色' }).click()
  await page.getByRole('checkbox', { name: /^編輯/ }).uncheck()
  await page.getByRole('checkbox', { name: /^櫃檯/ }).check()
  await looksRight(page)
  await page.getByRole('button', { name: '變更角色' }).click()
  await expect(page.getByRole('dialog').getByText('櫃檯、財務')).toBeVisible()
  await page.getByRole('button', { name: '停用權限' }).click()
  await expect(page.getByText('此人的所有裝置會立即登出。')).toBeVisible()
  await page.getByRole('button', { name: '停用權限' }).click()
  await expect(page.getByText(/停用：可以用會員身分登入/)).toBeVisible()
  await expect(page.getByText('目前沒有登入。')).toBeVisible()
  await page.getByRole('button', { name: '移除人員' }).click()
  await page.getByRole('button', { name: '移除人員' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('rowheader', { name: email })).toHaveCount(0)
})

test('@desk the roles are shown by screen, file and call, in English', async ({ page, context, baseURL }) => {
  await speak(context, 'en', baseURL!)
  await logIn(page, 'staff')
  await visit(page, `${screen}?view=roles`)
  const row = page.getByRole('row', { name: /^Passbook covers/ })
  await expect(row.getByText('Yes')).toHaveCount(2)
  await expect(row.getByText('No', { exact: true })).toHaveCount(3)
  await looksRight(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNothingSideways(page)
})

test('@desk a key that was never made leads to the page of an unknown path', async ({ page }) => {
  for (const key of ['abc', 'x'.repeat(32)]) expect((await page.goto(`/staff/join?key=${key}`))!.status()).toBe(404)
  expect((await page.goto('/staff/join'))!.status()).toBe(404)
})
