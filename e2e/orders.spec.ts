import type { APIRequestContext, Page } from '@playwright/test'
import { randomInt, randomUUID } from 'node:crypto'
import {
  enterAsNewMember,
  expect,
  expectAccessible,
  logIn,
  newMember,
  type NewMember,
  readMessage,
  ready,
  speak,
  test,
  visit,
} from './journey.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

type Period = { start: string; end: string; state: string; price: number }
type Free = Period & { courtId: number; court: string; facilityId: number; facility: string }

const dayIn = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
const money = (amount: number) => `NT$${amount.toLocaleString('en-GB')}`

/** A free period some days ahead. Each test has its own facility, so that tests do not take periods from each other. */
async function findFree(request: APIRequestContext, facilityId: number, days: number): Promise<Free> {
  const answer = await request.post('/api/Order/Member/Schedule', { data: { venue1stId: facilityId, date: dayIn(days) } })
  const { courts } = (await answer.json()) as { courts: { id: number; name: string; periods: Period[] }[] }
  const free = courts.flatMap(({ id, name, periods }) =>
    periods.filter(({ state }) => state === 'free').map((period) => ({ ...period, courtId: id, court: name, facilityId, facility: '' })),
  )
  return free[randomInt(free.length || 1)] ?? findFree(request, facilityId, days + 1)
}

/** Calls of a member through the API, for tests that are about something else. */
async function caller(request: APIRequestContext, { email, secret }: NewMember) {
  const login = await request.post('/api/AccountMember/Login', { data: { emailOrAccount: email, secret } })
  const authorization = `Bearer ${((await login.json()) as { token: string }).token}`
  return {
    async place({ courtId, start, end }: Free): Promise<string> {
      const placed = await request.post('/api/Order/Member', {
        headers: { authorization, 'idempotency-key': randomUUID() },
        data: { items: [{ venue2ndId: courtId, start, end }] },
      })
      expect(placed.status(), await placed.text()).toBe(201)
      return ((await placed.json()) as { orderNo: string }).orderNo
    },
    endSessions: () => request.post('/api/AccountMember/Session/EndAll', { headers: { authorization } }),
  }
}

async function putInCart(page: Page, pieces: Free[]): Promise<void> {
  // Any page of this origin: cookies and storage belong to an origin.
  await page.goto('/api/docs')
  await page.evaluate((kept) => localStorage.setItem('fieldhouse_cart', JSON.stringify({ state: { pieces: kept }, version: 0 })), pieces)
}

const submit = (page: Page) => page.locator('form button[type=submit]')
async function send(page: Page): Promise<void> {
  await expect(submit(page)).toBeEnabled()
  await expect(submit(page)).not.toHaveAttribute('aria-busy')
  await submit(page).click()
}

test('A9 A7 A4 A19 A31 from a wish for a time to a paid booking', async ({ page, context, baseURL }) => {
  const member = await newMember(page.request)
  await speak(context, 'tw', baseURL!)

  // Search by time
  await visit(page, `/venues?date=${dayIn(5)}&start=10:00&minutes=60&sport=badminton`)
  const court = page.locator('button[aria-pressed]').nth(randomInt(3))
  const name = (await court.locator('span').textContent())!
  await court.click()
  await page.getByRole('complementary', { name: '已選時段' }).getByRole('link', { name: '確認預約' }).click()

  // A visitor sees the review of the order, and has to log in only to place it
  await expect(page).toHaveURL(/\/order\/check$/)
  await expect(page.getByText(name)).toBeVisible()
  await expect(page.getByText('一般民眾')).toBeVisible()
  await expect(page.getByRole('region', { name: '取消可退還' })).toContainText('之後不退費')
  const penalties = page.getByRole('region', { name: '違規記點' })
  for (const said of ['使用前 48 小時內取消', '未在 15 分鐘內繳費', '開始後 10 分鐘內未報到', '180 天內滿 3 點，停權 90 天'])
    await expect(penalties).toContainText(said)
  await expectAccessible(page)
  await expect(page.getByRole('link', { name: '註冊新會員' })).toHaveAttribute('href', /\/register\?redirect=%2Forder%2Fcheck$/)
  await page.getByRole('link', { name: '登入後送出' }).click()
  await page.getByLabel('電子郵件或帳號').fill(member.email)
  await page.getByLabel('密碼', { exact: true }).fill(member.secret)
  await page.getByRole('button', { name: '登入', exact: true }).click()

  // After the login: the review again, with everything that was chosen
  await expect(page).toHaveURL(/\/order\/check$/)
  await expect(page.getByText(name)).toBeVisible()
  await expect(page.getByText('本週預約時數（含這次）')).toBeVisible()
  await expectAccessible(page)
  await send(page)

  // The order is held, with a countdown
  await expect(page).toHaveURL(/\/member\/order\/payment-complete\?orderNo=F/)
  const orderNo = new URL(page.url()).searchParams.get('orderNo')!
  await expect(page.getByRole('heading', { name: '時段已為您保留' })).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d$/)
  await expectAccessible(page)
  await page.getByRole('button', { name: '前往付款' }).click()

  // At the payment gateway, and back
  await expect(page).toHaveURL(/\/api\/Demo\/Gateway\//)
  await page.getByRole('button', { name: /^付款 NT\$/ }).click()
  await expect(page).toHaveURL(/\/member\/order\/payment-complete\?ref=/)
  await expect(page.getByRole('heading', { name: '預約成功' })).toBeVisible()
  await expect(page.getByRole('img', { name: `${name} 的報到條碼` })).toBeVisible()
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '加入行事曆' }).click()
  expect((await download).suggestedFilename()).toBe(`${orderNo}.ics`)
  const mail = (await readMessage(page.request, member.email, /預約成功/)) as unknown as {
    attachments: { name: string; content: string }[]
  }
  expect(mail.attachments[0]!.content).toContain('STATUS:CONFIRMED')

  await page.getByRole('link', { name: '查看訂單' }).click()
  await expect(page.getByRole('heading', { name: `訂單 ${orderNo}` })).toBeVisible()
  await expect(page.getByText('預約成功')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: '回到我的預約' }).click()
  await expect(page.getByRole('article', { name: `訂單 ${orderNo}` })).toContainText('預約成功')
})

test('A31 a card that fails, then one that does not, in English', async ({ page, context, baseURL }) => {
  const member = await newMember(page.request)
  await speak(context, 'en', baseURL!)
  const me = await caller(page.request, member)
  const orderNo = await me.place(await findFree(page.request, 2, 4))
  await logIn(page, member.email, member.secret)
  await visit(page, `/member/order/overview?orderNo=${orderNo}`)
  await page.getByRole('button', { name: 'Go to payment' }).click()
  await page.locator('button[value=card-declined]').click()

  await expect(page.getByRole('heading', { name: 'Payment failed' })).toBeVisible()
  await expect(page.getByText('nothing was charged')).toBeVisible()
  await expect(page.getByRole('timer')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('button[value=card]').click()
  await expect(page.getByRole('heading', { name: 'Booking confirmed' })).toBeVisible()
})

test('A22 closing the gateway, and paying later from the member’s home', async ({ page, context, baseURL }) => {
  const member = await newMember(page.request)
  await speak(context, 'tw', baseURL!)
  const orderNo = await (await caller(page.request, member)).place(await findFree(page.request, 4, 4))
  await logIn(page, member.email, member.secret)
  await visit(page, '/member')
  const toPay = page.getByRole('region', { name: '待繳費' })
  await toPay.getByRole('button', { name: '前往付款' }).click()
  await page.getByRole('link', { name: '先不付款，返回商店' }).click()
  await expect(page.getByRole('heading', { name: '時段已為您保留' })).toBeVisible()

  await visit(page, '/member')
  await expect(toPay).toContainText(orderNo)
  await expect(toPay.getByRole('timer')).toBeVisible()
  await expectAccessible(page)
  await toPay.getByRole('button', { name: '前往付款' }).click()
  await page.locator('button[value=card]').click()
  await expect(page.getByRole('heading', { name: '預約成功' })).toBeVisible()
  await visit(page, '/member')
  await expect(toPay).toHaveCount(0)
  await expect(page.getByRole('region', { name: '接下來的預約' }).getByRole('listitem')).toHaveCount(1)
})

test('A31 a bank’s number is shown until it is paid', async ({ page, context, baseURL }) => {
  const member = await newMember(page.request)
  await speak(context, 'tw', baseURL!)
  const orderNo = await (await caller(page.request, member)).place(await findFree(page.request, 6, 6))
  await logIn(page, member.email, member.secret)
  await visit(page, `/member/order/payment-complete?orderNo=${orderNo}`)
  await page.getByRole('button', { name: '前往付款' }).click()
  await page.locator('button[value=atm]').click()
  await page.getByRole('link', { name: '返回商店' }).click()
  await expect(page.getByRole('heading', { name: '已取得繳費號碼' })).toBeVisible()
  await expect(page.getByText('銀行代碼')).toBeVisible()
  await expectAccessible(page)

  const account = (await page.locator('dt', { hasText: '轉帳帳號' }).locator('+ dd span').textContent())!.replaceAll(' ', '')
  await page.request.post('/api/Demo/Gateway/Counter', { form: { number: account } })
  // The page polls for the result.
  await expect(page.getByRole('heading', { name: '預約成功' })).toBeVisible({ timeout: 40_000 })
})

test('D8 A7 a session that ends in the middle keeps the cart and what was typed', async ({ page, baseURL }) => {
  const member = await enterAsNewMember(page, 'tw', baseURL!)
  const period = await findFree(page.request, 5, 4)
  await putInCart(page, [period])
  await visit(page, '/order/check')
  await page.locator('summary', { hasText: '聯絡人與備註' }).click()
  await page.getByLabel('備註').fill('需要一顆新球')
  await (await caller(page.request, member)).endSessions()
  await send(page)

  await expect(page).toHaveURL(/\/login\?redirect=%2Forder%2Fcheck/)
  await page.getByLabel('電子郵件或帳號').fill(member.email)
  await page.getByLabel('密碼', { exact: true }).fill(member.secret)
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await expect(page).toHaveURL(/\/order\/check$/)
  await expect(page.getByText(period.court)).toBeVisible()
  await expect(page.getByText('需要一顆新球').first()).toBeAttached()
  await send(page)
  await expect(page.getByRole('heading', { name: '時段已為您保留' })).toBeVisible()
})

test('B34 A7 somebody is faster: it says which, offers what is near, and keeps the rest', async ({ page, playwright, baseURL }) => {
  await enterAsNewMember(page, 'en', baseURL!)
  const elsewhere = await playwright.request.newContext({
    baseURL: baseURL!,
    extraHTTPHeaders: { 'x-forwarded-for': `10.8.${randomInt(255)}.${randomInt(255)}` },
  })
  const rival = await caller(elsewhere, await newMember(elsewhere))
  const [lost, kept] = [await findFree(page.request, 1, 6), await findFree(page.request, 9, 5)]
  await putInCart(page, [lost, kept])
  await visit(page, '/order/check')
  await expect(submit(page)).toBeEnabled()
  await rival.place(lost)
  await send(page)

  const item = page.locator('li[data-wrong]')
  await expect(item).toHaveCount(1)
  await expect(item).toContainText('Somebody else has just taken this time')
  await expect(item).toBeFocused()
  await expect(submit(page)).toBeDisabled()
  await expectAccessible(page)
  const instead = item.getByRole('list', { name: 'You could have instead' }).getByRole('button').first()
  const other = (await instead.locator('span').textContent())!
  await instead.click()
  await expect(item).toHaveCount(0)
  await send(page)
  await expect(page).toHaveURL(/payment-complete/)
  await expect(page.getByRole('listitem').filter({ hasText: other.replace(/ \d\d:.*$/, '') })).toHaveCount(1)
  await elsewhere.dispose()
})

test('A25 A7 an unpaid order is given up, and its period is free again', async ({ page, context, baseURL }) => {
  const member = await newMember(page.request)
  await speak(context, 'en', baseURL!)
  const period = await findFree(page.request, 7, 3)
  const orderNo = await (await caller(page.request, member)).place(period)
  await logIn(page, member.email, member.secret)
  await putInCart(page, [period])
  await visit(page, '/order/check')
  await expect(page.locator('li[data-wrong]')).toContainText('You have already booked this time')
  await page.getByRole('link', { name: 'See my bookings' }).click()
  await page
    .getByRole('article', { name: `Order ${orderNo}` })
    .getByRole('link', { name: 'Details' })
    .click()
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await visit(page, '/order/check')
  await expect(submit(page)).toBeEnabled()
  await expect(submit(page)).toContainText(money(period.price))
})

test.describe('the wired site', () => {
  test.use({ baseURL: async ({}, use) => use(process.env.E2E_URL!) })

  test('C1 C2 C4 lets a payment come back, and stays where the app has led: by reload, return and another tab, not by typing', async ({
    page,
    context,
    baseURL,
  }) => {
    const member = await newMember(page.request)
    await speak(context, 'tw', baseURL!)
    const orderNo = await (await caller(page.request, member)).place(await findFree(page.request, 8, 4))
    await logIn(page, member.email, member.secret)
    await visit(page, '/member/setting')
    const bookings = page.getByRole('link', { name: '我的預約' }).locator('visible=true').first()
    await expect(bookings, 'what waits is counted').toHaveAccessibleName(/我的預約.*1 筆待繳費|1 筆待繳費.*我的預約/)
    await bookings.click()
    const pay = page.getByRole('article', { name: `訂單 ${orderNo}` }).getByRole('button', { name: '前往付款' })
    await pay.click()
    await expect(page.locator('button[value=card]')).toBeVisible()
    await page.goBack()
    await ready(page)
    await pay.click()
    await page.locator('button[value=card]').click()
    const success = page.getByRole('heading', { name: '預約成功' })
    await expect(success).toBeVisible()
    await page.reload()
    await expect(success).toBeVisible()

    const orders = page.getByRole('link', { name: '我的預約' }).locator('visible=true').first()
    const [tab] = await Promise.all([context.waitForEvent('page'), orders.click({ modifiers: ['Control'] })])
    await expect(tab.getByRole('article', { name: `訂單 ${orderNo}` })).toBeVisible()
    const address = tab.url()
    await tab.reload()
    await expect(tab.getByRole('article', { name: `訂單 ${orderNo}` })).toBeVisible()
    await tab.goto(address)
    await expect(tab).toHaveURL(/\/member\?from=home$/)
    await tab.close()

    await page.goto(`/redirectToResult?ref=${orderNo}.made-up`)
    await expect(page).toHaveURL(/\/member\?from=home$/)

    const mail = await readMessage(page.request, member.email, /預約成功/)
    await page.goto(/https?:\S+\/member\/order\/overview\S+/.exec(mail.body)![0])
    await expect(page.getByRole('heading', { name: `訂單 ${orderNo}` })).toBeVisible()
  })
})
