import type { APIRequestContext, Page } from '@playwright/test'
import { randomInt } from 'node:crypto'
import { m } from '#i18n/generated/messages.js'
import { codeOf, stepAt } from '#lib/totp.ts'
import { fromBase32 } from '#testing/base32.ts'
import { enterAsNewMember, expect, expectAccessible, linkIn, readMessage, ready, speak, test, visit, useScheme } from './journey.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

/** An authenticator in Chromium that says yes to everything: a phone whose owner always holds a finger to it. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** A browser that does not offer passkeys where names are typed, such as Firefox before version 122. */
const withoutAutofill = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })

const secret = 'violet harbour 88 kites'

/** A member of staff of the test's own, invited by the demo's. */
async function newStaff(request: APIRequestContext): Promise<string> {
  const account = `desk${Date.now() % 1e8}${randomInt(10, 99)}`
  const email = `${account}@example.com`
  const login = await request.post('/api/AccountMember/Login', { data: { emailOrAccount: 'staff', secret: 'fieldhouse-demo' } })
  const headers = { authorization: `Bearer ${(await login.json()).token}` }
  const invited = await request.post('/api/Staff/Invitation', { data: { email, roles: ['desk'] }, headers })
  expect(invited.status(), await invited.text()).toBe(201)
  const key = /key=([\w-]+)/.exec(linkIn(await readMessage(request, email)))![1]
  const accepted = await request.post('/api/StaffInvitation/Accept', { data: { key, name: '陳小櫃', account, secret } })
  expect(accepted.status(), await accepted.text()).toBe(200)
  return account
}

async function logInAs(page: Page, account: string): Promise<void> {
  await page.context().clearCookies({ name: /^sports_v2/ })
  await visit(page, '/login?redirect=/staff')
  await page.getByLabel('電子郵件或帳號', { exact: true }).fill(account)
  await page.getByLabel('密碼', { exact: true }).fill(secret)
  await page.getByRole('main').getByRole('button', { name: '登入', exact: true }).click()
  await page.waitForURL('**/login/second?**')
  await ready(page)
}

async function keepCodes(page: Page): Promise<void> {
  await expect(page.getByRole('list', { name: '救援碼' }).getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page)
  await page.getByLabel('我已經把救援碼存在安全的地方').check()
  await page.getByRole('button', { name: '繼續' }).click()
}

const isOnDuty = async (page: Page) => {
  await page.waitForURL('**/staff')
  await expect(page.getByRole('main')).toBeVisible()
}

test('staff set up a passkey before anything else, and log in with password and passkey from then on', async ({
  page,
  openSite,
  context,
}) => {
  await addAuthenticator(page)
  await withoutAutofill(page)
  await speak(context, 'tw', openSite)
  const account = await newStaff(page.request)
  await logInAs(page, account)
  await expect(page.getByRole('heading', { level: 1, name: '設定兩步驟驗證' })).toBeVisible()
  await expectAccessible(page)
  await useScheme(page, 'dark')
  await expectAccessible(page, 'colours')
  await page.getByRole('button', { name: '加入通行密鑰' }).click()
  await keepCodes(page)
  await isOnDuty(page)

  await logInAs(page, account)
  await expect(page.getByRole('heading', { level: 1, name: '再確認一次是您' })).toBeVisible()
  await expectAccessible(page)
  await useScheme(page, 'light')
  await expectAccessible(page, 'colours')
  // A page of the console that is asked for without the second factor leads here, in either language, and then back to it.
  await page.goto('/en/staff?from=bookmark')
  await page.waitForURL('**/en/login/second?**')
  await ready(page)
  await expect(page.getByRole('heading', { level: 1, name: m.second_heading({}, { locale: 'en' }) })).toBeVisible()
  await expectAccessible(page)
  await useScheme(page, 'dark')
  await expectAccessible(page, 'colours')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('**/en/staff?from=bookmark')
  await expect(page.getByRole('main')).toBeVisible()
})

test('staff set up an authenticator app, and log in with its codes or a recovery code', async ({ page, openSite, context }) => {
  await speak(context, 'tw', openSite)
  const account = await newStaff(page.request)
  await logInAs(page, account)
  await page.getByRole('button', { name: '設定驗證器 App' }).click()
  await expect(page.getByRole('img', { name: '驗證器 App 的設定條碼' })).toBeVisible()
  await expectAccessible(page)
  const typed = (await page.locator('code').innerText()).replaceAll(' ', '')
  const key = fromBase32(typed)
  const give = async (code: string) => {
    await page.getByLabel('驗證碼', { exact: true }).fill(code)
    await page.getByRole('button', { name: '確認' }).click()
  }
  await give('12')
  await expect(page.getByText('請輸入 6 位數字的驗證碼')).toBeVisible()
  await give(codeOf(key, stepAt(new Date())))
  const recoveryCode = await page.getByRole('list', { name: '救援碼' }).getByRole('listitem').first().innerText()
  await keepCodes(page)
  await isOnDuty(page)

  await logInAs(page, account)
  // The code of the next step: that of this one may have been used already.
  await give(codeOf(key, stepAt(new Date()) + 1))
  await isOnDuty(page)

  await logInAs(page, account)
  await page.getByRole('button', { name: '無法使用？改用救援碼' }).click()
  await page.getByLabel('救援碼', { exact: true }).fill(recoveryCode.toLowerCase())
  await page.getByRole('button', { name: '確認' }).last().click()
  await isOnDuty(page)
})

test('a member is offered a passkey after a login, names it, and logs in with it alone: where the name is typed, and by the button', async ({
  page,
  openSite,
}) => {
  await addAuthenticator(page)
  await enterAsNewMember(page, 'en', openSite)
  // Offered where a login has just led.
  await visit(page, '/member')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Name').fill('Red phone')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)

  // Offered by the browser where the name is typed: the virtual authenticator chooses it at once.
  await page.context().clearCookies({ name: /^sports_v2/ })
  await page.goto('/en/login?redirect=/member/setting')
  await page.waitForURL('**/en/member/setting')
  await ready(page)

  await withoutAutofill(page)
  await page.context().clearCookies({ name: /^sports_v2/ })
  await visit(page, '/en/login?redirect=/member/setting')
  await expect(page.getByLabel('Email or account name')).toHaveAttribute('autocomplete', 'username webauthn')
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.waitForURL('**/member/setting')
  await ready(page)

  const section = page.locator('section#factors')
  await section.getByRole('button', { name: 'Remove “Red phone”' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(section.getByText('Red phone')).toHaveCount(0)
  await page.context().clearCookies({ name: /^sports_v2/ })
  await visit(page, '/en/login')
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page.getByRole('alert').getByText('This passkey could not be used')).toBeVisible()
})

test('a member sets up an authenticator app, and every login by password asks for its code; a page that was asked for is opened after it', async ({
  page,
  openSite,
}) => {
  const member = await enterAsNewMember(page, 'tw', openSite)
  await visit(page, '/member/setting')
  const section = page.locator('section#factors')
  await section.getByRole('button', { name: '設定驗證器 App' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: '設定驗證器 App' }).click()
  await expect(sheet.getByRole('img', { name: '驗證器 App 的設定條碼' })).toBeVisible()
  const key = fromBase32((await sheet.locator('code').innerText()).replaceAll(' ', ''))
  await sheet.getByLabel('驗證碼', { exact: true }).fill(codeOf(key, stepAt(new Date())))
  await sheet.getByRole('button', { name: '確認' }).click()
  const recoveryCode = await sheet.getByRole('list', { name: '救援碼' }).getByRole('listitem').first().innerText()
  await sheet.getByLabel('我已經把救援碼存在安全的地方').check()
  await sheet.getByRole('button', { name: '繼續' }).click()
  await expect(section.getByText('組救援碼可用')).toBeVisible()
  await expectAccessible(page)

  const logInHalf = async () => {
    await page.context().clearCookies({ name: /^sports_v2/ })
    await visit(page, '/login?redirect=/member/setting')
    await page.getByLabel('電子郵件或帳號', { exact: true }).fill(member.email)
    await page.getByLabel('密碼', { exact: true }).fill(member.secret)
    await page.getByRole('main').getByRole('button', { name: '登入', exact: true }).click()
    await page.waitForURL('**/login/second?**')
    await ready(page)
  }
  await logInHalf()
  await expectAccessible(page)
  // Half a login opens no other page, also not by its address.
  await visit(page, '/venues')
  await expect(page).toHaveURL(/\/login\/second\?redirect=%2Fvenues/)
  await page.getByRole('main').getByRole('button', { name: '登出' }).click()
  await expect(page).not.toHaveURL(/second/)

  await logInHalf()
  await page.getByLabel('驗證碼', { exact: true }).fill(codeOf(key, stepAt(new Date()) + 1))
  await page.getByRole('button', { name: '確認' }).click()
  await page.waitForURL('**/member/setting')
  await expect(page.locator('section#factors')).toBeVisible()

  await logInHalf()
  await page.getByRole('button', { name: '無法使用？改用救援碼' }).click()
  await page.getByLabel('救援碼', { exact: true }).fill(recoveryCode)
  await page.getByRole('button', { name: '確認' }).last().click()
  await page.waitForURL('**/member/setting')
})
