import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { randomInt, randomUUID } from 'node:crypto'
import { m } from '#i18n/generated/messages.js'
import { dayIn } from './booking.ts'
import { asked, openHall, retireHall, staffHeaders, type Headers } from './door.ts'
import { enterConsole, expect, looksRight, ready, speak, test, visit } from './journey.ts'

const price = 100
const at = (day: string, hour: number) => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00+08:00`).toISOString()

/** An order of a guest for an hour on some courts, paid at the terminal. */
async function sell(request: APIRequestContext, headers: Headers, courtIds: number[], day: string, hour: number): Promise<void> {
  const items = courtIds.map((venue2ndId) => ({ venue2ndId, start: at(day, hour), end: at(day, hour + 1) }))
  const guest = { name: `散客 ${randomInt(1e6)}`, mobile: `09${String(randomInt(1e8)).padStart(8, '0')}` }
  const payment = { way: 'terminal', tillId: null, reference: 'SLIP' }
  const data = { guest, items, amount: price * items.length, payment }
  await asked(await request.post('/api/Staff/Counter/Sale', { headers: { ...headers, 'idempotency-key': randomUUID() }, data }))
}

/** Focuses and presses, as somebody without a mouse does. */
async function press(control: Locator): Promise<void> {
  await control.focus()
  await control.press('Enter')
}

const total = (page: Page, label: string) => page.locator('dl > div').filter({ hasText: label }).locator('dd').first()

test('a week of two halls with 41 bookings is closed in one run: dry run, changed meanwhile, report, one hall opened, the rest withdrawn; rain @desk', async ({
  page,
  openSite,
}) => {
  test.slow()
  const headers = await staffHeaders(page.request)
  const hall = await openHall(page.request, headers, 4, { price, outdoor: true })
  const other = await openHall(page.request, headers, 1, { price })
  const [from, to] = [dayIn(40), dayIn(46)]
  for (let n = 0; n < 10; n++) await sell(page.request, headers, hall.courtIds, dayIn(40 + (n % 7)), 9 + n)
  await sell(page.request, headers, other.courtIds, from, 9)

  // In Chinese at a desk: where and when, and what would happen.
  const tw = { locale: 'tw' } as const
  await enterConsole(page, openSite)
  await visit(page, '/staff/closures')
  await press(page.getByRole('link', { name: m.closures_new({}, tw) }))
  await press(page.getByRole('button', { name: m.closure_try({}, tw) }))
  await expect(page.getByText(m.closure_facility_missing({}, tw))).toBeVisible()
  const facilities = page.getByRole('group', { name: m.closure_facility({}, tw), exact: true })
  await expect(facilities.getByRole('checkbox').first()).toBeFocused()
  await press(facilities.getByRole('button', { name: m.closure_facilities_all({}, tw) }))
  await expect(facilities.getByRole('checkbox', { checked: false })).toHaveCount(0)
  await press(facilities.getByRole('button', { name: m.closure_facilities_none({}, tw) }))
  for (const { code } of [hall, other]) await facilities.getByLabel(`夜間館 ${code}`).check()
  await page.getByLabel(m.closure_from({}, tw), { exact: true }).fill(from)
  await page.getByLabel(m.closure_to({}, tw), { exact: true }).fill(to)
  await press(page.getByRole('button', { name: m.closure_try({}, tw) }))
  await expect(total(page, m.closure_total_bookings({}, tw))).toHaveText('41')
  await expect(total(page, m.closure_total_people({}, tw))).toHaveText('11')
  await expect(total(page, m.closure_total_back({}, tw))).toHaveText('NT$4,100')
  await expect(page.getByRole('listitem').filter({ hasText: other.code })).toContainText('NT$100')
  await page.getByLabel(`${m.closure_reason({}, tw)}${m.staff_in_chinese({}, tw)}`).fill('地板打蠟')
  await expect(
    page
      .getByRole('region', { name: m.closure_letter_title({}, tw) })
      .getByText('地板打蠟')
      .first(),
  ).toBeVisible()
  await looksRight(page)

  // Somebody books meanwhile: nothing is run, the new booking is marked, and what was typed is still there.
  await sell(page.request, headers, hall.courtIds.slice(0, 1), from, 20)
  const run = page.getByRole('button', { name: m.closure_run({}, tw) })
  const confirm = page.getByRole('dialog').getByRole('button', { name: m.closure_run({}, tw) })
  await press(run)
  await press(confirm)
  await expect(page.getByText(m.closure_changed_title({}, tw))).toBeVisible()
  await expect(page.getByText(m.closure_changed_added({ count: 1 }, tw))).toBeVisible()
  await expect(total(page, m.closure_total_bookings({}, tw))).toHaveText('42')
  await expect(page.getByLabel(`${m.closure_reason({}, tw)}${m.staff_in_chinese({}, tw)}`)).toHaveValue('地板打蠟')
  await press(run)
  await press(confirm)

  // The run: progress until all of it is done, and the report.
  await expect(page.getByRole('progressbar', { name: m.closure_progress_label({}, tw) })).toBeVisible({ timeout: 40_000 })
  await expect(page.getByText(m.closure_progress({ settled: 42, total: 42 }, tw))).toBeVisible({ timeout: 20_000 })
  await expect(total(page, m.closure_total_back({}, tw))).toHaveText('NT$4,200')
  await page.getByText(m.closure_show_all({ count: 42 }, tw)).click()
  await expect(page.getByRole('row').filter({ hasText: m.closure_item_cancelled({}, tw) })).toHaveCount(42)
  await looksRight(page)
  const saved = page.waitForEvent('download')
  await press(page.getByRole('button', { name: m.closure_report_csv({}, tw) }))
  expect((await saved).suggestedFilename()).toBe(`closure-${from}.csv`)

  // In English on a tablet: it is in the list; one hall is opened again, and the rest withdrawn before it begins.
  const en = { locale: 'en' } as const
  await page.setViewportSize({ width: 768, height: 1000 })
  await speak(page.context(), 'en', openSite)
  await visit(page, `/staff/closures?facility=${hall.id}`)
  await press(page.getByRole('link', { name: new RegExp(`Night hall ${hall.code}`) }))
  await expect(page.getByText(m.closure_progress({ settled: 42, total: 42 }, en))).toBeVisible()
  await press(page.getByRole('button', { name: m.closure_lift_one({ name: `Night hall ${other.code}` }, en) }))
  await press(page.getByRole('dialog').getByRole('button', { name: m.closure_lift_do({}, en) }))
  await expect(page.getByRole('listitem').filter({ hasText: other.code }).filter({ hasText: 'Reopened' })).toBeVisible()
  await looksRight(page)
  await press(page.getByRole('button', { name: m.closure_withdraw({}, en) }))
  await expect(page.getByRole('dialog').getByText(m.closure_withdraw_guests({ count: 42 }, en))).toBeVisible()
  await press(page.getByRole('dialog').getByRole('button', { name: m.closure_withdraw({}, en) }))
  await expect(page.getByText('Cancelled by', { exact: false })).toBeVisible()

  // It rains: outdoor courts are closed with two presses.
  await visit(page, '/staff/closures')
  await press(page.getByRole('button', { name: m.closures_rain({}, en) }))
  const rain = page.getByRole('dialog')
  await expect(rain.getByRole('listitem').filter({ hasText: m.closure_rain_all({}, en) })).toContainText(/booking/)
  await expect(rain.getByRole('listitem').filter({ hasText: hall.code })).toContainText(m.closure_effect_none({}, en))
  await looksRight(page)
  await press(rain.getByRole('button', { name: m.closure_rain_close({ name: `Night hall ${hall.code}` }, en) }))
  await expect(rain.getByText(m.closure_rain_done({}, en))).toBeVisible()
  await press(rain.getByRole('link', { name: m.closure_rain_report({}, en) }))
  await expect(page.getByText(m.closure_done_none({}, en))).toBeVisible()
  await looksRight(page)
  await press(page.getByRole('button', { name: m.closure_lift({}, en) }))
  await press(page.getByRole('dialog').getByRole('button', { name: m.closure_lift_do({}, en) }))
  await expect(page.getByText('Reopened by', { exact: false })).toBeVisible()
  await page.goto(`/staff/closures?facility=${hall.id}`)
  await ready(page)
  await expect(page.getByText(m.closures_none_now({}, en))).toBeVisible()
  for (const { code } of [hall, other]) await retireHall(page.request, headers, code)
})
