import { caller, findFree, goToPay, putInCart } from './booking.ts'
import { expect, expectAccessible, expectNothingSideways, logIn, newMember, speak, test, visit } from './journey.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

test('A7 A31 a store code, chosen where the order is checked, and paid the next day', async ({ page, context, baseURL }) => {
  const member = await newMember(page.request)
  await speak(context, 'tw', baseURL!)
  await logIn(page, member.email, member.secret)
  await putInCart(page, [await findFree(page.request, 2, 6)])
  await visit(page, '/order/check')
  const ways = page.getByRole('group', { name: '繳費方式' })
  await expect(ways.getByRole('radio').first()).toBeChecked()
  await ways.getByRole('button', { name: /^其他付款方式/ }).click()
  const store = ways.getByRole('radio', { name: /^超商代碼/ })
  await expect(store).toHaveAccessibleName(/取得代碼後，.*前到超商機台繳費/)
  await store.check()
  await expectAccessible(page)
  await expectNothingSideways(page)
  await page.locator('form button[type=submit]').click()

  const go = page.getByRole('button', { name: '前往付款：超商代碼' })
  await go.click()
  await page.locator('button[value=cvs]').click()
  await page.getByRole('link', { name: '返回預約網站' }).click()
  await expect(page.getByRole('heading', { name: '已取得繳費號碼' })).toBeVisible()
  const code = (await page.locator('dt', { hasText: '繳費代碼' }).locator('+ dd span').textContent())!.replaceAll(' ', '')
  await page.request.post('/api/Demo/Gateway/Counter', { form: { number: code } })
  await expect(page.getByRole('heading', { name: '預約成功' })).toBeVisible({ timeout: 40_000 })

  // The next order begins with it
  const orderNo = await (await caller(page.request, member)).place(await findFree(page.request, 2, 7))
  await visit(page, `/member/order/payment-complete?orderNo=${orderNo}`)
  await page.getByRole('button', { name: '前往付款' }).click()
  await expect(page.getByRole('dialog', { name: '繳費方式' }).getByRole('radio').first()).toHaveAccessibleName(/^超商代碼/)
  await expectAccessible(page)
})

test('A31 three barcodes are drawn for the store', async ({ page, context, baseURL }) => {
  const member = await newMember(page.request)
  await speak(context, 'en', baseURL!)
  const orderNo = await (await caller(page.request, member)).place(await findFree(page.request, 4, 7))
  await logIn(page, member.email, member.secret)
  await visit(page, `/member/order/payment-complete?orderNo=${orderNo}&way=barcode`)
  await page.getByRole('button', { name: 'Go to payment: Store barcode' }).click()
  await page.locator('button[value=barcode]').click()
  await page.locator('main a.button').click()
  await expect(page.getByText('Barcode 3')).toBeVisible()
  await expect(page.locator('dd svg')).toHaveCount(3)
  await expectNothingSideways(page)
  await expectAccessible(page)
})

test.describe('in LINE’s own browser', () => {
  test.use({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Safari Line/15.7.1' })

  test('A31 the page says that cards may fail, and leads out of it', async ({ page, context, baseURL }) => {
    const member = await newMember(page.request)
    await speak(context, 'tw', baseURL!)
    const orderNo = await (await caller(page.request, member)).place(await findFree(page.request, 6, 7))
    await logIn(page, member.email, member.secret)
    await visit(page, `/member/order/payment-complete?orderNo=${orderNo}`)
    await page.getByRole('button', { name: '前往付款' }).click()
    const sheet = page.getByRole('dialog', { name: '繳費方式' })
    await expect(sheet.getByRole('link', { name: '用手機瀏覽器打開' })).toHaveAttribute('href', /\/pay\?ref=.*openExternalBrowser=1/)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await goToPay(page, page.getByRole('button', { name: '前往付款' }), 'Apple Pay')
    await expect(page.locator('button[value=applepay]')).toBeVisible()
  })
})
