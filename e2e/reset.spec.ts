import { codeIn, expect, expectAccessible, linkIn, newMember, readMessage, speak, test, visit } from './journey.ts'

const words = {
  tw: {
    email: '電子郵件',
    send: '寄送重設連結',
    sent: '請查看您的信箱',
    secret: '新密碼',
    save: '儲存新密碼',
    saved: '密碼已更新，請用新密碼登入',
    sms: '手機簡訊',
    mobile: '手機號碼',
    sendCode: '傳送驗證碼',
    code: '手機驗證碼',
    maybe: /是會員手機，驗證碼已經發送/,
    dead: '這個連結不能用了',
    again: '重新申請連結',
    short: '密碼至少 10 個字',
  },
  en: {
    email: 'Email',
    send: 'Send me a link',
    sent: 'Check your inbox',
    secret: 'New password',
    save: 'Save new password',
    saved: 'Your password has been changed. Please log in with it',
    sms: 'Text message',
    mobile: 'Mobile number',
    sendCode: 'Send code',
    code: 'Text-message code',
    maybe: /belongs to a member, we’ve sent a code/,
    dead: 'This link no longer works',
    again: 'Ask for a new link',
    short: /At least 10 characters$/,
  },
}
const newSecret = 'rice grows in the morning'

for (const locale of ['tw', 'en'] as const) {
  test(`A5 A20 in ${locale}: a new password by mail; the link works once`, async ({ page, context, request, baseURL }) => {
    const w = words[locale]
    await speak(context, locale, baseURL!)
    const member = await newMember(request)
    await visit(page, '/login/forget')
    await page.getByLabel(w.email, { exact: true }).fill(member.email)
    await page.getByRole('button', { name: w.send }).click()
    await expect(page.getByRole('heading', { name: w.sent })).toBeFocused()
    await expectAccessible(page)

    const { pathname } = new URL(linkIn(await readMessage(request, member.email, /resetPKey/)))
    await visit(page, pathname)
    const field = page.getByLabel(w.secret, { exact: true })
    await field.fill('short')
    await page.getByRole('button', { name: w.save }).click()
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription(new RegExp(w.short))
    await expectAccessible(page)
    await field.fill(newSecret)
    await page.getByRole('button', { name: w.save }).click()
    await expect(page.getByText(w.saved)).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
    for (const [secret, status] of [
      [member.secret, 400],
      [newSecret, 200],
    ] as const)
      expect((await request.post('/api/AccountMember/Login', { data: { emailOrAccount: member.email, secret } })).status()).toBe(status)

    await visit(page, pathname.toUpperCase().replace(/(\/RESETPKEY\/).*/, '$1') + pathname.split('/').at(-1))
    await expect(page.getByRole('heading', { level: 1, name: w.dead })).toBeFocused()
    await expect(field, 'a used link shows no form').toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: w.again }).click()
    await expect(page).toHaveURL(/\/login\/forget$/)
  })
}

test('A5 a new password by a text-message code', async ({ page, context, request, baseURL }) => {
  // One of the demo's guests: a member who has just registered has to wait a minute for the next code.
  const [account, mobile] = ['guest0001', '0913000001']
  const w = words.tw
  await speak(context, 'tw', baseURL!)
  await visit(page, '/login/forget?redirect=%2Fmember%2Fsetting')
  await page.getByRole('link', { name: w.sms }).click()
  await expect(page).toHaveURL(/by=sms/)
  await expect(page.getByText('簡訊可能被攔截'), 'what is weaker about texts').toBeVisible()
  await page.getByLabel(w.mobile, { exact: true }).fill(mobile)
  await page.getByRole('button', { name: w.sendCode }).click()
  await expect(page.getByText(w.maybe)).toBeVisible()
  const code = codeIn(await readMessage(request, mobile))
  await page.getByLabel(w.code, { exact: true }).fill(code === '111111' ? '222222' : '111111')
  await page.getByLabel(w.secret, { exact: true }).fill(newSecret)
  await page.getByRole('button', { name: w.save }).click()
  await expect(page.getByLabel(w.code, { exact: true })).toBeFocused()
  await expect(page.getByLabel(w.code, { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel(w.secret, { exact: true })).toHaveValue(newSecret)
  await expectAccessible(page)
  await page.getByLabel(w.code, { exact: true }).fill(code)
  await page.getByRole('button', { name: w.save }).click()
  await expect(page.getByText(w.saved)).toBeVisible()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fmember%2Fsetting$/)

  const login = await request.post('/api/AccountMember/Login', { data: { emailOrAccount: account, secret: newSecret } })
  expect(login.status()).toBe(200)
})

test('A5 says the same to an address that nobody has', async ({ page, context, request, baseURL }) => {
  await speak(context, 'en', baseURL!)
  await visit(page, '/login/forget')
  await page.getByLabel('Email', { exact: true }).fill('nobody.at.all@example.com')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  expect(await (await request.get('/api/Demo/Inbox?recipient=nobody.at.all@example.com')).json()).toEqual([])
})

for (const locale of ['tw', 'en'] as const)
  test(`A17 C4 in ${locale}: a second click on the mailed link still says that the address is confirmed, and rubbish is sent away`, async ({
    page,
    context,
    request,
    baseURL,
  }) => {
    await speak(context, locale, baseURL!)
    const member = await newMember(request)
    const { pathname, search } = new URL(linkIn(await readMessage(request, member.email, /emailValidation/)))
    // The address is confirmed already: opening the link again still says so.
    await page.goto(pathname + search)
    await expect(page.getByRole('heading', { level: 1, name: locale === 'tw' ? '信箱已確認' : 'Your address is confirmed' })).toBeFocused()
    await expect(page.getByText(member.email)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: locale === 'tw' ? '前往登入' : 'Go to login' }).click()
    await expect(page.getByLabel(locale === 'tw' ? '電子郵件或帳號' : 'Email or account name')).toHaveValue(member.email)

    await page.goto('/emailValidation?token=rubbish')
    await expect(page).toHaveURL(/\/login\?/)
  })

test('A17 says why a link does not work, and sends another mail', async ({ page, context, openSite }) => {
  await speak(context, 'en', openSite)
  await page.goto(`${openSite}/emailValidation?token=rubbish`)
  await expect(page.getByRole('heading', { level: 1, name: 'We could not confirm this address' })).toBeFocused()
  await page.getByLabel('Email', { exact: true }).fill('someone')
  await page.getByRole('button', { name: 'Send email' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  await page.getByLabel('Email', { exact: true }).fill('someone@example.com')
  await page.getByRole('button', { name: 'Send email' }).click()
  await expect(page.getByText('If someone@example.com still needs confirming')).toBeVisible()
  await expectAccessible(page)
})

test('C8 a reset link that cannot be ours is no page', async ({ page, context, baseURL }) => {
  await speak(context, 'en', baseURL!)
  const response = await page.goto('/resetPKey/rubbish')
  expect(response!.status()).toBe(404)
  await expect(page.getByText('Page Not Found: /resetPKey/rubbish')).toBeVisible()
})
