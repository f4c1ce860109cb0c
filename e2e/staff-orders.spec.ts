import type { Page } from '@playwright/test'
import { m } from '#i18n/generated/messages.js'
import { dayIn } from './booking.ts'
import { enterConsole, expect, expectAccessible, expectNothingSideways, newMember, ready, reload, speak, test, visit } from './journey.ts'

test.use({ goesOffline: true })

/** A member's order, sold at the counter and paid at the terminal, for a court that is free that day. */
async function sell(page: Page, day: string): Promise<{ name: string; orderNo: string }> {
  const name = `許${Date.now() % 1e7}`
  const member = await newMember(page.request, { name })
  const token = (await page.context().cookies()).find((cookie) => cookie.name === 'sports_v2_jwt')!.value
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': `orders-${member.account}` }
  const read = async (path: string) => (await page.request.get(path, { headers })).json()
  const [person] = (await read(`/api/Staff/Counter/People?q=${encodeURIComponent(name)}`)).items
  const { courts } = await read(`/api/Staff/Counter/Schedule?facility=BAD&day=${day}`)
  const free = courts
    .flatMap((court: any) => court.cells.map((cell: any) => ({ ...cell, venue2ndId: court.id })))
    .find((one: any) => one.state === 'free')
  const { venue2ndId, start, end, price } = free
  const sold = await page.request.post('/api/Staff/Counter/Sale', {
    headers,
    data: {
      memberId: person.memberId,
      items: [{ venue2ndId, start, end }],
      amount: price,
      payment: { way: 'terminal', tillId: null, reference: 'SLIP-7' },
    },
  })
  expect(sold.status(), await sold.text()).toBe(201)
  return { name, orderNo: (await sold.json()).orderNo }
}

/** A locker that a member has reserved and not paid for. */
async function reserveLocker(page: Page): Promise<string> {
  const member = await newMember(page.request)
  const login = await page.request.post('/api/AccountMember/Login', { data: { emailOrAccount: member.email, secret: member.secret } })
  const headers = { authorization: `Bearer ${(await login.json()).token}`, 'idempotency-key': `locker-${member.account}` }
  const { walls } = await (await page.request.get('/api/Locker/Plan')).json()
  const free = walls.flatMap((wall: any) => wall.lockers).find((one: any) => one.status === 'free')
  const rented = await page.request.post('/api/Locker/Rent', { headers, data: { lockerId: free.id, term: 'month' } })
  expect(rented.status(), await rented.text()).toBe(201)
  return (await rented.json()).orderNo
}

const tw = { locale: 'tw' } as const
const en = { locale: 'en' } as const

test('an order is found, its story read and its mail sent again, in tw; its refund is transferred, in en @desk', async ({
  page,
  openSite,
}) => {
  test.slow()
  await enterConsole(page, openSite)
  await visit(page, '/staff')
  const { name, orderNo } = await sell(page, dayIn(26))

  // Found by state and name; opened by keyboard alone.
  await visit(page, '/staff/orders')
  await page.getByLabel(m.staff_orders_state({}, tw)).selectOption('confirmed')
  await expect(page).toHaveURL(/status=confirmed/)
  await page
    .getByRole('search', { name: m.staff_screen_orders({}, tw) })
    .getByLabel(m.staff_orders_words({}, tw))
    .fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByText(m.staff_orders_count_one({}, tw))).toBeVisible()
  const link = page.getByRole('link', { name: orderNo })
  // While the network is away the panel does not say that there is no such order, and what was typed stays.
  let asked = 0
  await page.route(`**/api/Staff/Order/${orderNo}`, (route) => {
    asked += 1
    return route.abort('internetdisconnected')
  })
  await link.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: orderNo })
  await expect(panel.getByRole('heading', { name: orderNo })).toBeFocused()
  await expect(panel.getByRole('alert')).toContainText(m.staff_unreachable({}, tw))
  await expect(panel.getByText(m.staff_order_missing({}, tw))).toHaveCount(0)
  await expectAccessible(page)
  const retry = panel.getByRole('button', { name: m.error_page_retry({}, tw) })
  await retry.press('Enter')
  await expect(retry).not.toHaveAttribute('aria-busy')
  await expect(retry).toBeFocused()
  // What another desk sells lets the panel try again by itself: the button is neither drawn anew nor left by the focus.
  const askedBefore = asked
  await sell(page, dayIn(27))
  await expect.poll(() => asked).toBeGreaterThan(askedBefore)
  await expect(retry).toBeFocused()
  await expect(page.getByRole('search', { name: m.staff_screen_orders({}, tw) }).getByLabel(m.staff_orders_words({}, tw))).toHaveValue(name)
  await page.unroute(`**/api/Staff/Order/${orderNo}`)
  const story = panel.getByRole('region', { name: m.staff_order_story({}, tw) })
  // What another desk sells may be faster than the press, and then there is nothing to press any more.
  await expect(async () => {
    if (await retry.isVisible()) await retry.press('Enter', { timeout: 1000 })
    await expect(story).toBeVisible({ timeout: 5000 })
  }).toPass()
  await expect(story.getByText('SLIP-7')).toBeVisible()
  await expectAccessible(page)

  // The mail about the booking is sent again.
  const again = story.getByRole('button', { name: m.staff_order_again({}, tw) })
  await expect(again).toBeVisible()
  await again.press('Enter')
  await page.getByRole('dialog').getByText(m.staff_order_again_mail_ask({}, tw)).waitFor()
  await expectAccessible(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m.staff_order_again({}, tw) })
    .press('Enter')
  await expect(story.getByText(m.story_again({ kind: m.story_mail({}, tw) }, tw))).toBeVisible()

  // Cancelled as the terms say, and paid back to an account that was shown.
  await speak(page.context(), 'en', openSite)
  await page.setViewportSize({ width: 768, height: 1000 })
  await reload(page)
  await panel.getByRole('button', { name: m.staff_order_cancel({}, en) }).press('Enter')
  await page.getByLabel(m.board_reason({}, en)).fill(m.board_reason_member({}, en))
  await page.getByRole('button', { name: m.staff_order_cancel_confirm({}, en) }).press('Enter')
  const payBack = panel.getByRole('button', { name: m.staff_order_pay_back({ amount: 'NT$' }, en) })
  await payBack.press('Enter')
  const sheet = page.getByRole('dialog')
  await sheet.getByText(m.staff_order_by_transfer({}, en), { exact: true }).click()
  await sheet.getByRole('combobox', { name: m.refund_bank({}, en) }).fill('007')
  await page.keyboard.press('Tab')
  await sheet.getByLabel(m.refund_bank_account({}, en)).fill('12')
  await sheet.getByRole('button', { name: m.staff_order_transfer_do({}, en) }).click()
  await expect(sheet.getByText(m.field_bank_account({}, en))).toBeVisible()
  await expectAccessible(page)
  await sheet.getByLabel(m.refund_bank_account({}, en)).fill('0123-4567-8901')
  await sheet.getByRole('button', { name: m.staff_order_transfer_do({}, en) }).click()
  await expect(sheet).toHaveCount(0)
  await expect(panel.getByRole('button', { name: m.staff_order_reroute({}, en) })).toBeVisible()
  await expect(payBack).toHaveCount(0)
  const toldInEnglish = panel.getByRole('region', { name: m.staff_order_story({}, en) })
  await expect(toldInEnglish.getByText(m.board_reason_member({}, en)).first()).toBeVisible()
  expect(await page.content()).not.toContain('45678901')

  // The address leads a colleague to the same order, and so does the console's search.
  await visit(page, '/staff')
  await page.keyboard.press('/')
  await page.keyboard.type(orderNo)
  await page
    .getByRole('option', { name: new RegExp(orderNo) })
    .first()
    .click()
  await ready(page)
  await expect(panel.getByRole('heading', { name: orderNo })).toBeVisible()
  await expectNothingSideways(page)
})

test('a locker that is not paid for is cancelled at the desk, as a whole @desk', async ({ page, openSite }) => {
  await enterConsole(page, openSite, { locale: 'en' })
  await visit(page, '/staff')
  const orderNo = await reserveLocker(page)
  await visit(page, `/staff/orders?order=${orderNo}`)
  const panel = page.getByRole('region', { name: orderNo })
  await panel.getByRole('button', { name: m.staff_order_cancel_lines({}, en) }).press('Enter')
  const sheet = page.getByRole('dialog', { name: m.staff_order_cancel_lines({}, en) })
  await expect(sheet).toContainText(m.staff_order_cancel_unpaid_lead({}, en))
  await expectAccessible(page)
  await sheet.getByLabel(m.board_reason({}, en)).fill(m.board_reason_member({}, en))
  await sheet.getByRole('button', { name: m.staff_order_cancel_confirm({}, en) }).press('Enter')
  await expect(sheet).toHaveCount(0)
  await expect(panel.getByRole('button', { name: m.staff_order_cancel_lines({}, en) })).toHaveCount(0)
  await expect(panel.getByRole('region', { name: m.staff_order_story({}, en) })).toContainText(m.board_reason_member({}, en))
})
