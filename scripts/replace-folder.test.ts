import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { replaceFolder } from './replace-folder.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'fieldhouse-replace-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const at = (...path: string[]) => join(dir, ...path)

function fill(folder: string, files: Record<string, string>): void {
  rmSync(at(folder), { recursive: true, force: true })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(at(folder, path, '..'), { recursive: true })
    writeFileSync(at(folder, path), text)
  }
}

function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(at(folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(paths.map((path) => [path.slice(at(folder).length + 1), readFileSync(path, 'utf8')]))
}

describe('replacing a folder that is being read', () => {
  it('brings what is new, changes what differs, removes what is gone, and leaves nothing of its own', () => {
    fill('old', { 'same.js': '1', 'other.js': '1', 'deep/gone.js': '1' })
    const files = { 'same.js': '1', 'other.js': '2', 'deep/new.js': '3' }
    fill('new', files)
    replaceFolder(at('new'), at('old'), /^none$/)
    expect(filesIn('old')).toEqual(files)
  })

  it('does not touch what is the same', () => {
    fill('old', { 'same.js': '1' })
    fill('new', { 'same.js': '1', 'new.js': '2' })
    const before = statSync(at('old/same.js')).ino
    replaceFolder(at('new'), at('old'), /^none$/)
    expect(statSync(at('old/same.js')).ino).toBe(before)
  })

  it('makes the folder when there is none', () => {
    fill('new', { 'deep/new.js': '1' })
    replaceFolder(at('new'), at('old'), /^none$/)
    expect(filesIn('old')).toEqual({ 'deep/new.js': '1' })
  })

  it('changes what imports the others when they are there', () => {
    fill('new', { 'a-list.js': 'm1', 'm1.js': '1' })
    replaceFolder(at('new'), at('old'), /^a-list\.js$/)
    const changed = (name: string) => statSync(at('old', name), { bigint: true }).ctimeNs
    expect(changed('a-list.js') > changed('m1.js')).toBe(true)
  })

  it('never lets a reader meet a missing or half-written file', async () => {
    const edition = (n: number) => Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`m${i}.js`, `${n}`.repeat(20_000)]))
    fill('one', edition(1))
    fill('two', edition(2))
    fill('read', edition(1))
    const reader = spawn(process.execPath, ['--input-type=module', '--eval', reading, at('read')], { stdio: ['pipe', 'pipe', 'inherit'] })
    await once(reader.stdout, 'data')
    for (let i = 0; i < 20; i++) replaceFolder(at(i % 2 ? 'one' : 'two'), at('read'), /^none$/)
    reader.stdin.end()
    const [code] = (await once(reader, 'exit')) as [number]
    expect(code).toBe(0)
  })
})

const reading = `
import { readFileSync } from 'node:fs'
let ended = false
process.stdin.resume().on('end', () => (ended = true))
process.stdout.write('reading')
while (!ended) {
  for (let i = 0; i < 10; i++)
    if (readFileSync(process.argv[1] + '/m' + i + '.js', 'utf8').length !== 20000) throw new Error('half a file')
  await new Promise(setImmediate)
}
`
