import type { Page } from '@playwright/test'
import { randomInt } from 'node:crypto'
import { caller, dayIn, findFree, money, putInCart } from './booking.ts'
import { inDatabase } from './database.ts'
import {
  enterAsNewMember,
  expect,
  expectAccessible,
  expectNothingSideways,
  logIn,
  newMember,
  readMessage,
  speak,
  test,
  visit,
} from './journey.ts'
import { counting, expectAsWritten } from './taps.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

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
  await page.getByRole('button', { name: /^10:00.*NT\$/ }).click()
  const courts = page.getByRole('group', { name: /的場地$/ })
  // Not the first court, which others take at the same time.
  await courts.locator('button[aria-pressed=true]').click()
  const court = courts.getByRole('button').nth(randomInt(3))
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
  await expect(page.getByText(/起一週時數（含這次）/)).toBeVisible()
  await expectAccessible(page)
  await send(page)

  // The order is held, with a countdown
  await expect(page).toHaveURL(/\/member\/order\/payment-complete\?orderNo=F/)
  const orderNo = new URL(page.url()).searchParams.get('orderNo')!
  await expect(page.getByRole('heading', { name: '時段已為您保留' })).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^剩 1[45]:\d\d$/)
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
  await expect(page.getByRole('heading', { level: 1, name: /\d\d:00–\d\d:00 / })).toBeVisible()
  await expect(page.getByText(`訂單 ${orderNo}`, { exact: true })).toBeVisible()
  await expect(page.getByText('預約成功')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: '我的預約', exact: true }).click()
  await expect(page.getByRole('article', { name: `訂單 ${orderNo}` })).toContainText('預約成功')
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
  await expect(item).toContainText('Someone else has just booked this time')
  await expect(item).toBeFocused()
  await expect(submit(page)).toBeDisabled()
  await expectAccessible(page)
  const instead = item.getByRole('list', { name: 'Alternatives' }).getByRole('button').first()
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

/** An order that was paid, moved into the past by whole weeks: its floor is free again. */
async function playedBefore(orderNo: string, days: number): Promise<void> {
  const items = 'select i.id from order_items i join orders o on o.id = i.order_id where o.order_no = $1'
  await inDatabase(`delete from occupancy where holder_id in (${items})`, [orderNo])
  await inDatabase(
    `update order_items set day = day - $2::int, during = tstzrange(lower(during) - make_interval(days => $2), upper(during) - make_interval(days => $2)) where id in (${items})`,
    [orderNo, days],
  )
  await inDatabase(
    `update orders set state = 'completed', amount = 0, pay_before = null, confirmed_at = created_at, closed_at = created_at where order_no = $1`,
    [orderNo],
  )
}

test('A1 A7 A32 the same as last week: two taps from home to the payment', async ({ page, baseURL, request }) => {
  const member = await enterAsNewMember(page, 'tw', baseURL!)
  const { place } = await caller(request, member)
  const free = await findFree(request, 3, 5)
  await playedBefore(await place(free), 7)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => shifts.push(...list.getEntries().map((one) => JSON.stringify(one)))).observe({ type: 'layout-shift' })
  })
  await visit(page, '/')
  const again = page.getByRole('region', { name: '和上週一樣' })
  await expect(again).toContainText(free.court)
  // It comes after the page, into a place of its own.
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([])
  await expectAccessible(page)
  await expectNothingSideways(page)

  const { count, tap } = counting()
  const button = (name: RegExp) => page.getByRole('main').getByRole('button', { name })
  await tap(button(/^預約 NT\$/))
  await expect(page).toHaveURL(/\/order\/check$/)
  await expect(page.getByRole('main')).toContainText(free.court)
  await expect(page.getByRole('region', { name: '取消可退還' })).toBeVisible()
  await tap(button(/NT\$/))
  await expect(page).toHaveURL(/\/member\/order\/payment-complete\?orderNo=F/)
  expectAsWritten('The same as last week: from the front door to the payment', count)

  // What is booked is not proposed again.
  await visit(page, '/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(again).toHaveCount(0)
})

test('A1 A8 A27 where somebody else has that court, another one is proposed and named', async ({ page, baseURL, request }) => {
  const member = await enterAsNewMember(page, 'tw', baseURL!)
  const { place } = await caller(request, member)
  const free = await findFree(request, 4, 4)
  const orderNo = await place(free)
  await playedBefore(orderNo, 7)
  const other = await caller(request, await newMember(request))
  await other.place(free)
  await visit(page, '/order')
  const again = page.getByRole('region', { name: '和上週一樣' })
  await expect(again).toContainText(`${free.court}那時已有人預約，改為`)
  await visit(page, `/member/order/overview?orderNo=${orderNo}`)
  await expect(page.getByRole('region', { name: '再訂一次' })).toContainText(`${free.court}那時已有人預約，改為`)
  await expectAccessible(page)
})
