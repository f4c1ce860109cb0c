import type { Page } from '@playwright/test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, speak, test, visit } from './journey.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite), goesOffline: true })

const tomorrow = () => new Date(Date.now() + 8 * 3_600_000 + 86_400_000).toISOString().slice(0, 10)
const grid = () => `/venues/2?date=${tomorrow()}`
const freeCell = (page: Page) => page.locator('[role=gridcell][data-state=free]').first()
const assets = join(import.meta.dirname, '../dist/client/assets')
/** Built files are named by their hash: the cart's file is found by a message that only the cart uses. */
const cartFileName = (): string => {
  const files = readdirSync(assets).filter((file) => file.endsWith('.js') && readFileSync(join(assets, file), 'utf8').includes('，小計 '))
  expect(files, 'one file has the cart').toHaveLength(1)
  return files[0]!
}
const cartFile = (): string => `**/${cartFileName()}`
/** The cart's file and those that it imports: it runs only when all of them have arrived. */
function cartFiles(): string[] {
  const imported = readFileSync(join(assets, cartFileName()), 'utf8').matchAll(/["'`]\.\/([\w-]+\.js)["'`]/g)
  return [cartFileName(), ...Array.from(imported, ([, name]) => name!)]
}
const notLoaded = (page: Page, files: string[]): Promise<string[]> =>
  page.evaluate((names) => {
    const loaded = new Set(performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1)))
    return names.filter((name) => !loaded.has(name))
  }, files)
const cart = (page: Page) => page.getByRole('complementary', { name: '已選時段' })
/** Marks the document: the mark survives in-app navigation, but no reload. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { sameDocument: true }))
const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window)

test('A10 without a connection a free cell can still be chosen: the cart’s files came with the grid', async ({
  page,
  context,
  baseURL,
}) => {
  await speak(context, 'tw', baseURL!)
  await visit(page, grid())
  await expect.poll(() => notLoaded(page, cartFiles())).toEqual([])
  await mark(page)
  await context.setOffline(true)
  await freeCell(page).tap()
  await expect(cart(page)).toContainText('NT$')
  expect(await isSameDocument(page)).toBe(true)
  await context.setOffline(false)
})

test('D10 without a connection a missing chunk is said and never reloads; it is fetched when the network is back', async ({
  page,
  context,
  baseURL,
}) => {
  await speak(context, 'tw', baseURL!)
  await page.route(cartFile(), (route) => route.abort('internetdisconnected'))
  await visit(page, grid())
  await mark(page)
  await freeCell(page).tap()
  await expect(page.getByRole('alert').filter({ hasText: '請求失敗，請稍後再試' })).toBeVisible()
  await expect(page.locator('[role=gridcell][data-state=chosen]')).toHaveCount(1)
  expect(await isSameDocument(page)).toBe(true)

  await page.unroute(cartFile())
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(cart(page)).toContainText('NT$')
  expect(await isSameDocument(page)).toBe(true)
})

test('D10 a chunk that is gone after a deployment still reloads the page, once', async ({ page, context, baseURL }) => {
  await speak(context, 'tw', baseURL!)
  let asked = 0
  await page.route(cartFile(), (route) => (asked++, route.fulfill({ status: 404, body: '' })))
  await visit(page, grid())
  await mark(page)
  await freeCell(page).tap()
  await expect.poll(() => isSameDocument(page).catch(() => true)).toBe(false)
  const before = asked
  await mark(page)
  await expect.poll(() => asked).toBeGreaterThan(before)
  expect(await isSameDocument(page)).toBe(true)
})

test('A10 a tap on a free cell before the scripts have arrived is shown as pending and chosen once', async ({ page, context, baseURL }) => {
  await speak(context, 'tw', baseURL!)
  const scripts = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto(grid(), { waitUntil: 'commit' })
  // Two taps, as people do when nothing happens.
  await freeCell(page).tap()
  await freeCell(page).tap()
  await expect(freeCell(page)).toHaveAttribute('aria-busy', 'true')
  scripts.resolve()
  await expect(page.locator('[role=gridcell][data-state=chosen]')).toHaveCount(1)
  await expect(cart(page)).toContainText('NT$')
  await expect(page.locator('[data-early]')).toHaveCount(0)
  // Only taps from before hydration are replayed: the next one is an ordinary tap.
  await page.locator('[role=gridcell][data-state=chosen]').tap()
  await expect(page.locator('[role=gridcell][data-state=chosen]')).toHaveCount(0)
  await expect(cart(page)).toHaveCount(0)
})
