import type { Page } from '@playwright/test'
import { randomInt } from 'node:crypto'
import { codeIn, expect, expectAccessible, linkIn, newMember, pdf, readMessage, reload, speak, test, visit } from './journey.ts'

const words = {
  tw: {
    name: '姓名',
    email: '電子郵件',
    account: '帳號名稱',
    secret: '密碼',
    mobile: '手機號碼',
    send: '傳送驗證碼',
    wait: /\d+ 秒後重發/,
    code: '手機驗證碼',
    file: '簽名的同意書',
    proof: '證明文件',
    agree: /我已閱讀並了解/,
    choose: '自己取',
    submit: '完成註冊',
    done: '就差一步：確認信箱',
    login: '前往登入',
    community: '社團／社區',
    identity: '身分別',
  },
  en: {
    name: 'Name',
    email: 'Email',
    account: 'Account name',
    secret: 'Password',
    mobile: 'Mobile number',
    send: 'Send code',
    wait: /Again in \d+ s/,
    code: 'Text-message code',
    file: 'The signed form',
    proof: 'Proof',
    agree: /I have read and understood/,
    choose: 'Choose',
    submit: 'Sign up',
    done: 'One more step: confirm your email',
    login: 'Log in',
    community: /Club or community/,
    identity: 'Identity type',
  },
} as const
type Language = keyof typeof words

function newcomer() {
  const number = `${Date.now() % 1e8}${randomInt(10, 99)}`
  return {
    name: '陳新來',
    email: `newcomer${number}@example.com`,
    account: `newcomer${number}`,
    secret: 'green rice in the wind',
    mobile: `09${String(randomInt(1e8)).padStart(8, '0')}`,
  }
}
type Newcomer = ReturnType<typeof newcomer>

const form = (page: Page) => page.locator('main form')
const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true })

async function fillAccount(page: Page, w: (typeof words)[Language], who: Newcomer): Promise<void> {
  for (const key of ['name', 'email', 'secret', 'mobile'] as const) await field(page, w[key]).fill(who[key])
  if (who.account) await chooseAccount(page, w, who.account)
}

/** Opens the optional account name and fills it in; without one, the name is made from the email address. */
async function chooseAccount(page: Page, w: (typeof words)[Language], account: string): Promise<void> {
  await form(page).getByText(w.choose, { exact: true }).click()
  await field(page, w.account).fill(account)
}

async function proveMobile(page: Page, w: (typeof words)[Language], who: Newcomer): Promise<void> {
  await form(page).getByRole('button', { name: w.send }).click()
  await expect(form(page).getByRole('button', { name: w.wait })).toBeVisible()
  await expect(form(page).getByText(who.mobile.replace(/^(\d{4})\d{3}/, '$1***'))).toBeVisible()
  await expect(field(page, w.code)).toBeFocused()
  await field(page, w.code).fill(codeIn(await readMessage(page.request, who.mobile)))
}

async function consent(page: Page, w: (typeof words)[Language]): Promise<void> {
  await field(page, w.file).setInputFiles(pdf('consent.pdf'))
  await expect(form(page).getByRole('status').filter({ hasText: 'consent.pdf' })).toBeAttached()
}

/** Agrees on the screen: in the demo centre by a tick. */
const agree = (page: Page, w: (typeof words)[Language]) => form(page).getByRole('checkbox', { name: w.agree }).check()

const submit = (page: Page, w: (typeof words)[Language]) => form(page).getByRole('button', { name: w.submit, exact: true }).click()

test('A6 B4 B5 B46 a newcomer registers with a code and a signed paper, confirms by mail and logs in', async ({ page, context, baseURL }, {
  project,
}) => {
  const language = project.name === 'phone' ? 'tw' : 'en'
  const w = words[language]
  const who = newcomer()
  await speak(context, language, baseURL!)
  await visit(page, '/register')
  await fillAccount(page, w, who)
  await (language === 'tw' ? agree(page, w) : consent(page, w))
  await expectAccessible(page)
  // The sixth digit of the code submits the form.
  await proveMobile(page, w, who)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(w.done)
  await expect(page.getByText(who.email)).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 }), 'still says so after a reload').toHaveText(w.done)

  const mail = await readMessage(page.request, who.email)
  await page.goto(linkIn(mail))
  const login = () => page.request.post('/api/AccountMember/Login', { data: { emailOrAccount: who.account, secret: who.secret } })
  await expect.poll(async () => (await login()).status(), { timeout: 15_000 }).toBe(200)
})

test('A6 a club registers as an ordinary member until staff approve it, and its proof can follow', async ({ page, context, baseURL }) => {
  const w = words.tw
  const who = newcomer()
  await speak(context, 'tw', baseURL!)
  await visit(page, '/register')
  await form(page).getByRole('radio', { name: w.community }).check()
  await expect(field(page, w.identity).getByRole('option')).toHaveText(['社團／社區', '機關團體／公司'])
  await field(page, '社團／社區名稱').fill('青禾晨間羽球社')
  await field(page, '負責人').fill('林羽')
  await fillAccount(page, { ...w, name: '聯絡人姓名' as typeof w.name }, who)
  await proveMobile(page, w, who)
  await consent(page, w)
  await submit(page, w)
  await expect(page.getByText('社團資料已送出審核')).toBeVisible()

  const token = new URL(linkIn(await readMessage(page.request, who.email))).searchParams.get('token')
  await page.request.post('/api/AccountMember/ValidateEmail', { data: { token } })
  const answer = await page.request.post('/api/AccountMember/Login', { data: { emailOrAccount: who.email, secret: who.secret } })
  const { user } = (await answer.json()) as { user: { communityName: string; community: { name: string; state: string } } }
  expect([user.communityName, user.community.name, user.community.state]).toEqual(['', '青禾晨間羽球社', 'under-review'])
})

test('A6 D8 wrong fields are told beside them and listed with links, and nothing that was typed is lost', async ({
  page,
  context,
  baseURL,
}) => {
  const w = words.en
  const who = newcomer()
  await speak(context, 'en', baseURL!)
  await visit(page, '/register')
  await fillAccount(page, w, { ...who, account: '-', mobile: '0912' })
  await submit(page, w)
  const summary = form(page)
    .getByRole('alert')
    .filter({ has: page.getByRole('list') })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText([w.account, 'Privacy consent', w.mobile, w.code])
  await expect(field(page, w.account)).toHaveAccessibleDescription(/3–30 letters/)
  await expect(field(page, w.account)).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await summary.getByRole('link', { name: w.mobile }).click()
  await expect(field(page, w.mobile)).toBeFocused()
  await field(page, w.mobile).fill(who.mobile)
  await expect(field(page, w.mobile)).not.toHaveAttribute('aria-invalid')
  for (const key of ['name', 'email', 'secret'] as const) await expect(field(page, w[key])).toHaveValue(who[key])
})

test('A6 a taken account name is told beside its field; a taken address looks like any other', async ({ page, context, baseURL }) => {
  const w = words.tw
  const member = await newMember(page.request)
  const who = { ...newcomer(), email: member.email }
  await speak(context, 'tw', baseURL!)
  await visit(page, '/register')
  await fillAccount(page, w, { ...who, account: member.account })
  await proveMobile(page, w, who)
  await consent(page, w)
  await submit(page, w)
  await expect(field(page, w.account)).toBeFocused()
  await expect(form(page).getByText('這個帳號名稱已有人使用')).toBeVisible()
  await field(page, w.account).fill(who.account)
  await submit(page, w)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(w.done)
  await readMessage(page.request, who.email, /您已經是會員/)
})

test('D5 a reload and a switch of the language keep the draft, without the secret and the code', async ({ page, context, baseURL }) => {
  const who = newcomer()
  await speak(context, 'tw', baseURL!)
  await visit(page, '/register')
  await fillAccount(page, words.tw, who)
  await field(page, words.tw.identity).selectOption({ label: '學生' })
  await form(page).getByLabel(words.tw.proof).setInputFiles(pdf('student-card.pdf'))
  await expect(form(page).getByText('student-card.pdf', { exact: true })).toBeVisible()
  await expect(form(page).getByRole('progressbar')).toHaveCount(0)
  await page.getByRole('link', { name: 'Switch to English' }).first().click()
  for (const key of ['name', 'email', 'account', 'secret', 'mobile'] as const)
    await expect(field(page, words.en[key])).toHaveValue(who[key])

  await reload(page)
  for (const key of ['name', 'email', 'account', 'mobile'] as const) await expect(field(page, words.en[key])).toHaveValue(who[key])
  await expect(field(page, words.en.secret)).toHaveValue('')
  await expect(form(page).getByText('student-card.pdf', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(who.secret)
})

test('A6 what is typed and chosen before the scripts arrive stays', async ({ page, context, baseURL }) => {
  const w = words.en
  const who = newcomer()
  const scripts = Promise.withResolvers<void>()
  await speak(context, 'en', baseURL!)
  await page.route('**/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto('/register', { waitUntil: 'commit' })
  await chooseAccount(page, w, who.account)
  for (const key of ['email', 'secret'] as const) await field(page, w[key]).fill(who[key])
  await field(page, w.file).setInputFiles(pdf('early.pdf'))
  await submit(page, w)
  scripts.resolve()
  await expect(form(page).getByRole('status').filter({ hasText: 'early.pdf' })).toBeAttached({ timeout: 20_000 })
  await field(page, w.name).fill(who.name)
  for (const key of ['email', 'account', 'secret', 'name'] as const) await expect(field(page, w[key])).toHaveValue(who[key])
  expect(new URL(page.url()).search).toBe('')
})

test('A6 an upload is checked before it is sent, can be tried again after a refusal, replaced and removed', async ({
  page,
  context,
  baseURL,
}) => {
  const w = words.en
  await speak(context, 'en', baseURL!)
  await visit(page, '/register')
  await form(page).getByText('Use paper', { exact: true }).click()
  const file = field(page, w.file)
  await file.setInputFiles({ name: 'tool.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') })
  await expect(file).toHaveAccessibleDescription(/Please send a PDF/)
  await page.route(
    '**/api/File',
    (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'upload_too_often', title: 'Too many uploads' }),
      }),
    { times: 1 },
  )
  await file.setInputFiles(pdf('first.pdf'))
  await expect(file).toHaveAccessibleDescription(/Too many uploads/)
  await form(page).getByRole('button', { name: 'Try again' }).click()
  await expect(form(page).getByText('Uploaded: first.pdf')).toBeAttached()
  await file.setInputFiles(pdf('second.pdf'))
  await expect(form(page).getByText('Uploaded: second.pdf')).toBeAttached()
  await form(page).getByRole('button', { name: 'Remove' }).click()
  await expect(form(page).getByText('second.pdf')).toHaveCount(0)
  await expect(file).toBeFocused()
})
