import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { withSource, writeTable } from './source-lines.ts'

it('a line of a stack trace names the source instead of the bundled file', () => {
  const dir = mkdtempSync(join(tmpdir(), 'fieldhouse-lines-'))
  try {
    const file = join(dir, 'server.js')
    const places = [{ source: 'src/a.ts', line: 12 }, undefined, { source: 'src/b.ts', line: 40_000 }, { source: 'src/a.ts', line: 70_000 }]
    writeFileSync(`${file}.lines`, writeTable(places))
    const at = (line: number) => `async placeOrder (${pathToFileURL(file)}:${line}:7)`
    expect(withSource(at(1))).toBe('async placeOrder (src/a.ts:12)')
    expect(withSource(at(3))).toBe('async placeOrder (src/b.ts:40000)')
    // Unknown to the bundler, too far down, beyond the end, and a file without a table.
    for (const unknown of [at(2), at(4), at(99), 'placeOrder (file:///elsewhere.js:1:1)', 'node:net:12:3'])
      expect(withSource(unknown)).toBe(unknown)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})
