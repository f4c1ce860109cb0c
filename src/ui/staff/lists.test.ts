import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Folders of screens that list things, each with the file that lists them. */
const lists: Record<string, string> = {
  audit: 'audit-entry.tsx',
  closures: 'closure-list.tsx',
  colleagues: 'staff-table.tsx',
  content: 'content-screen.tsx',
  faults: 'faults-screen.tsx',
  files: 'file-errors.tsx',
  invoices: 'invoice-rows.tsx',
  'locker-desk': 'locker-desk-screen.tsx',
  discrepancies: 'discrepancies-screen.tsx',
  messages: 'messages-screen.tsx',
  orders: 'orders-screen.tsx',
  person: 'person-screen.tsx',
  points: 'list-tab.tsx',
  proofs: 'proofs-screen.tsx',
  refunds: 'all-tab.tsx',
  rounds: 'requests-tab.tsx',
  till: 'till-rows.tsx',
}

const root = import.meta.dirname
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const files = globSync('*/*.tsx', { cwd: root }).filter((file) => !file.includes('.test.'))

/** The kit's table, its queue, or rows that are marked for the keys of lists. */
const isKits = (source: string) => /<DataTable\b|<Queue\b|\{\.\.\.listRow\}/.test(source)

it.each(Object.entries(lists))('the list of %s is the kit’s: %s', (folder, file) => {
  expect(isKits(read(`${folder}/${file}`))).toBe(true)
})

it('a screen whose entries open beside it has them in the kit’s list', () => {
  const panels = files.filter((file) => !file.startsWith('kit/') && /<ListAndPanel\b|<OpenPanel\b/.test(read(file)))
  const folders = [...new Set(panels.map((file) => file.split('/')[0]!))]
  expect(folders.length).toBeGreaterThan(5)
  expect(folders.filter((folder) => !lists[folder])).toEqual([])
})

it('the keys that move, close and search are those of all lists: no screen has its own', () => {
  const own = files.filter((file) => file !== 'kit/use-list-keys.ts' && /useKeys\(\{[^}]*\b(?:j|k|escape):/.test(read(file)))
  expect(own).toEqual([])
})

it('a route of the console leaves reading the address to its screen: what is mistyped is left out in one way', () => {
  const routes = globSync('../../routes/staff/**/*.tsx', { cwd: root }).map((file) => ({ file, source: read(file) }))
  const reading = routes.filter(({ source }) => source.includes('validateSearch'))
  expect(reading.length).toBeGreaterThan(15)
  expect(reading.filter(({ source }) => !/validateSearch: \(search: \w+\) => search,/.test(source)).map(({ file }) => file)).toEqual([])
})
