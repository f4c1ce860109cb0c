import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

const page = readFileSync('docs/locks.md', 'utf8')

it('docs/locks.md links to files that exist', () => {
  const links = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => join('docs', path!))
  expect(links.length).toBeGreaterThan(30)
  expect(links.filter((path) => !existsSync(path))).toEqual([])
})

it('docs/locks.md names every race test', () => {
  const tests = globSync('src/**/*.race.test.ts').map((path) => basename(path))
  expect(tests.length).toBeGreaterThan(5)
  expect(tests.filter((name) => !page.includes(name))).toEqual([])
})
