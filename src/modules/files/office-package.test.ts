import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { sampleDocx, zip } from '#testing/sample-files.ts'
import { findOfficeType } from './find-type.ts'

const dir = mkdtempSync(join(tmpdir(), 'fieldhouse-office-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const typeOf = (bytes: Buffer) => {
  writeFileSync(join(dir, 'file'), bytes)
  return findOfficeType(join(dir, 'file'))
}

it('finds the type in the table of parts', async () => {
  expect(await typeOf(sampleDocx())).toBe('application/vnd.openxmlformats-officedocument.wordprocessingml.document')
})

it.each([
  ['tags that do not end', '<Override '.repeat(50_000)],
  ['beginnings before one end', `${'<Override '.repeat(50_000)}>`],
  ['names without a value', `<Override ${'ContentType '.repeat(40_000)}>`],
  ['a long name', `<${'a'.repeat(500_000)}>`],
])('reads a table of %s once, not once for each of them', async (_, table) => {
  const begun = process.cpuUsage()
  expect(await typeOf(zip([{ name: '[Content_Types].xml', content: table }]))).toBeUndefined()
  // Once for each: a minute.
  expect(process.cpuUsage(begun).user).toBeLessThan(2_000_000)
})
