import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { withSource } from '#lib/source-lines.ts'

const dir = join(import.meta.dirname, '../dist/process')
const files = globSync('*.js', { cwd: dir }).map((name) => ({ name, lines: readFileSync(join(dir, name), 'utf8').split('\n') }))

it('a stack trace of the built server names the sources', () => {
  const sourceOf = (code: string) =>
    files.flatMap(({ name, lines }) => {
      const at = lines.findIndex((line) => line.startsWith(code))
      return at < 0 ? [] : [withSource(`${pathToFileURL(join(dir, name))}:${at + 1}:1`).replace(/:\d+$/, '')]
    })
  expect(sourceOf('async function runHouse(')).toEqual(['src/server.ts'])
  // Its text is changed before it is bundled: it finds files by its own place.
  expect(sourceOf('async function migrate(')).toEqual(['src/db/migrate.ts'])
})

it('what few requests need is in files that a start does not read', () => {
  const atStart = new Set(['built.js', files.find(({ name }) => name.startsWith('server-'))!.name])
  for (const file of atStart)
    for (const line of files.find(({ name }) => name === file)!.lines) {
      const imported = /^(?:import|export)\b.*"\.\/([^"]+)"/.exec(line)?.[1]
      if (imported) atStart.add(imported)
    }
  expect(atStart.size).toBeGreaterThan(2)
  const fileOf = (code: string) => files.find(({ lines }) => lines.some((line) => line.startsWith(code)))?.name
  for (const late of ['var ZxcvbnFactory =', 'async function writeXlsx(', 'var SMTPConnection =', 'async function seedDemo(']) {
    expect(fileOf(late), late).toBeDefined()
    expect(atStart, late).not.toContain(fileOf(late))
  }
})

it('a thread of the built server runs a file of the bundle, not a source', () => {
  const threads = files
    .flatMap(({ lines }) => lines.flatMap((line) => /new Worker\((.*)/.exec(line)?.[1] ?? []))
    .filter((one) => one.includes('URL'))
  expect(threads).toEqual([expect.stringContaining('"./read-import-worker.js"')])
  expect(files.map(({ name }) => name)).toContain('read-import-worker.js')
})
