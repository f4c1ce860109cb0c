import type { APIRequestContext, Page } from '@playwright/test'
import { goToPay } from './booking.ts'
import { randomInt, randomUUID } from 'node:crypto'
import {
  expect,
  expectNothingSideways,
  expectAccessible,
  logIn,
  newMember,
  readMessage,
  speak,
  test,
  visit,
  type NewMember,
} from './journey.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

type Period = { start: string; end: string; state: string }
type Item = { venue2ndId: number; start: string; end: string }
const dayIn = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)

async function findFree(request: APIRequestContext, venue1stId: number, days: number): Promise<Item> {
  const answer = await request.post('/api/Order/Member/Schedule', { data: { venue1stId, date: dayIn(days) } })
  const { courts } = (await answer.json()) as { courts: { id: number; periods: Period[] }[] }
  const free = courts.flatMap(({ id, periods }) =>
    periods.filter(({ state }) => state === 'free').map(({ start, end }) => ({ venue2ndId: id, start, end })),
  )
  return free[randomInt(free.length)]!
}

async function tokenOf(request: APIRequestContext, emailOrAccount: string, secret = 'fieldhouse-demo'): Promise<{ authorization: string }> {
  const login = await request.post('/api/AccountMember/Login', { data: { emailOrAccount, secret } })
  return { authorization: `Bearer ${((await login.json()) as { token: string }).token}` }
}

/** An order that is placed through the API and paid in the browser. */
async function paidOrder(page: Page, member: NewMember, items: Item[], way: 'card' | 'atm'): Promise<string> {
  const headers = await tokenOf(page.request, member.email, member.secret)
  const placed = await page.request.post('/api/Order/Member', { headers: { ...headers, 'idempotency-key': randomUUID() }, data: { items } })
  expect(placed.status(), await placed.text()).toBe(201)
  const { orderNo } = (await placed.json()) as { orderNo: string }
  await logIn(page, member.email, member.secret)
  await visit(page, `/member/order/overview?orderNo=${orderNo}`)
  await goToPay(page, page.getByRole('button', { name: '前往付款' }), way === 'atm' ? 'ATM 轉帳' : undefined)
  await page.locator(`button[value=${way}]`).click()
  if (way === 'atm') {
    await page.locator('form[action$=Counter] button').click()
    await expect(page.getByText('付款完成')).toBeVisible()
  } else await expect(page.getByRole('heading', { name: '預約成功' })).toBeVisible()
  return orderNo
}

const amountIn = (text: string | null) => Number(/NT\$([\d,]+)/.exec(text ?? '')![1]!.replaceAll(',', ''))

test('A29 A30 one of three items goes back, with its amount shown before', async ({ page, context, baseURL }) => {
  const member = await newMember(page.request)
  await speak(context, 'tw', baseURL!)
  const items = [await findFree(page.request, 6, 5), await findFree(page.request, 6, 2), await findFree(page.request, 6, 1)]
  const orderNo = await paidOrder(page, member, items, 'card')

  await visit(page, `/member/order/overview?orderNo=${orderNo}`)
  await page.getByRole('link', { name: '取消並退費' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '退費申請' })).toBeVisible()
  const choices = page.getByRole('group', { name: '選擇要退費的時段' }).getByRole('listitem')
  await expect(choices).toHaveCount(3)
  await expect(choices.last()).toContainText('退 100%')
  await expect(choices.first()).toContainText('退 50%')
  await expect(choices.first()).toContainText('記 1 點違規')
  await expectAccessible(page)
  const whole = amountIn(await choices.last().textContent())
  await choices.last().getByRole('checkbox').check()
  const back = page.getByRole('region', { name: '退費方式' })
  await expect(back).toHaveText(`退費方式退回原付款方式 NT$${whole.toLocaleString('en-GB')}`)
  await page.getByLabel('退費原因').fill('臨時出差')
  const submit = page.getByRole('button', { name: `取消並退費 NT$${whole.toLocaleString('en-GB')}` })
  await expect(submit).toBeVisible()
  // The confirmation names the amount and the violation points: none for this item, one point with tomorrow's item
  await choices.first().getByRole('checkbox').check()
  const beside = page.getByRole('region', { name: '退費金額' })
  await expect(beside, 'before anything is pressed').toContainText('取消會記 1 點違規')
  await page.getByRole('button', { name: /^取消並退費/ }).click()
  const sheet = page.getByRole('dialog', { name: '確定要退費嗎？' })
  await expect(sheet).toContainText('取消會記 1 點違規')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: '不取消，返回' }).click()
  await expect(sheet).toHaveCount(0)
  await choices.first().getByRole('checkbox').uncheck()
  await submit.click()
  await expect(sheet).toContainText('這次取消不會記點')
  // Begins at its heading; the tab key comes to what it is for before the way out, as both stand; closing gives the focus back
  await expect(sheet.getByRole('heading', { name: '確定要退費嗎？' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const [sure, keep] = [sheet.getByRole('button', { name: /^確定退費/ }), sheet.getByRole('button', { name: '不取消，返回' })]
  await expect(sure).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(keep).toBeFocused()
  const [first, second] = [(await sure.boundingBox())!, (await keep.boundingBox())!]
  expect(first.y < second.y || (first.y === second.y && first.x < second.x)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(submit).toBeFocused()
  await submit.click()
  await sheet.getByRole('button', { name: `確定退費 NT$${whole.toLocaleString('en-GB')}` }).click()

  await expect(page).toHaveURL(/\/member\/order\/refund$/)
  const card = page.getByRole('article').first()
  await expect(card).toContainText(orderNo)
  await expect(card.getByText('已退費').first()).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await expectNothingSideways(page)

  // The mail links to this refund
  const mail = await readMessage(page.request, member.email, /(已取消預約，退費 |已退費：)NT\$/)
  await page.goto(/https?:\S+\/member\/order\/refund\S+/.exec(mail.body)![0])
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText(orderNo)
  await expectAccessible(page)
  await visit(page, `/member/order/overview?orderNo=${orderNo}`)
  await expect(page.getByText('預約成功').first()).toBeVisible()
  // The order shows what was refunded, by item and in total
  const periods = page.getByRole('region', { name: '預約時段' })
  await expect(periods.getByRole('link', { name: `退費 NT$${whole.toLocaleString('en-GB')}` })).toHaveCount(1)
  await expect(periods.getByText('已退費')).toHaveCount(1)
  await expect(page.getByRole('region', { name: '金額', exact: true })).toContainText('退費申請')
  await expectAccessible(page)
})

test('A30 a rained-off outdoor court comes back in full, by itself', async ({ page, context, baseURL }) => {
  const member = await newMember(page.request)
  await speak(context, 'tw', baseURL!)
  const orderNo = await paidOrder(page, member, [await findFree(page.request, 5, 6)], 'card')
  const closed = await page.request.post('/api/Staff/Facility/Close', {
    headers: await tokenOf(page.request, 'staff'),
    data: { venue1stId: 5, date: dayIn(6), reasonTw: '因雨停用', reasonEn: 'Rain closure' },
  })
  expect(closed.status(), await closed.text()).toBe(200)
  // One mail says why, and where the money is: on its way to the card, or there already.
  expect((await readMessage(page.request, member.email, /場館取消/)).body).toMatch(/NT\$[\d,]+.*信用卡/)
  await visit(page, '/member/order/refund')
  const card = page.getByRole('article').first()
  await expect(card).toContainText(orderNo)
  await expect(card.getByText('已退費').first()).toBeVisible({ timeout: 20_000 })
  await expect(card).toContainText('場館取消，全額退費')
  await expect(card).toContainText('100%')
})

test('A29 by bank transfer, with a passbook photographed on a phone', async ({ page, context, baseURL }) => {
  const member = await newMember(page.request)
  await speak(context, 'tw', baseURL!)
  const orderNo = await paidOrder(page, member, [await findFree(page.request, 1, 6)], 'atm')
  await visit(page, `/member/order/refund/apply?orderNo=${orderNo}`)
  await expect(page.getByText('我們會匯款到您的銀行帳戶')).toBeVisible()
  // The bank is found by its name, with the keyboard
  const bank = page.getByRole('combobox', { name: '銀行' })
  await bank.pressSequentially('第一商')
  await expect(page.getByRole('option')).toHaveCount(1)
  await expectAccessible(page)
  await bank.press('Enter')
  await expect(bank).toHaveValue('007 第一商業銀行')
  await page.getByLabel('帳號').fill('0123 4567 8901')
  // The camera's photo arrives as from any file chooser.
  const photo = await page.screenshot({ type: 'jpeg' })
  await page.getByLabel('存摺封面').setInputFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(page.getByText('IMG_0001.jpg')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^取消並退費 NT\$/ }).click()
  await page.getByRole('button', { name: /^確定退費 NT\$/ }).click()
  const card = page.getByRole('article').first()
  await expect(card).toContainText('007 第一商業銀行 ••••8901')
  await expect(card).toContainText('審核通過')

  // Finance staff record the transfer
  const finance = await tokenOf(page.request, 'staff')
  const refundNo = (await card.getAttribute('id'))!
  expect(await (await page.request.get('/api/Staff/Refund/Transfers.csv', { headers: finance })).text()).toContain(`007-012345678901`)
  const paid = await page.request.post('/api/Staff/Refund/Paid', { headers: finance, data: { refundNo, note: '' } })
  expect(paid.status(), await paid.text()).toBe(204)
  await visit(page, '/member/order/refund')
  await expect(page.getByRole('article').first().getByText('已退費').first()).toBeVisible()
})
