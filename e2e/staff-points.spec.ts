import type { Page } from '@playwright/test'
import { m } from '#i18n/generated/messages.js'
import { dayIn } from './booking.ts'
import { enterConsole, expect, looksRight, newMember, type NewMember, speak, test, visit } from './journey.ts'

type Json = Record<string, any>

/** Two bookings of a member at the dance studio, each with a point of staff that the member appeals. */
async function appealTwice(page: Page, member: NewMember): Promise<void> {
  const token = (await page.context().cookies()).find((cookie) => cookie.name === 'sports_v2_jwt')!.value
  const headers = (key: string) => ({ authorization: `Bearer ${token}`, 'idempotency-key': key })
  const get = async (path: string): Promise<Json> => (await page.request.get(path, { headers: headers('x') })).json()
  const post = async (path: string, data: object, by = headers('x')): Promise<Json> => {
    const answer = await page.request.post(path, { headers: by, data })
    expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true)
    return answer.status() === 204 ? {} : answer.json()
  }
  const { courts } = await get(`/api/Staff/Counter/Schedule?facility=DAN&day=${dayIn(25)}`)
  const free = courts
    .flatMap((court: Json) => court['cells'].map((cell: Json) => ({ ...cell, venue2ndId: court['id'] })))
    .filter((cell: Json) => cell['state'] === 'free')
  for (const { venue2ndId, start, end, price } of free.slice(0, 2)) {
    const payment = { way: 'terminal', tillId: null, reference: 'SLIP' }
    const sale = { memberId: member.id, items: [{ venue2ndId, start, end }], amount: price, payment }
    const { orderNo } = await post('/api/Staff/Counter/Sale', sale, headers(`points ${member.id} ${start}`))
    await post('/api/Staff/Person/Point/Give', { id: member.id, orderNo, reason: '未清理場地' })
  }
  const login = await page.request.post('/api/AccountMember/Login', { data: { emailOrAccount: member.email, secret: member.secret } })
  const own = { authorization: `Bearer ${((await login.json()) as { token: string }).token}`, 'idempotency-key': 'x' }
  const { points } = await (await page.request.get('/api/Violation/List', { headers: own })).json()
  for (const { id } of points) await post('/api/Violation/Appeal', { id, text: '離場前已經清理，有照片。' }, own)
}

test('appeals are accepted and refused by key until none waits, and the points of an outage are withdrawn at once @desk', async ({
  page,
  openSite,
}) => {
  test.slow()
  await enterConsole(page, openSite)
  await visit(page, '/staff')
  const name = `申${Date.now() % 1e7}`
  const member = await newMember(page.request, { name })
  await appealTwice(page, member)

  // The oldest is opened by J, with its evidence; accepted by A with a reason that is ready.
  const tw = { locale: 'tw' } as const
  await visit(page, `/staff/points?person=${member.id}`)
  const queue = page.getByRole('list', { name: m.points_tab_appeals({}, tw) })
  await expect(queue.getByRole('link')).toHaveCount(2)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByText('離場前已經清理，有照片。')).toBeVisible()
  await expect(page.getByRole('region', { name: m.points_booking({}, tw) })).toContainText(m.points_item_no_check_in({}, tw))
  await looksRight(page)
  await page.keyboard.press('a')
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: m.points_accept_fault({}, tw) }).press('Enter')
  await expect(sheet.getByRole('textbox', { name: m.person_reason({}, tw) })).toHaveValue(m.points_accept_fault({}, tw))
  await sheet.getByRole('button', { name: m.points_accept({}, tw) }).press('Enter')
  // The next one opens by itself.
  await expect(sheet).toHaveCount(0)
  await expect(queue.getByRole('link')).toHaveCount(1)
  await expect(queue.getByRole('link')).toHaveAttribute('aria-current')

  // In English at 768 the other is refused, and nothing waits.
  await page.setViewportSize({ width: 768, height: 1000 })
  await speak(page.context(), 'en', openSite)
  const en = { locale: 'en' } as const
  await visit(page, `/staff/points?person=${member.id}`)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByText('離場前已經清理，有照片。')).toBeVisible()
  await page.keyboard.press('r')
  await sheet.getByRole('button', { name: m.points_reject({}, en) }).press('Enter')
  await expect(sheet.getByText(m.field_required({}, en))).toBeVisible()
  await sheet.getByRole('button', { name: m.points_reject_no_proof({}, en) }).press('Enter')
  await sheet.getByRole('button', { name: m.points_reject({}, en) }).press('Enter')
  await expect(page.getByText(m.points_no_appeals({}, en))).toBeVisible()

  // After an outage: what was given at this studio is listed, then withdrawn together.
  await page.getByRole('button', { name: m.points_outage({}, en) }).press('Enter')
  await sheet.getByLabel(m.staff_orders_facility({}, en)).selectOption('DAN')
  await sheet.getByLabel(m.violation_kind_no_show({}, en)).uncheck()
  await sheet.getByLabel(m.violation_kind_expired({}, en)).uncheck()
  await sheet.getByLabel(m.violation_kind_staff({}, en)).check()
  await sheet.getByRole('button', { name: m.points_outage_preview({}, en) }).press('Enter')
  await expect(sheet.getByRole('rowheader', { name })).toHaveCount(1)
  await looksRight(page)
  await sheet.getByRole('button', { name: m.points_outage_reason_power({}, en) }).press('Enter')
  await sheet.getByRole('button', { name: m.points_outage_confirm({ count: 1 }, en) }).press('Enter')
  await expect(sheet).toHaveCount(0)
  await visit(page, `/staff/points?tab=list&status=removed&person=${member.id}`)
  await expect(page.getByRole('rowheader', { name })).toHaveCount(2)
  await looksRight(page)
})
