import type { Page } from '@playwright/test'
import { caller, findFree, putInCart } from './booking.ts'
import { enterAsNewMember, expect, expectAccessible, test, visit } from './journey.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

/** What of the frame around the page can be seen. */
const frame = async (page: Page) => ({
  bottomBar: await page.getByRole('main').locator('~ nav').isVisible(),
  footer: await page.getByRole('contentinfo').isVisible(),
  waysBack: await page.getByRole('banner').locator('[data-back]').filter({ visible: true }).allTextContents(),
})
const inTask = (back: string) => ({ bottomBar: false, footer: false, waysBack: [back] })

test('C3 on a phone a task has no footer and no menu but one way back, and the pages around it have both', async ({ page, baseURL }) => {
  const member = await enterAsNewMember(page, 'tw', baseURL!)
  const period = await findFree(page.request, 5, 3)
  const orderNo = await (await caller(page.request, member)).place(period)
  for (const [path, back] of [
    ['/member/setting', '會員中心'],
    ['/member/violation', '會員中心'],
    ['/member/order/locker', '會員中心'],
    ['/member/order/refund', '會員中心'],
    ['/member/order/overview?wishes=1', '我的預約'],
    [`/member/order/overview?orderNo=${orderNo}`, '我的預約'],
    [`/member/order/payment-complete?orderNo=${orderNo}`, '我的預約'],
    ['/order/check', '預約'],
  ] as const) {
    await visit(page, path)
    expect(await frame(page), path).toEqual(inTask(back))
  }
  // Among those who look around, the way back from a booking leads to the list.
  await visit(page, `/member/order/overview?orderNo=${orderNo}`)
  await page.getByRole('banner').getByRole('link', { name: '我的預約' }).click()
  await expect(page.getByRole('article', { name: `訂單 ${orderNo}` })).toBeVisible()
  expect(await frame(page)).toEqual({ bottomBar: true, footer: false, waysBack: [] })

  await visit(page, '/venues/5')
  expect(await frame(page), 'nothing is chosen').toEqual({ bottomBar: true, footer: true, waysBack: [] })
  await putInCart(page, [await findFree(page.request, 5, 4)])
  for (const path of ['/venues/5', '/order?facility=5']) {
    await visit(page, path)
    await expect(page.locator('[data-cart]')).toBeVisible()
    expect(await frame(page), `${path} with something in the cart`).toEqual(inTask('找場地'))
  }
  await expectAccessible(page)

  // A wide screen has room for the menus: only in the middle of one thing are they gone.
  await page.setViewportSize({ width: 1280, height: 900 })
  expect((await frame(page)).waysBack).toEqual([])
  await expect(page.getByRole('banner').getByRole('navigation')).toBeVisible()
  await visit(page, '/member/setting')
  await expect(page.getByRole('navigation', { name: '會員選單' })).toBeVisible()
  await visit(page, '/order/check')
  expect(await frame(page)).toEqual(inTask('預約'))
  await expect(page.getByRole('banner').getByRole('navigation')).toHaveCount(0)
})
