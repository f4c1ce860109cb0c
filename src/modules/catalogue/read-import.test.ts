import { describe, expect, it } from 'vitest'
import { zip } from '#testing/sample-files.ts'
import { readImport } from './read-import.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

/** A workbook of a few kilobytes whose sheets have one cell in each of these places. */
function workbook(sheets: number, cellsOf: (row: number) => string, rows: number) {
  const numbers = Array.from({ length: sheets }, (_, n) => n + 1)
  const data = Array.from({ length: rows }, (_, n) => `<row r="${n + 1}">${cellsOf(n + 1)}</row>`).join('')
  const ids = numbers.map((n) => `<Relationship Id="r${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')
  const names = numbers.map((n) => `<sheet name="s${n}" sheetId="${n}" r:id="r${n}"/>`).join('')
  return zip([
    { name: '[Content_Types].xml', content: `<Types xmlns="${packages}/content-types"/>` },
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', content: `<Relationships xmlns="${packages}/relationships">${ids}</Relationships>` },
    { name: 'xl/workbook.xml', content: `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names}</sheets></workbook>` },
    ...numbers.map((n) => ({
      name: `xl/worksheets/sheet${n}.xml`,
      content: `<worksheet xmlns="${main}"><sheetData>${data}</sheetData></worksheet>`,
    })),
  ])
}
const far = (row: number) => `<c r="XFD${row}"><v>1</v></c>`
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
