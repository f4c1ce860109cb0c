import type { Browser, Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { enterConsole, expect, expectAccessible, test, toasted, visit } from './journey.ts'

// One after the other: a workbook holds the holidays, identities and lockers that the second one changes.
test.describe.configure({ mode: 'default' })

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Changes the rows of a workbook: one sheet by the beginning of its name, or `all` of them. */
type Edit = (rows: (key: string) => unknown[][], all: unknown[][][]) => void

/** The workbook with some cells changed. */
async function edited(bytes: Buffer, change: Edit): Promise<Buffer> {
  const { sheets } = await readXlsx(bytes)
  const copies = sheets.map(({ name, rows }) => ({ name, rows: rows.map((row) => [...row]) }))
  change(
    (key) => copies.find(({ name }) => name.split(' ')[0] === key)!.rows,
    copies.map(({ rows }) => rows),
  )
  return Buffer.from(await writeXlsx({ sheets: copies }))
}

/** Leaves one hall, also where it has no row of its own and others have, such as among price levels. */
const keepHall: Edit = (rows, all) => {
  const isOfHalls = ([header]: unknown[][]) => header === rows('facilities')[0] || String(header![0]).startsWith('facility ')
  for (const sheetRows of all.filter(isOfHalls)) sheetRows.splice(1, Infinity, ...sheetRows.filter((row) => row.includes('BAD')))
}

test('@desk a workbook goes out, comes back with errors line by line, then right, and is saved after a look', async ({ page, baseURL }) => {
  test.slow()
  await enterConsole(page, baseURL!, { locale: 'en', height: 900 })
  await visit(page, '/staff/catalogue/files')

  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Workbook (XLSX)' }).click()])
  const original = await readFile(await download.path())
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: xlsxType, buffer })
  const sheet = page.getByRole('dialog')
  /** Other journeys change the catalogue too: when one does so in that moment, the page asks to compare again. */
  const shown = async () => {
    const again = page.getByRole('button', { name: 'Compare with what is there now' })
    await expect(sheet.or(again)).toBeVisible()
    if (await again.isVisible()) await again.click()
    await expect(sheet).toBeVisible()
  }

  // As it was exported: nothing to save. Of one hall: what other journeys change meanwhile would be a change.
  await choose('same.xlsx', await edited(original, keepHall))
  await shown()
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
  // The file holds no other hall: what other journeys change meanwhile is no conflict.
  const at = (place: string) =>
    edited(original, (rows, all) => {
      keepHall(rows, all)
      rows('facilities')[1]![7] = place
    })
  const upstairs = `Ball Sports Hall, upstairs ${Date.now()}`
  await choose('right.xlsx', await at(upstairs))
  await expect(table).toHaveCount(0)
  await shown()
  await expect(sheet).toContainText(upstairs)
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Imported “right.xlsx”: 1 change')).toBeVisible()
  await visit(page, '/staff/catalogue/facility?code=BAD')
  await expect(page.getByLabel('Place (English)')).toHaveValue(upstairs)

  // Put back by keyboard alone: other journeys read this hall.
  await visit(page, '/staff/catalogue/files')
  await choose('back.xlsx', await at('Ball Sports Hall, 2nd floor'))
  await shown()
  await expect(sheet).toContainText(upstairs)
  await expect(sheet).toContainText('Ball Sports Hall, 2nd floor')
  await sheet.getByRole('button', { name: 'Save changes' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Imported “back.xlsx”: 1 change')).toBeVisible()
})

const say = {
  paste: '輸入或貼上',
  take: '加入清單（1 天）',
  wrong: '沒有這一天',
  english: (day: string) => `${day} 名稱（英文）`,
  removeDay: (day: string) => `移除 ${day}`,
  goOn: '以此繼續',
  review: '檢視變更',
  confirm: '確認儲存',
  saved: '已儲存',
  addIdentity: '新增身分別',
  code: '代碼',
  chinese: '名稱（中文）',
  retire: '停用「志工」',
  restore: '恢復使用「志工」',
  remove: '移除「志工」',
  rent: '租金',
}

async function save(page: Page, shown: string[] = []): Promise<void> {
  await page.getByRole('button', { name: say.review }).click()
  const sheet = page.getByRole('dialog')
  for (const text of shown) await expect(sheet).toContainText(text)
  await toasted(page, say.saved, () => sheet.getByRole('button', { name: say.confirm }).click())
  await expect(sheet).toHaveCount(0)
}

async function otherDesk(browser: Browser, site: string, address: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: site, extraHTTPHeaders: { 'x-forwarded-for': address } })
  const page = await context.newPage()
  // As high as the pages are: bars that stay in view then lie on no field.
  await enterConsole(page, site, { height: 2400 })
  return page
}

const calendar = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'DTSTART;VALUE=DATE:20310228',
  'SUMMARY:和平紀念日',
  'END:VEVENT',
  'END:VCALENDAR',
]

test('@desk holidays are pasted and read from a file, by two people at once; identities and lockers are changed', async ({
  page,
  browser,
  baseURL,
  address,
}) => {
  // As high as the pages are: bars that stay in view then lie on no field.
  await enterConsole(page, baseURL!, { height: 2400 })

  await visit(page, '/staff/catalogue/holidays')
  await page.getByLabel(say.paste).fill('2031-01-01 元旦 New Year\n2031-02-30 沒有的日子')
  await expect(page.getByText(say.wrong)).toBeVisible()
  await page.getByRole('button', { name: say.take }).click()
  await expect(page.getByLabel(say.paste), 'the bad line stays to be mended').toHaveValue('2031-02-30 沒有的日子')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'holidays.ics', mimeType: 'text/calendar', buffer: Buffer.from(calendar.join('\r\n')) })
  await page.getByRole('button', { name: say.take }).click()
  await save(page, ['2031-01-01', '2031-02-28'])

  // Two people: the second one sees the first one's change, and keeps their own.
  const other = await otherDesk(browser, baseURL!, address)
  await visit(other, '/staff/catalogue/holidays')
  await page.getByLabel(say.english('2031-01-01')).fill('First of January')
  await other.getByLabel(say.english('2031-02-28')).fill('Peace Day')
  await save(other)
  await other.context().close()
  await page.getByRole('button', { name: say.review }).click()
  await expect(page.getByRole('alert').filter({ hasText: '王館長' })).toBeVisible()
  await expect(page.getByText('2031-02-28')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: say.goOn }).click()
  await save(page, ['First of January'])
  await expect(page.getByLabel(say.english('2031-01-01'))).toHaveValue('First of January')
  await expect(page.getByLabel(say.english('2031-02-28'))).toHaveValue('Peace Day')
  for (const day of ['2031-01-01', '2031-02-28']) await page.getByRole('button', { name: say.removeDay(day) }).click()
  await save(page)

  await visit(page, '/staff/catalogue/identities')
  await page.getByRole('button', { name: say.addIdentity }).click()
  await page.getByLabel(say.code).fill('VOL')
  await page.getByLabel(say.chinese).last().fill('志工')
  await page.getByLabel(say.english('').trim()).last().fill('Volunteers')
  await save(page, ['志工'])
  await page.getByRole('button', { name: say.retire }).click()
  await save(page)
  await expect(page.getByRole('button', { name: say.restore })).toBeVisible()
  await page.getByRole('button', { name: say.remove }).click()
  await save(page)

  await visit(page, '/staff/catalogue/lockers')
  const rent = page.getByLabel(say.rent, { exact: true }).first()
  const before = await rent.inputValue()
  await rent.fill(String(Number(before) + 7))
  await save(page, [`NT$${Number(before) + 7}`])
  await rent.fill(before)
  await save(page)
})
