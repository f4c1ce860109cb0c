import type { Locator, Page } from '@playwright/test'
import { m } from '#i18n/generated/messages.js'
import { dayIn } from './booking.ts'
import { enterConsole, expect, expectNothingSideways, looksRight, test, visit } from './journey.ts'

const en = { locale: 'en' } as const

/** Opens a list and waits until its keys are listened to. */
async function open(page: Page, path: string): Promise<void> {
  await visit(page, path)
  const help = page.getByRole('dialog', { name: m.staff_keys({}, en) })
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(help).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
}

/** What a list shows in its rows: the link that opens each. */
const openers = (page: Page): Locator => page.locator('[data-list-row] a').filter({ visible: true })

/** J and K go down and up, Enter opens, and Escape leads back to the same row. */
async function expectListKeys(page: Page): Promise<void> {
  const rows = page.locator('#main [data-list-row]')
  const link = (n: number) => rows.nth(n).getByRole('link').first()
  // Some lists are read after the page.
  await expect(link(1)).toBeVisible()
  await page.keyboard.press('j')
  await expect(link(0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(link(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(link(0)).toBeFocused()
  await page.keyboard.press('Enter')
}

/** What opened beside the list: the next one by J, and closed by Escape. */
async function expectPanelKeys(page: Page): Promise<void> {
  const heading = page.locator('[data-open-panel]').getByRole('heading', { level: 2 })
  await expect(heading).toBeFocused()
  const first = await heading.textContent()
  await page.keyboard.press('j')
  await expect(heading).not.toHaveText(first!)
  await expect(heading).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(heading).toHaveCount(0)
  await expect(openers(page).nth(1)).toBeFocused()
}

test('@desk lists have the same keys: orders, points, reports and people', async ({ page, openSite }) => {
  test.slow()
  await enterConsole(page, openSite, { locale: 'en', height: 900 })

  await open(page, `/staff/orders?day=${dayIn(-3)}`)
  await expectListKeys(page)
  await expectPanelKeys(page)

  await open(page, `/staff/points?tab=list&to=${dayIn(-3)}`)
  await expectListKeys(page)
  await expectPanelKeys(page)

  await open(page, '/staff/tickets?tab=closed')
  await expectListKeys(page)
  await expect(page.locator('[data-open-panel]').getByRole('heading', { level: 2 })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(openers(page).first()).toBeFocused()

  // The card of a person takes the place of the results.
  await visit(page, `/staff/people?q=${encodeURIComponent('林')}`)
  await page.getByRole('heading', { level: 1 }).click()
  await expectListKeys(page)
  await expect(page.getByRole('article')).toBeVisible()
})

test('@desk / goes to the search of the list, Ctrl-K to that of the console, ? to the keys; none works while somebody types', async ({
  page,
  openSite,
}) => {
  await enterConsole(page, openSite, { locale: 'en', height: 900 })
  await open(page, `/staff/orders?day=${dayIn(-3)}`)
  const field = page.getByRole('search', { name: m.staff_screen_orders({}, en) }).getByRole('searchbox')
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await page.keyboard.type('jk/?')
  await expect(field).toHaveValue('jk/?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: m.staff_search({}, en) })).toBeFocused()

  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: m.staff_keys({}, en) })
  await expect(keys).toContainText(m.staff_keys_open({}, en))
  await looksRight(page)
  // Behind a dialog no row takes the focus.
  await page.keyboard.press('j')
  await expect(openers(page).first()).not.toBeFocused()
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await page.getByRole('button', { name: m.staff_keys({}, en) }).click()
  await expect(keys).toBeVisible()
})

test('@desk a table keeps its columns, its rows of 36 px and its place beside what is open', async ({ page, openSite }) => {
  await enterConsole(page, openSite, { locale: 'en', height: 900 })
  await open(page, `/staff/orders?day=${dayIn(-3)}`)
  const heads = page.getByRole('columnheader')
  const columns = await heads.count()
  const heights = () => page.locator('#main tbody tr').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
  expect(Math.max(...(await heights()))).toBeLessThanOrEqual(38)

  await openers(page).nth(1).click()
  await expect(page.locator('[data-open-panel]')).toBeVisible()
  await expect(page.locator('#main tbody tr').nth(1)).toHaveAttribute('aria-current', 'true')
  expect(await heads.filter({ visible: true }).count()).toBe(columns)
  expect(Math.max(...(await heights()))).toBeLessThanOrEqual(38)
  const [list, panel] = [await page.getByRole('table').first().boundingBox(), await page.locator('[data-open-panel]').boundingBox()]
  expect(list!.x + list!.width, 'the list ends where the panel begins').toBeLessThanOrEqual(panel!.x)
  await expectNothingSideways(page)
  await looksRight(page)

  // On a tablet what is open takes the place of the list.
  await page.setViewportSize({ width: 1024, height: 900 })
  await expect(openers(page)).toHaveCount(0)
  await expectNothingSideways(page)
})
