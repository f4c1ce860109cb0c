import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, visit } from './journey.ts'

/** Weight of the files that a first visit fetches, with gzip. React and the framework are 105 kB of the scripts. */
const atMost = {
  '/': 162_000,
  '/login': 158_000,
  '/venues': 162_000,
  '/venues/1': 170_000,
  '/highlights': 149_000,
  '/register': 171_000,
  '/repair': 167_000,
  '/order': 158_000,
}

for (const [path, scripts] of Object.entries(atMost))
  test(`the first load of ${path} is at most ${scripts / 1000} kB of JavaScript and 20 kB of CSS`, async ({ page, openSite }) => {
    // What a page fetches when it has loaded and is idle is not part of its first load.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0
    })
    const loaded = new Set<string>()
    page.on('response', (response) => loaded.add(new URL(response.url()).pathname))
    await visit(page, openSite + path)
    const weight = (ending: string) =>
      [...loaded]
        .filter((file) => file.endsWith(ending))
        .map((file) => join(import.meta.dirname, '../dist/client', file))
        // Files too small to gain by compression are sent without it.
        .reduce((sum, file) => sum + statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size, 0)
    expect(weight('.js')).toBeGreaterThan(10_000)
    expect(weight('.js')).toBeLessThanOrEqual(scripts)
    expect(weight('.css')).toBeGreaterThan(1000)
    expect(weight('.css')).toBeLessThanOrEqual(20_000)
  })

test('scripts are asked for when the styles have come, and then the page comes alive', async ({ page, openSite }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const styles = Promise.withResolvers<void>()
  await page.route('**/*.css', async (route) => {
    await styles.promise
    await route.continue()
  })
  const isScript = (path: string) => path.endsWith('.js')
  const answer = await page.goto(`${openSite}/venues/1`, { waitUntil: 'commit' })
  // The preload scanner has read the whole document and has asked for the styles; evaluate() returns between two tasks of the page.
  await answer!.finished()
  await expect.poll(() => asked.some((path) => path.endsWith('.css'))).toBe(true)
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  expect(asked.filter(isScript)).toEqual([])

  styles.resolve()
  await expect.poll(() => asked.filter(isScript).length).toBeGreaterThan(3)
  await expect(async () => {
    await page.getByRole('button', { name: /^Appearance/ }).click()
    await expect(page.getByRole('button', { name: 'Appearance: Dark' })).toBeVisible({ timeout: 500 })
  }).toPass()
})
