import type { APIRequestContext, Page } from '@playwright/test'
import { randomInt } from 'node:crypto'
import { codeIn, enterAsNewMember, expect, expectAccessible, newMember, pdf, readMessage, speak, test } from './journey.ts'

const words = {
  tw: {
    name: '電子郵件或帳號',
    secret: '密碼',
    submit: '登入',
    wrong: '帳號或密碼不正確',
    wait: /^0:\d\d 後可以再試$/,
    forgot: '忘記密碼？',
    required: '此欄必填',
  },
  en: {
    name: 'Email or account name',
    secret: 'Password',
    submit: 'Log in',
    wrong: 'Incorrect account or password',
    wait: /^You can try again in 0:\d\d$/,
    forgot: 'Forgot your password?',
    required: 'This field is required',
  },
}
type Words = (typeof words)['tw']

const hydrated = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => Object.keys(document.querySelector('main form') ?? {}).some((key) => key.startsWith('__react'))))
    .toBe(true)

async function fill(page: Page, w: Words, name: string, secret: string): Promise<void> {
  await page.getByLabel(w.name, { exact: true }).fill(name)
  await page.getByLabel(w.secret, { exact: true }).fill(secret)
  await page.getByRole('main').getByRole('button', { name: w.submit, exact: true }).click()
}

for (const locale of ['tw', 'en'] as const)
  test(`A4 C7 in ${locale}: a wrong password is said and nothing typed is lost; the right one leads where the visitor wanted to go`, async ({
    page,
    context,
    request,
    baseURL,
  }) => {
    const w = words[locale]
    await speak(context, locale, baseURL!)
    const member = await newMember(request)
    await page.goto('/member/setting#language')
    await expect(page).toHaveURL(/\/login\?redirect=%2Fmember%2Fsetting/)
    await hydrated(page)
    await fill(page, w, member.account.toUpperCase(), 'not this one')
    await expect(page.getByRole('alert').filter({ hasText: w.wrong })).toBeVisible()
    await expect(page.getByLabel(w.name, { exact: true })).toHaveValue(member.account.toUpperCase())
    await expect(page.getByLabel(w.secret, { exact: true })).toHaveValue('not this one')
    await expectAccessible(page)
    await page.getByLabel(w.name, { exact: true }).fill(member.email)
    await page.getByLabel(w.secret, { exact: true }).fill(member.secret)
    // Once by the page's script, once by the plain form of a browser whose scripts have not come.
    if (locale === 'tw') await page.getByRole('main').getByRole('button', { name: w.submit, exact: true }).click()
    else
      await page

        .locator('form[action$=LoginForm]')
        .last()
        .evaluate((form: HTMLFormElement) => form.submit())
    await expect(page).toHaveURL(/\/member\/setting$/)
    expect(page.url()).not.toContain('secret')
    if (locale === 'en') await expect.poll(() => keptTarget(page)).toBe('')
    expect(await keptTarget(page), 'D11 the target is gone once used').toBe('')
  })

test('A4 by keyboard: from the name straight to the password, and in', async ({ page, request }) => {
  const member = await newMember(request)
  await page.goto('/login')
  await hydrated(page)
  await page.locator('main form input:not([type=hidden])').first().focus()
  await page.keyboard.type(member.account)
  await page.keyboard.press('Tab')
  await page.keyboard.type(member.secret)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/\/login/)
})

test('A4 an empty field is named beside itself, and has the focus', async ({ page, context, baseURL }) => {
  await speak(context, 'tw', baseURL!)
  await page.goto('/login')
  await hydrated(page)
  await fill(page, words.tw, '', '')
  const name = page.getByLabel(words.tw.name, { exact: true })
  await expect(name).toBeFocused()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toHaveAccessibleDescription(words.tw.required)
  await expectAccessible(page)
  await name.fill('lin')
  await expect(name).not.toHaveAttribute('aria-invalid', 'true')
})

test('A4 after too many tries the wait is counted down', async ({ page, context, request, baseURL }) => {
  await speak(context, 'en', baseURL!)
  const member = await newMember(request)
  for (let n = 0; n < 5; n++) await request.post('/api/AccountMember/Login', { data: { emailOrAccount: member.email, secret: 'wrong' } })
  await page.goto('/login')
  await hydrated(page)
  await fill(page, words.en, member.email, member.secret)
  const timer = page.getByRole('timer')
  await expect(timer).toHaveText(words.en.wait)
  const before = await timer.innerText()
  await expect(timer).not.toHaveText(before)
  await expectAccessible(page)
})

test('A4 what is typed as a name outlives a reload and is known where the password is asked for again; the password is not kept', async ({
  page,
  context,
  baseURL,
}) => {
  await speak(context, 'tw', baseURL!)
  await page.goto('/login')
  await hydrated(page)
  await page.getByLabel(words.tw.name, { exact: true }).fill('lin@example.com')
  await page.getByLabel(words.tw.secret, { exact: true }).fill('very private words')
  await page.reload()
  await expect(page.getByLabel(words.tw.name, { exact: true })).toHaveValue('lin@example.com')
  await page.getByRole('link', { name: words.tw.forgot }).click()
  await expect(page.getByLabel('電子郵件', { exact: true })).toHaveValue('lin@example.com')
  expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain('private')
})

test('A4 who has not confirmed the address is told so, and sent the mail again', async ({ page, context, request, baseURL }) => {
  await speak(context, 'tw', baseURL!)
  const fresh = await newcomer(request)
  await page.goto('/login')
  await hydrated(page)
  await fill(page, words.tw, fresh.account, fresh.secret)
  await expect(page.getByRole('alert').filter({ hasText: '還沒有完成驗證' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('alert').getByRole('link', { name: '重新寄送確認信' }).click()
  await expect(page).toHaveURL(/\/emailValidation$/)
  await page.getByLabel('電子郵件', { exact: true }).fill(fresh.email)
  const resent = page.waitForResponse('**/api/AccountMember/SendValidation')
  await page.getByRole('button', { name: '寄送確認信' }).click()
  expect((await resent).status()).toBe(204)
  await expect(page.getByText(`如果 ${fresh.email} 需要驗證`)).toBeVisible()

  // By the address itself, one press sends it.
  await page.goto('/login')
  await hydrated(page)
  await fill(page, words.tw, fresh.email, fresh.secret)
  await expect(page.getByRole('alert').filter({ hasText: '還沒有完成驗證' })).toBeVisible()
  await page.getByRole('alert').getByRole('button', { name: '重新寄送確認信' }).click()
  await expect(page.getByText(`如果 ${fresh.email} 需要驗證`)).toBeVisible()
})

test('C7 an address of another site is not where a login leads', async ({ page, context, request, baseURL }) => {
  await speak(context, 'en', baseURL!)
  const member = await newMember(request)
  await page.goto('/login?redirect=%2F%2Fevil.example%2Fsteal')
  await hydrated(page)
  await fill(page, words.en, member.email, member.secret)
  await expect(page).toHaveURL(`${baseURL}/member`)
})

test('D3 the account’s language is spoken after login, unless the visitor has chosen one', async ({ page, context, request, baseURL }) => {
  const member = await newMember(request)
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB')
  await hydrated(page)
  await fill(page, words.en, member.email, member.secret)
  await expect(page).toHaveURL(`${baseURL}/member`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant-TW')

  await context.clearCookies()
  await page.goto('/en/login')
  await hydrated(page)
  await fill(page, words.en, member.email, member.secret)
  await expect(page).toHaveURL(`${baseURL}/en/member`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB')
})

test('D1 logging out while only the header is hydrated works, and the console stays quiet', async ({ page, baseURL }) => {
  await enterAsNewMember(page, 'en', baseURL!)
  // Presses the button as soon as the header is hydrated and before the rest of the page is, between two tasks of the page.
  await page.addInitScript(() => {
    const isHydrated = (element?: Element | null) => Object.keys(element ?? {}).some((key) => key.startsWith('__reactProps'))
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      const logout = [...document.querySelectorAll<HTMLElement>('header button')].find((button) => button.textContent === 'Log out')
      if (!logout || !isHydrated(logout)) return port2.postMessage(0)
      document.documentElement.dataset['early'] = String(!isHydrated(document.querySelector('main :is(a, button)')))
      logout.click()
    })
    port1.start()
    port2.postMessage(0)
  })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/member/setting')
  await page.waitForURL(/\/login/)
  await expect(page.locator('html')).toHaveAttribute('data-early', 'true')
})

test('D1 logging in and out happens in every open tab', async ({ page, context, request, baseURL }) => {
  await speak(context, 'en', baseURL!)
  const member = await newMember(request)
  const other = await context.newPage()
  for (const tab of [page, other]) await tab.goto('/login?redirect=%2Fmember%2Fsetting')
  for (const tab of [page, other]) await hydrated(tab)
  await fill(page, words.en, member.email, member.secret)
  await expect(page).toHaveURL(/\/member\/setting$/)
  await expect(other.getByRole('heading', { name: 'You are logged in' })).toBeVisible()
  await expect(other.getByText(member.email)).toBeVisible()
  await expectAccessible(other)
  await other.getByRole('link', { name: 'Continue' }).click()
  await expect(other).toHaveURL(/\/member\/setting$/)

  await page.getByRole('button', { name: 'Log out', exact: true }).first().click()
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/login\?notice=logged_out$/)
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('sports_v2_jwt')
})

test('C6 C7 the wired site: a visitor who types / rests on /login, an ordinary member on /member, and is told of communities only on asking', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await speak(context, 'tw', baseURL!)
  const member = await newMember(request)
  await page.goto('/')
  await expect(page).toHaveURL(/\/login\?redirect=%2Fmember%2Forder%2Fschedule/)
  await expect.poll(() => keptTarget(page)).toBe('/member/order/schedule?from=home')
  await expect(page.getByText('剛才的操作')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '這是示範網站' })).toBeVisible()
  await hydrated(page)
  await fill(page, words.tw, member.email, member.secret)
  await expect(page).toHaveURL(/\/member\?from=home$/)
  await expect(page.getByText('僅開放社團（團體帳號）使用')).toHaveCount(0)
  await page.goto('/member/order/schedule')
  await expect(page).toHaveURL(/\/member\?notice=community_only$/)
  await expect(page.getByText('僅開放社團（團體帳號）使用').first()).toBeVisible()
})

test('C10 a token that opens nothing is taken away, and the visitor is simply not logged in', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'sports_v2_jwt', value: 'stale', url: baseURL! }])
  await page.goto('/tw/login')
  await expect(page.getByRole('heading', { name: '歡迎回來' })).toBeVisible()
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('sports_v2_jwt')
})

test.describe('before any script has arrived', () => {
  test.use({ javaScriptEnabled: false })

  test('A4 C7 the plain form logs in, and says what is wrong', async ({ page, request, baseURL }) => {
    const member = await newMember(request)
    await page.goto('/tw/login?redirect=%2Fmember%2Fsetting')
    await fill(page, words.tw, member.email, 'not this one')
    await expect(page).toHaveURL(/\/tw\/login\?redirect=%2Fmember%2Fsetting&error=invalid_credentials$/)
    await expect(page.getByRole('alert')).toContainText(words.tw.wrong)
    await expect(page.locator('input[name=emailOrAccount]'), 'the name is kept').toHaveValue(member.email)
    await fill(page, words.tw, member.email, member.secret)
    await expect(page).toHaveURL(`${baseURL}/tw/member/setting`)
  })
})

test.describe('the demo, without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('A4 C1 lets a newcomer in by one press, and links lead on inside the wired site', async ({ page, baseURL }) => {
    await page.goto('/en/')
    await page.getByRole('button', { name: 'Club', exact: true }).click()
    await expect(page).toHaveURL(`${baseURL}/en/member/order/schedule?from=home`)
    await page.locator('nav a[href="/en/order"]:visible').first().click()
    await expect(page).toHaveURL(`${baseURL}/en/order`)
    await page.reload()
    await expect(page).toHaveURL(`${baseURL}/en/order`)
  })
})

/** The target after the login that the browser has stored. */
const keptTarget = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('fieldhouse_target') ?? '{"state":{"path":""}}').state.path)

/** A member who has registered but has not confirmed the email address. */
async function newcomer(request: APIRequestContext) {
  const number = `${Date.now() % 1e8}${randomInt(10, 99)}`
  const who = {
    email: `fresh${number}@example.com`,
    account: `fresh${number}`,
    mobile: `09${String(randomInt(1e8)).padStart(8, '0')}`,
    secret: 'a good long secret',
    name: '新',
  }
  await request.post('/api/AccountMember/SendSms', { data: { mobile: who.mobile } })
  const smsCode = codeIn(await readMessage(request, who.mobile))
  const upload = await request.post('/api/File', { multipart: { upload: pdf('consent.pdf') } })
  const answer = await request.post('/api/AccountMember', {
    data: { ...who, smsCode, memberIdentityId: 1, privacyFileId: (await upload.json()).id },
  })
  expect(answer.status()).toBe(201)
  return who
}
