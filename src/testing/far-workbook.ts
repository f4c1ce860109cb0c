import { zip } from './sample-files.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

/** A workbook of a few kilobytes whose sheets have one cell in each of these places. */
export function workbook(sheets: number, cellsOf: (row: number) => string, rows: number) {
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

/** A cell in the last column. */
export const far = (row: number) => `<c r="XFD${row}"><v>1</v></c>`
