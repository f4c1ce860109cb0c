import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, visit } from './journey.ts'

/** What a phone fetches before it can do anything, as the built files weigh with gzip. */
for (const path of ['/', '/highlights', '/login', '/venues', '/venues/1'])
  test(`the first load of ${path} is at most 150 kB of JavaScript and 30 kB of CSS`, async ({ page, isMobile, openSite }) => {
    if (!isMobile) return
    const loaded = new Set<string>()
    page.on('response', (response) => loaded.add(new URL(response.url()).pathname))
    await visit(page, openSite + path)
    const weight = (ending: string) =>
      [...loaded]
        .filter((file) => file.endsWith(ending))
        .map((file) => join(import.meta.dirname, '../dist/client', file))
        // What is too small to gain by it is sent as it is.
        .reduce((sum, file) => sum + statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size, 0)
    expect(weight('.js')).toBeGreaterThan(10_000)
    expect(weight('.js')).toBeLessThanOrEqual(150_000)
    expect(weight('.css')).toBeGreaterThan(1000)
    expect(weight('.css')).toBeLessThanOrEqual(30_000)
  })
