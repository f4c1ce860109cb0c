import { describe, expect, it } from 'vitest'
import { far, workbook } from '#testing/far-workbook.ts'
import { readImport } from './read-import.ts'

const codes = async (bytes: Buffer, ...within: [Parameters<typeof readImport>[1]?]) =>
  (await readImport(bytes, ...within)).errors.map(({ code }) => code)

describe('a file that would take too much', () => {
  it('is refused: sheets that reach the last column, or more columns or sheets than a catalogue has', async () => {
    expect(await codes(workbook(20, far, 1000))).toEqual(['not_workbook'])
    expect(await codes(workbook(1, () => '<c><v>1</v></c>'.repeat(100), 3))).toEqual(['not_workbook'])
    expect(await codes(workbook(41, (row) => `<c r="A${row}"><v>1</v></c>`, 1))).toEqual(['not_workbook'])
    expect(await codes(workbook(1, (row) => `<c r="A${row}"><v>1</v></c>`, 1))).toContain('unknown_sheet')
  })

  it('is refused in no time: JSON that is nested deep', async () => {
    for (const half of ['[', '{"a":']) {
      const deep = Buffer.from(`{"facilities":${half.repeat(32_000)}`)
      const begun = performance.now()
      const { errors } = await readImport(deep)
      expect(errors).toMatchObject([{ code: 'not_json', params: { value: 'nested too deep' } }])
      expect(performance.now() - begun).toBeLessThan(10_000)
    }
  })

  it('ends its own thread when it passes every look and takes too much memory or time, and the next is read', async () => {
    const large = Buffer.from(JSON.stringify({ facilities: Array.from({ length: 300_000 }, (_, n) => n) }))
    expect(await codes(large, { megabytes: 24, milliseconds: 60_000 })).toEqual(['not_json'])
    expect(await codes(large, { megabytes: 256, milliseconds: 1 })).toEqual(['not_json'])
    expect(await codes(Buffer.from('{"format":"other"}'))).not.toContain('not_json')
  })

  it('keeps nobody waiting meanwhile', async () => {
    let longest = 0
    let before = performance.now()
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - before)
      before = performance.now()
    }, 5)
    const begun = performance.now()
    await readImport(Buffer.from(JSON.stringify({ facilities: Array.from({ length: 200_000 }, (_, n) => n) })))
    clearInterval(timer)
    expect(longest).toBeLessThan((performance.now() - begun) / 2)
  })
})
