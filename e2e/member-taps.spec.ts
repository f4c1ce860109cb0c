import type { Page } from '@playwright/test'
import { randomInt } from 'node:crypto'
import { caller, dayIn, findFree, goToPay } from './booking.ts'
import { asked, openHall, retireHall, staffHeaders, tickets } from './door.ts'
import { enterAsNewMember, expect, logIn, newMember, speak, test, visit } from './journey.ts'
import { counting, expectAsWritten } from './taps.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

const main = (page: Page) => page.getByRole('main')
/** A booking of a new member, who is logged in, that was paid by card. */
async function paidBooking(page: Page, baseURL: string, facilityId: number): Promise<string> {
  const member = await enterAsNewMember(page, 'tw', baseURL)
  const orderNo = await (await caller(page.request, member)).place(await findFree(page.request, facilityId, 6))
  await visit(page, `/member/order/overview?orderNo=${orderNo}`)
  await goToPay(page, page.getByRole('button', { name: '前往付款' }))
  await page.locator('button[value=card]').click()
  await expect(page.getByRole('heading', { name: '預約成功' })).toBeVisible()
  return orderNo
}

test('taps: courts that are free on Saturday evening', async ({ page, baseURL }) => {
  await speak(page.context(), 'tw', baseURL!)
  const { count, tap } = counting()
  await visit(page, '/')
  await tap(main(page).getByRole('navigation', { name: '運動' }).getByRole('link', { name: '羽球' }))
  await expect(page).toHaveURL(/sport=badminton/)
  await tap(main(page).getByRole('navigation', { name: '日期' }).getByRole('link', { name: /六/ }).first())
  await expect(page).toHaveURL(/date=/)
  await tap(main(page).getByRole('navigation', { name: '時段' }).getByRole('link', { name: '晚上' }))
  await expect(page).toHaveURL(/from=18/)
  await expect(
    main(page)
      .getByRole('button', { name: /^(18|19|20|21):00/ })
      .first(),
  ).toBeVisible()
  expectAsWritten('Saturday evening, badminton: from the front door to the free courts', count)
})

test('taps: the ticket of today', async ({ page, baseURL }) => {
  await speak(page.context(), 'tw', baseURL!)
  const staff = await staffHeaders(page.request)
  const hall = await openHall(page.request, staff, 1)
  const member = await newMember(page.request)
  // In the last hour of a day the next one is tomorrow's: the one that has begun.
  const isLastHour = new Date(Date.now() + 8 * 3_600_000).getUTCHours() === 23
  const [ticket] = await tickets(page.request, staff, hall.courtIds, isLastHour ? 0 : 1, member)
  await logIn(page, member.email, member.secret)
  const { count, tap } = counting()
  await visit(page, '/')
  await tap(page.getByRole('banner').getByRole('link', { name: /票券/ }))
  await expect(main(page).getByText(ticket!.typedCode.slice(0, 4)).first()).toBeVisible()
  await retireHall(page.request, staff, hall.code)
  expectAsWritten('Check-in: from the front door to today’s code', count)
})

test('taps: a booking is moved', async ({ page, baseURL }) => {
  await paidBooking(page, baseURL!, 2)
  const { count, tap } = counting()
  await visit(page, '/')
  await tap(page.getByRole('link', { name: '我的預約' }).locator('visible=true').first())
  await tap(page.getByRole('link', { name: '查看明細' }).first())
  await tap(page.getByRole('link', { name: '改期' }).first())
  const same = page.locator('label', { hasText: /^\d\d:\d\d/ }).first()
  await tap(same)
  await tap(page.getByRole('button', { name: /^(確認)?改期/ }))
  await expect(page.getByText(/^已改期，原為/)).toBeVisible()
  expectAsWritten('Moving a booking: from the front door to its new time', count)
})

test('taps: a booking goes back', async ({ page, baseURL }) => {
  await paidBooking(page, baseURL!, 7)
  const { count, tap, type } = counting()
  await visit(page, '/')
  await tap(page.getByRole('link', { name: '我的預約' }).locator('visible=true').first())
  await tap(page.getByRole('link', { name: '查看明細' }).first())
  await tap(page.getByRole('link', { name: '取消並退費' }).first())
  await type(page.getByLabel('退費原因'), '臨時出差')
  await tap(page.getByRole('button', { name: /^取消並退費/ }))
  await tap(page.getByRole('dialog').getByRole('button', { name: /^確定退費/ }))
  await expect(page).toHaveURL(/\/member\/order\/refund$/)
  expectAsWritten('A refund: from the front door to the refund', count)
})

test('taps: a locker', async ({ page, baseURL }) => {
  await enterAsNewMember(page, 'tw', baseURL!)
  const { count, tap } = counting()
  await visit(page, '/')
  await tap(page.getByRole('link', { name: '我的', exact: true }).locator('visible=true').first())
  const lockers = main(page).locator('a[href="/member/order/locker"]').locator('visible=true').first()
  await expect(lockers).toBeVisible()
  await tap(lockers)
  await expect(page).toHaveURL(/locker/)
  await tap(page.getByRole('gridcell', { name: /可租$/ }).nth(randomInt(3)))
  await tap(page.getByRole('dialog').getByRole('button', { name: /^租用/ }))
  await goToPay(page, page.getByRole('button', { name: '前往付款' }).first())
  count.taps += 2
  await tap(page.locator('button[value=card]'))
  await expect(page.getByRole('heading', { name: '繳費完成' })).toBeVisible()
  expectAsWritten('A locker: from the front door to paid', count)
})

test('taps: waiting for a time', async ({ page, baseURL }) => {
  const staff = await staffHeaders(page.request)
  const hall = await openHall(page.request, staff, 1, { price: 200 })
  const day = dayIn(2)
  const items = [{ venue2ndId: hall.courtIds[0], start: `${day}T12:00:00+08:00`, end: `${day}T13:00:00+08:00` }]
  const owner = await newMember(page.request)
  const { token } = await asked<{ token: string }>(
    await page.request.post('/api/AccountMember/Login', { data: { emailOrAccount: owner.email, secret: owner.secret } }),
  )
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': `waiting-${hall.code}` }
  await asked(await page.request.post('/api/Order/Member', { headers, data: { items } }))
  await enterAsNewMember(page, 'tw', baseURL!)
  const { count, tap } = counting()
  await visit(page, `/venues/${hall.id}?date=${day}`)
  await tap(page.getByRole('gridcell', { name: '可候補' }).filter({ visible: true }))
  await tap(page.getByRole('dialog').getByRole('button', { name: '加入候補' }))
  await expect(page.getByText('您排在第一位').first()).toBeVisible()
  // The hour says so too: now, and when one comes back
  const waited = page.locator('[role=gridcell][data-state=waited]').filter({ visible: true })
  await expect(waited).toHaveText(/候補中/)
  await page.reload()
  await expect(waited).toHaveText(/候補中/)
  await retireHall(page.request, staff, hall.code)
  expectAsWritten('Waiting for a time: from the facility’s day to a place in line', count)
})
