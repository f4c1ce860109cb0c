import { readFile } from 'node:fs/promises'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { expect, expectAccessible, logIn, speak, test, visit } from './journey.ts'

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The workbook with some cells changed: by the beginning of the sheet's name, then row and column. */
async function edited(bytes: Buffer, change: (rows: (key: string) => unknown[][]) => void): Promise<Buffer> {
  const { sheets } = await readXlsx(bytes)
  const copies = sheets.map(({ name, rows }) => ({ name, rows: rows.map((row) => [...row]) }))
  change((key) => copies.find(({ name }) => name.split(' ')[0] === key)!.rows)
  return Buffer.from(await writeXlsx({ sheets: copies }))
}

test('@desk a workbook goes out, comes back with errors line by line, then right, and is saved after a look', async ({ page, baseURL }) => {
  test.slow()
  await page.setViewportSize({ width: 1280, height: 900 })
  await speak(page.context(), 'en', baseURL!)
  await logIn(page, 'staff')
  await visit(page, '/staff/catalogue/files')

  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Workbook (XLSX)' }).click()])
  const original = await readFile(await download.path())
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: xlsxType, buffer })
  const sheet = page.getByRole('dialog')

  // As it was exported: nothing to save.
  await choose('same.xlsx', original)
  await expect(sheet).toContainText('nothing to save')
  await page.keyboard.press('Escape')

  // Letters in a price, two courts of one name: each with its sheet and line, and nothing is changed.
  const wrong = await edited(original, (rows) => {
    rows('prices')[1]![4] = '3oo'
    rows('courts')[2]![2] = rows('courts')[1]![2]
  })
  await choose('wrong.xlsx', wrong)
  const table = page.getByRole('table', { name: 'What is wrong' })
  await expect(page.getByRole('alert').filter({ hasText: 'wrong.xlsx' })).toContainText('Nothing was changed')
  await expect(table.getByRole('row', { name: /prices.* 2 / })).toContainText('"3oo"')
  await expect(table.getByRole('row', { name: /courts.* 3 / })).toContainText('羽球場 1')
  await expectAccessible(page)

  // Corrected, with a new place for a hall; the sheet shows before and after.
  const right = (place: string) => edited(original, (rows) => void (rows('facilities')[1]![7] = place))
  await choose('right.xlsx', await right('Ball Sports Hall, upstairs'))
  await expect(table).toHaveCount(0)
  await expect(sheet).toContainText('Ball Sports Hall, 2nd floor')
  await expect(sheet).toContainText('Ball Sports Hall, upstairs')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Save the change' }).click()
  await expect(page.getByText('Imported “right.xlsx”. Changes: 1')).toBeVisible()
  await visit(page, '/staff/catalogue/facility?code=BAD')
  await expect(page.getByLabel('Place (English)')).toHaveValue('Ball Sports Hall, upstairs')

  // Put back by keyboard alone: other journeys read this hall.
  await visit(page, '/staff/catalogue/files')
  await choose('back.xlsx', original)
  await expect(sheet).toContainText('Ball Sports Hall, 2nd floor')
  await sheet.getByRole('button', { name: 'Save the change' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Imported “back.xlsx”. Changes: 1')).toBeVisible()
})
