import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { m } from '#i18n/generated/messages.js'
import { enterConsole, expect, looksRight, ready, speak, test, visit } from './journey.ts'

type Locale = 'tw' | 'en'
const region = (page: Page, figure: string, locale: Locale) =>
  page.getByRole('region', { name: m.insight_table_of({ figure }, { locale }), exact: true })

/** Saves what a button downloads, by keyboard. */
async function saved(page: Page, name: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).press('Enter')])
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}

/** Letters of plots have the size that they say, 11 pixels at least, and none is cut off, on a desk and on a phone. */
async function plotsAreReadable(page: Page): Promise<void> {
  const usual = page.viewportSize()!
  for (const size of [usual, { width: 360, height: 780 }]) {
    await page.setViewportSize(size)
    const wrong = await page.locator('main output').evaluateAll((readings) =>
      readings.flatMap((reading) => {
        const plot = reading.parentElement!
        const edge = plot.getBoundingClientRect()
        return [...plot.querySelectorAll<HTMLElement | SVGTextElement>('text, a, span, p')]
          .filter((one) => (one.textContent ?? '').trim() !== '' && one.getClientRects().length > 0)
          .filter((one) => {
            const { left, right } = one.getBoundingClientRect()
            const scale = one instanceof SVGTextElement ? one.getScreenCTM()!.a : 1
            return Number.parseFloat(getComputedStyle(one).fontSize) * scale < 11 || left < edge.left - 1 || right > edge.right + 1
          })
          .map((one) => `${one.textContent} at ${innerWidth}`)
      }),
    )
    expect(wrong).toEqual([])
  }
  await page.setViewportSize(usual)
}

test('the figures of a period are read, compared and saved, and the month is printed, in both languages @desk', async ({
  page,
  openSite,
}) => {
  test.slow()
  await enterConsole(page, openSite)
  const tw = { locale: 'tw' } as const

  // Four weeks at first; another period by its link, and any by its days. The address says which.
  await visit(page, '/staff/insight')
  const usual = page.getByRole('link', { name: m.insight_preset_weeks({}, tw) })
  await expect(usual).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: m.insight_preset_last_month({}, tw) }).press('Enter')
  await expect(page).toHaveURL(/from=\d{4}-\d\d-01&to=/)
  await expect(usual).not.toHaveAttribute('aria-current', 'page')
  const line = page.getByRole('status').filter({ hasText: '對照' })
  const before = await line.textContent()
  await page.getByLabel(m.insight_against({}, tw)).selectOption('year')
  await page.getByRole('button', { name: m.insight_apply({}, tw) }).press('Enter')
  await expect(page).toHaveURL(/against=year/)
  await expect(line).not.toHaveText(before!)
  await page.getByLabel(m.insight_facility({}, tw), { exact: true }).selectOption('BAD')
  await page.getByRole('button', { name: m.insight_apply({}, tw) }).press('Enter')
  await expect(page).toHaveURL(/facility=BAD/)

  // The table of a plot is reached and read by keyboard.
  const use = region(page, m.insight_figure_use({}, tw), 'tw')
  await use.focus()
  await expect(use).toBeFocused()
  await expect(use.getByRole('row')).toHaveCount(3)
  await plotsAreReadable(page)
  const cut = await page
    .locator('main [role="region"][tabindex="0"]')
    .evaluateAll((tables) => tables.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.ariaLabel))
  expect(cut, 'every table shows all of its columns').toEqual([])
  await looksRight(page)

  const csv = await saved(page, m.insight_csv_of({ figure: m.insight_figure_use({}, tw) }, tw))
  expect(csv.name).toMatch(/^insight-\d{4}-\d\d-01-[\d-]+-use\.csv$/)
  expect(csv.text.trim().split('\r\n')).toHaveLength(3)
  expect((await saved(page, m.insight_xlsx({}, tw))).text.startsWith('PK')).toBe(true)

  // An hour of the week is said when it is pointed at or reached by keyboard, and leads to the orders whose bookings it counts.
  const hours = page.getByRole('group', { name: m.insight_plot_of({ figure: m.insight_figure_hours({}, tw) }, tw) })
  const reading = hours.locator('output')
  await hours.getByRole('link').first().hover()
  await expect(reading).toContainText(/週. \d\d:00：\d+%/)
  await hours.focus()
  await page.keyboard.press('End')
  const last = await reading.textContent()
  await page.keyboard.press('ArrowUp')
  await expect(reading).not.toHaveText(last!)
  await expect(reading).toContainText(/週日 \d\d:00/)
  const money = page.getByRole('group', { name: m.insight_plot_of({ figure: m.insight_money_over_time({}, tw) }, tw) })
  await expect(money).toContainText(m.insight_legend_in({}, tw))
  await money.focus()
  await expect(money.locator('output')).toContainText(/：收款 NT\$/)
  await hours.getByRole('link').last().press('Enter')
  await expect(page).toHaveURL(/\/staff\/orders\?.*hour=.*facility=BAD/)
  await expect(page.getByText(/^只列 .* 使用的訂單/)).toBeVisible()
  await expect(page.getByRole('row')).not.toHaveCount(1)

  // The report of the month, in English on a tablet: read, printed on paper of its own, and asked for by mail.
  const en = { locale: 'en' } as const
  await speak(page.context(), 'en', openSite)
  await page.setViewportSize({ width: 768, height: 1000 })
  await visit(page, '/staff/insight')
  await page.getByRole('link', { name: m.insight_report({}, en) }).press('Enter')
  await expect(page).toHaveURL(/\/staff\/insight\/report/)
  await ready(page)
  const words = page.getByRole('region', { name: m.report_words({}, en) })
  await expect(words.getByRole('heading', { name: m.report_part_money({}, en) })).toBeVisible()
  await expect(words).toContainText(/of bookable court hours were booked/)
  await looksRight(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(page.getByRole('button', { name: m.report_print({}, en) })).toBeHidden()
  await expect(words).toBeVisible()
  expect((await page.pdf({ preferCSSPageSize: true })).subarray(0, 5).toString()).toBe('%PDF-')
  await page.emulateMedia({ media: 'screen' })

  const title = await page.getByRole('heading', { level: 1 }).textContent()
  await page.getByRole('link', { name: m.report_earlier({}, en) }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title!)
  const mails = page.getByRole('checkbox', { name: new RegExp(m.report_subscribe({}, en)) })
  const wasOn = await mails.isChecked()
  await mails.press('Space')
  await expect(mails).toBeChecked({ checked: !wasOn })
  // The switch turns at once; it is saved when the page says so.
  await expect(page.getByText(wasOn ? m.report_unsubscribed({}, en) : m.report_subscribed({}, en))).toBeVisible()
  await page.reload()
  await ready(page)
  await expect(mails).toBeChecked({ checked: !wasOn })
  await mails.press('Space')
  await expect(mails).toBeChecked({ checked: wasOn })
})
