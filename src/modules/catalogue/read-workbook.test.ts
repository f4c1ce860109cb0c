import { hostname } from 'node:os'
import { expect, it } from 'vitest'
import { zip } from '#testing/sample-files.ts'
import { readWorkbook } from './read-workbook.ts'

it('a workbook that names other files or itself in an entity gets nothing in its place', async () => {
  const entities = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('')
  const sheet = `<?xml version="1.0"?><!DOCTYPE worksheet [<!ENTITY e0 "entity">${entities}<!ENTITY of SYSTEM "file:///etc/hostname">]>
    <worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">
      <c r="A1" t="inlineStr"><is><t>&of;&e9;</t></is></c><c r="B1" t="inlineStr"><is><t>seen</t></is></c></row></sheetData></worksheet>`
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packed = zip([
    { name: '[Content_Types].xml', content: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>' },
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relations}"><sheets><sheet name="identities" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
  ])
  const text = JSON.stringify(await readWorkbook(packed))
  expect(text, 'the sheet was read').toContain('seen')
  expect(text.length).toBeLessThan(10_000)
  expect(text).not.toContain('entity')
  expect(text).not.toContain(hostname())
})
