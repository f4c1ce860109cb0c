import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { checkWalls } from './check.ts'

let root = ''
afterEach(() => rmSync(root, { recursive: true, force: true }))

function tree(files: Record<string, string>): string {
  root = mkdtempSync(join(tmpdir(), 'walls-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const code = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`src/lib/part-${n}.ts`, `export const part = ${n}`]))
const sql = { 'src/db/functions/one.sql': '-- Module: orders\nselect 1' }

describe('checking the walls', () => {
  it('passes for a tree that keeps to them, and says how much was read', () => {
    expect(checkWalls(tree({ ...code, ...sql }))).toEqual({ lines: ['20 files of code and 1 of SQL keep to the walls.'], isGood: true })
  })

  it('fails when it has read no SQL', () => {
    expect(checkWalls(tree(code))).toEqual({
      lines: ['Only 20 files of code and 0 of SQL were read: the walls were not checked.'],
      isGood: false,
    })
  })

  it('fails when it has read hardly any code', () => {
    expect(checkWalls(tree(sql)).isGood).toBe(false)
  })

  it('names file, line and reason, of the demo too', () => {
    const demo = { 'demo/load.ts': `\nimport { toast } from '#ui/kit/toast.tsx'` }
    expect(checkWalls(tree({ ...code, ...sql, ...demo })).lines).toEqual([
      expect.stringMatching(/^demo\/load\.ts:2 uses ui\/kit\/toast\.tsx: demo imports only/),
    ])
  })
})
