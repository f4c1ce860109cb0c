import { caller, findFree, goToPay } from './booking.ts'
import { expect, expectAccessible, logIn, newMember, readMessage, ready, speak, test, visit } from './journey.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

test('A31 a card that fails, then one that does not, in English', async ({ page, context, baseURL }) => {
  const member = await newMember(page.request)
  await speak(context, 'en', baseURL!)
  const me = await caller(page.request, member)
  const orderNo = await me.place(await findFree(page.request, 2, 4))
  await logIn(page, member.email, member.secret)
  await visit(page, `/member/order/overview?orderNo=${orderNo}`)
  await goToPay(page, page.getByRole('button', { name: 'Go to payment' }))
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
  await goToPay(page, toPay.getByRole('button', { name: '前往付款' }))
  await page.getByRole('link', { name: '先不付款，返回預約網站' }).click()
  await expect(page.getByRole('heading', { name: '付款還沒有完成' })).toBeVisible()

  await visit(page, '/member')
  await expect(toPay).toContainText(orderNo)
  await expect(toPay.getByRole('timer')).toBeVisible()
  await expectAccessible(page)
  await goToPay(page, toPay.getByRole('button', { name: '前往付款' }))
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
  await goToPay(page, page.getByRole('button', { name: '前往付款' }), 'ATM 轉帳')
  await page.locator('button[value=atm]').click()
  await page.getByRole('link', { name: '返回預約網站' }).click()
  await expect(page.getByRole('heading', { name: '已取得繳費帳號' })).toBeVisible()
  await expect(page.getByText('銀行代碼')).toBeVisible()
  await expectAccessible(page)

  const account = (await page.locator('dt', { hasText: '繳費帳號' }).locator('+ dd span').textContent())!.replaceAll(' ', '')
  await page.request.post('/api/Demo/Gateway/Counter', { form: { number: account } })
  // The page polls for the result.
  await expect(page.getByRole('heading', { name: '預約成功' })).toBeVisible({ timeout: 40_000 })
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
    // Inside of a task there is one way back, which leads to where the menu is.
    await page.getByRole('banner').getByRole('link', { name: '會員中心' }).click()
    const bookings = page.getByRole('link', { name: '我的預約' }).locator('visible=true').first()
    await expect(bookings, 'what waits is counted').toHaveAccessibleName(/我的預約.*1 筆待繳費|1 筆待繳費.*我的預約/)
    await bookings.click()
    const pay = page.getByRole('article', { name: `訂單 ${orderNo}` }).getByRole('button', { name: '前往付款' })
    await goToPay(page, pay)
    await expect(page.locator('button[value=card]')).toBeVisible()
    await page.goBack()
    await ready(page)
    await goToPay(page, pay)
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
    await expect(page.getByText(`訂單 ${orderNo}`, { exact: true })).toBeVisible()
  })
})
