import type { Page } from '@playwright/test'
import { m } from '#i18n/generated/messages.js'
import { dayIn } from './booking.ts'
import { enterConsole, expect, expectNothingSideways, looksRight, speak, test, visit } from './journey.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

const tw = { locale: 'tw' } as const
const en = { locale: 'en' } as const

const numberIn = (text: string | null) => Number(/NT\$([\d,]+)/.exec(text ?? '')![1]!.replaceAll(',', ''))
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** Opens a till with NT$1,000; answers its id. */
async function openTill(page: Page, name: string): Promise<string> {
  await visit(page, '/staff/till')
  await page.getByLabel(m.till_name({}, tw)).fill(name)
  await page.getByLabel(m.till_float({}, tw), { exact: true }).fill('1000')
  await button(page, m.till_open_now({}, tw)).click()
  await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
  return new URL(page.url()).searchParams.get('till')!
}

/** A guest at the counter, and the next free hour, by the keyboard. Answers the price. */
async function chooseHour(page: Page, { mobile, name, day }: { mobile: string; name: string; day: string }): Promise<number> {
  await visit(page, `/staff/counter?facility=BAD&day=${day}`)
  await expect(page.getByLabel(m.counter_who_label({}, tw))).toBeFocused()
  await page.keyboard.type(mobile)
  await expect(page.getByLabel(m.counter_guest_name({}, tw))).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  const cell = page.locator('[role=gridcell]:focus')
  await expect(cell).toBeVisible()
  for (let n = 0; (await cell.getAttribute('data-state')) !== 'free' && n < 20; n++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press(' ')
  await expect(cell).toHaveAttribute('data-state', 'chosen')
  await page.keyboard.press('Enter')
  return numberIn(await button(page, /^收款 NT\$/).textContent())
}

test('a sale by voucher, card and cash in tw is given back in three ways in en, and the till adds up by way @desk', async ({
  page,
  baseURL,
}) => {
  test.slow()
  const mobile = `09${String(Date.now()).slice(-8)}`
  const name = `林${mobile.slice(-6)}`
  const day = dayIn(24)
  await enterConsole(page, baseURL!, { height: 900 })
  const tillName = `S${mobile.slice(-6)}`
  const tillId = await openTill(page, tillName)
  const price = await chooseHour(page, { mobile, name, day })
  expect(price).toBeGreaterThan(200)

  await page.getByLabel(m.counter_till({}, tw), { exact: true }).selectOption({ label: tillName })
  await page.getByText(m.counter_way_split({}, tw), { exact: true }).click()
  const part = (n: number) => page.getByRole('group', { name: m.counter_split_part({ n }, tw) })
  const amount = (n: number) => part(n).getByLabel(m.till_amount({}, tw), { exact: true })
  // A voucher over the price is refused by the page: nothing is left for the cash.
  await amount(1).fill(String(price + 100))
  await part(1).getByLabel(m.counter_voucher_reference({}, tw)).fill('QR-20261119')
  await page.keyboard.press('Enter')
  await expect(amount(2)).toBeFocused()
  await expect(page.getByText(m.counter_split_over({ amount: 'NT$100' }, tw))).toBeVisible()
  await amount(1).fill('100')
  // By the keyboard alone: one part more has the focus, and what is left of the price is its own.
  await button(page, m.counter_split_add({}, tw)).focus()
  await page.keyboard.press('Enter')
  await expect(part(3).getByRole('combobox')).toBeFocused()
  await expect(part(3).getByRole('combobox')).toHaveValue('terminal')
  await page.keyboard.press('Tab')
  await expect(amount(3)).toBeFocused()
  await page.keyboard.type('50')
  await page.keyboard.press('Tab')
  await page.keyboard.type('T-0042')
  await part(2).getByLabel(m.counter_given({}, tw)).fill('1000')
  await expect(page.getByText(m.staff_order_change({ amount: `NT$${1000 - price + 150}` }, tw))).toBeVisible()
  await looksRight(page)
  await expectNothingSideways(page)
  await part(2).getByLabel(m.counter_given({}, tw)).press('Enter')
  const change = page.getByRole('status').filter({ hasText: m.counter_change({}, tw) })
  await expect(change).toContainText(`NT$${1000 - price + 150}`)
  for (const said of ['運動幣', 'QR-20261119', 'T-0042']) await expect(page.getByText(said).first()).toBeVisible()

  // Cancelled in full: money by the terminal and in cash, and the voucher as a voucher.
  await speak(page.context(), 'en', baseURL!)
  await visit(page, `/staff/board?facility=BAD&day=${day}`)
  await page.getByRole('gridcell').filter({ hasText: name }).first().click()
  await button(page, m.board_cancel({}, en)).click()
  await page.getByRole('radio', { name: /in full$/ }).click()
  await page.getByLabel('Reason').fill('Ill')
  await button(page, 'Cancel this booking').click()
  await expect(page.getByRole('region', { name })).toHaveCount(0)
  const waiting = page.getByRole('listitem').filter({ hasText: mobile })
  // A job writes what goes back, soon after the cancellation.
  await expect(async () => {
    await visit(page, `/staff/till?till=${tillId}`)
    await expect(waiting).toHaveCount(3, { timeout: 5000 })
  }).toPass({ timeout: 60_000 })
  const cash = `NT$${price - 150}`
  for (const [words, reference] of [
    [m.till_refund_cash({ amount: cash }, en), undefined],
    [m.till_refund_terminal({ amount: 'NT$50' }, en), m.counter_reference({}, en)],
    [m.till_refund_voucher({ amount: 'NT$100' }, en), m.counter_voucher_reference({}, en)],
  ] as const) {
    await waiting.getByRole('button', { name: words }).click()
    const dialog = page.getByRole('dialog')
    if (reference) await dialog.getByLabel(reference).fill('BACK-1')
    await dialog.getByRole('button', { name: words }).click()
    if (reference === m.counter_voucher_reference({}, en)) {
      // Another number than was taken is asked about once.
      await expect(dialog.getByText(m.till_refund_other_number({ reference: 'QR-20261119' }, en))).toBeVisible()
      await dialog.getByRole('button', { name: words }).click()
    }
    await expect(dialog).toHaveCount(0)
    await expect(waiting.getByRole('button', { name: words })).toHaveCount(0)
  }

  // The shift adds up by way, and only cash is counted.
  const ways = page.getByRole('table', { name: m.till_by_way({}, en) })
  const row = (way: string) => ways.getByRole('row').filter({ hasText: way }).last()
  await expect(row(m.counter_way_cash({}, en))).toContainText(`${cash}−${cash}NT$0`)
  await expect(row(m.counter_way_terminal({}, en))).toContainText('NT$50−NT$50NT$0')
  await expect(row(m.voucher_sports({}, en))).toContainText('NT$100−NT$100NT$0')
  await expect(row(m.paper_sum({}, en))).toContainText(`NT$${price}−NT$${price}NT$0`)
  await looksRight(page)
  await page.getByLabel('Number of NT$1,000', { exact: true }).fill('1')
  await button(page, 'Close the till').click()
  await expect(page.getByRole('heading', { level: 2, name: m.till_close_sheet({}, en), exact: true })).toBeVisible()
  await expect(row(m.voucher_sports({}, en))).toContainText('NT$100−NT$100NT$0')
  await looksRight(page)
})
