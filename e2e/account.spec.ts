import type { Browser, Page } from '@playwright/test'
import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import {
  codeIn,
  enterAsNewMember,
  expect,
  expectAccessible,
  linkIn,
  logIn,
  newMember,
  readMessage,
  reload,
  section,
  speak,
  test,
  visit,
  visitSetting as setting,
} from './journey.ts'

/** A second browser of the same member. Its console is not checked: it is there to be logged out. */
async function anotherBrowser(browser: Browser, baseURL: string, address: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: 'zh-TW', extraHTTPHeaders: { 'x-forwarded-for': address } })
  return context.newPage()
}

test('A23 the language is kept with the account, and meets the member in a fresh browser', async ({ page, browser, baseURL, address }) => {
  const member = await enterAsNewMember(page, 'tw', baseURL!)
  await setting(page)
  const kept = page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().endsWith('/api/AccountMember'))
  await page.getByRole('radio', { name: 'English' }).check()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile')
  await expect(page.getByRole('radio', { name: 'English' })).toBeFocused()
  await expect(section(page, 'identity')).toContainText('General public')
  expect((await kept).status()).toBe(200)

  const fresh = await anotherBrowser(browser, baseURL!, address)
  await visit(fresh, '/login?redirect=/member/setting')
  await fresh.getByLabel('電子郵件或帳號').fill(member.email)
  await fresh.getByLabel('密碼', { exact: true }).fill(member.secret)
  await fresh.getByRole('main').getByRole('button', { name: '登入', exact: true }).click()
  await expect(fresh.getByRole('heading', { level: 1 })).toHaveText('Profile')
  await fresh.context().close()
})

test('A23 B9 D8 a new password logs the other browser out: 請重新登入, login, and back to where it was', async ({
  page,
  context,
  browser,
  baseURL,
  address,
}) => {
  const member = await newMember(page.request)
  await speak(context, 'tw', baseURL!)
  const other = await anotherBrowser(browser, baseURL!, address)
  await logIn(other, member.email, member.secret)
  await visit(other, '/member/setting')
  await logIn(page, member.email, member.secret)
  await setting(page)

  await section(page, 'login').getByText('密碼', { exact: true }).click()
  // The forms for the email address and the mobile have a password field too.
  const login = section(page, 'login').locator('form', { has: page.locator('[name=oldSecret]') })
  await login.getByLabel('目前的密碼').fill('not the one')
  await login.getByLabel('新密碼').fill('short')
  await login.getByRole('button', { name: '變更密碼' }).click()
  await expect(login.getByLabel('新密碼')).toHaveAccessibleDescription(/密碼至少 10 個字/)
  await login.getByLabel('新密碼').fill('rice fields in june')
  await login.getByRole('button', { name: '變更密碼' }).click()
  await expect(login.getByLabel('目前的密碼')).toHaveAccessibleDescription('密碼不正確')
  await expectAccessible(page)
  await login.getByLabel('目前的密碼').fill(member.secret)
  await login.getByRole('button', { name: '變更密碼' }).click()
  await expect(page.getByText('密碼已變更，其他裝置已登出')).toBeVisible()

  await section(other, 'profile').getByLabel('姓名').fill('打到一半')
  await section(other, 'profile').getByRole('button', { name: '儲存' }).click()
  await expect(other.getByText('請重新登入')).toBeVisible()
  await expect(other).toHaveURL(/\/login\?redirect=%2Fmember%2Fsetting/)
  await other.getByLabel('電子郵件或帳號').fill(member.email)
  await other.getByLabel('密碼', { exact: true }).fill('rice fields in june')
  await other.getByRole('main').getByRole('button', { name: '登入', exact: true }).click()
  await expect(other).toHaveURL(/\/member\/setting$/)
  await expect(section(other, 'profile').getByLabel('姓名'), 'what was typed is still there').toHaveValue('打到一半')
  await other.context().close()
})

test('A23 sessions are listed, and ended one by one or all but this one', async ({ page, context, browser, baseURL, address }) => {
  const member = await newMember(page.request)
  await speak(context, 'en', baseURL!)
  const others = [await anotherBrowser(browser, baseURL!, address), await anotherBrowser(browser, baseURL!, address)] as const
  for (const other of others) await logIn(other, member.email, member.secret)
  await logIn(page, member.email, member.secret)
  await setting(page)
  const rows = section(page, 'sessions').getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('This device')
  await expect(rows.first()).toContainText(address)
  await rows
    .nth(1)
    .getByRole('button', { name: /^Log out/ })
    .click()
  await expect(rows).toHaveCount(2)
  await section(page, 'sessions').getByRole('button', { name: 'Log out all other devices' }).click()
  await expect(rows).toHaveCount(1)
  for (const other of others) {
    await other.goto('/member/setting')
    await expect(other).toHaveURL(/\/login\?/)
    await other.context().close()
  }
})

test('A23 a new address counts once its mail is answered, a new mobile once its code is typed; the old address takes it back', async ({
  page,
  baseURL,
}) => {
  const member = await enterAsNewMember(page, 'en', baseURL!)
  await setting(page)
  const login = section(page, 'login')
  const moved = `moved-${member.email}`
  await login.getByText('Email', { exact: true }).click()
  await login.getByLabel('New email').fill(member.email)
  await login.getByRole('button', { name: 'Send confirmation email' }).click()
  await expect(login.getByLabel('New email')).toHaveAccessibleDescription(/already your address/)
  await login.getByLabel('New email').fill(moved)
  const secret = login.getByLabel('Your current password').filter({ visible: true })
  await secret.fill('not the one')
  await login.getByRole('button', { name: 'Send confirmation email' }).click()
  await expect(secret).toHaveAccessibleDescription(/Incorrect password/)
  await secret.fill(member.secret)
  await login.getByRole('button', { name: 'Send confirmation email' }).click()
  await expect(login.getByText(`We’ve sent an email to ${moved}`)).toBeVisible()
  const token = new URL(linkIn(await readMessage(page.request, moved))).searchParams.get('token')
  expect((await page.request.post('/api/AccountMember/ValidateEmail', { data: { token } })).status()).toBe(200)

  const mobile = `09${String(randomInt(1e8)).padStart(8, '0')}`
  await login.getByText('Mobile', { exact: true }).click()
  await login.getByLabel('Mobile number').fill(mobile)
  await login.getByRole('button', { name: 'Send code' }).click()
  await login.getByLabel('Text-message code').fill(codeIn(await readMessage(page.request, mobile)))
  await secret.fill(member.secret)
  await expectAccessible(page)
  await login.getByRole('button', { name: 'Change mobile' }).click()
  await expect(page.getByText('Your mobile number is changed')).toBeVisible()
  await reload(page)
  await expect(login).toContainText(mobile)
  await expect(login).toContainText(moved)
  await expect(login.getByText('We’ve sent an email')).toHaveCount(0)

  const { pathname, search } = new URL(linkIn(await readMessage(page.request, member.email, /undoChange/)))
  await visit(page, `/en${pathname}${search}`)
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await expect(page.getByText(`The account belongs to ${member.email} again`)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Choose a new password' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
})

test('A23 a member takes their data along', async ({ page, baseURL }) => {
  const member = await enterAsNewMember(page, 'tw', baseURL!)
  await setting(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: '下載資料' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^fieldhouse-\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ member: { email: member.email } })
})

test('A23 an account is closed by its password, with a kind goodbye', async ({ page, baseURL }) => {
  const member = await enterAsNewMember(page, 'tw', baseURL!)
  await setting(page)
  await page.getByRole('button', { name: '關閉帳號…' }).click()
  const sheet = page.getByRole('dialog', { name: '確定要關閉帳號嗎？' })
  await expectAccessible(page)
  await sheet.getByLabel('輸入密碼以確認').fill('not the one')
  await sheet.getByRole('button', { name: '關閉我的帳號' }).click()
  await expect(sheet.getByLabel('輸入密碼以確認')).toHaveAccessibleDescription('密碼不正確')
  await sheet.getByLabel('輸入密碼以確認').fill(member.secret)
  await sheet.getByRole('button', { name: '關閉我的帳號' }).click()
  await expect(page).toHaveURL(/\/login\?notice=goodbye$/)
  await expect(page.getByText('隨時歡迎回來')).toBeVisible()
  await page.goto('/member/setting')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  const login = await page.request.post('/api/AccountMember/Login', { data: { emailOrAccount: member.email, secret: member.secret } })
  expect(login.status()).toBe(400)
})
