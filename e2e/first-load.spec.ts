import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './journey.ts'

/** What a phone fetches before it can do anything, as the built files weigh with gzip. */
test('the first load of /login is at most 150 kB of JavaScript and 30 kB of CSS', async ({ page, isMobile }) => {
  if (!isMobile) return
  const loaded = new Set<string>()
  page.on('response', (response) => loaded.add(new URL(response.url()).pathname))
  await page.goto('/login', { waitUntil: 'networkidle' })
  const weight = (ending: string) =>
    [...loaded]
      .filter((path) => path.endsWith(ending))
      .map((path) => join(import.meta.dirname, '../dist/client', `${path}.gz`))
      .reduce((sum, file) => sum + (existsSync(file) ? readFileSync(file).byteLength : Number.POSITIVE_INFINITY), 0)
  expect(weight('.js')).toBeGreaterThan(10_000)
  expect(weight('.js')).toBeLessThanOrEqual(150_000)
  expect(weight('.css')).toBeGreaterThan(1000)
  expect(weight('.css')).toBeLessThanOrEqual(30_000)
})
