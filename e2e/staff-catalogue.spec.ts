import type { Browser, Page } from '@playwright/test'
import { enterConsole, expect, expectAccessible, ready, speak, test, toasted, visit } from './journey.ts'

/** What a person at the desk reads: making a facility in Chinese, editing it in English. */
const tw = {
  newFacility: '新增場館',
  name: ['名稱（中文）', '名稱（英文）'],
  code: '代碼',
  begin: '繼續設定',
  tick: /^勾選 /,
  join: '在勾選的 2 塊上加全場',
  prices: '價目',
  hours: '開放時間',
  firstList: '建立價目',
  public: ['一般民眾 離峰', '一般民眾 尖峰', '一般民眾 假日'],
  addLevel: '新增級別',
  levelName: '級別名稱（中文）',
  same: '全部相同',
  closes: '關門',
  review: '檢視變更',
  confirm: '確認儲存',
  saved: '已儲存',
  copy: '複製一份',
  about: '介紹（中文）',
  pictures: '照片',
  addPictures: '加入照片',
  shows: ['這張照片是什麼（中文）', '這張照片是什麼（英文）'],
  focus: /的焦點：左起 (\d+)%，上起 (\d+)%/,
} as const
const en = {
  name: 'Name (Chinese)',
  review: 'Review changes',
  confirm: 'Save changes',
  saved: 'Saved',
  mine: 'Mine',
  look: 'Compare versions',
  goOn: 'Continue with this',
  about: 'About (Chinese)',
  retire: 'Retire',
} as const
type Say = typeof tw | typeof en

async function review(page: Page, say: Say): Promise<void> {
  await page.getByRole('button', { name: say.review }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

async function confirm(page: Page, say: Say): Promise<void> {
  await toasted(page, say.saved, () => page.getByRole('dialog').getByRole('button', { name: say.confirm }).click())
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Makes a facility by hand: two courts, a full court over them, prices and hours. */
async function makeFacility(page: Page, code: string): Promise<void> {
  await visit(page, '/staff/catalogue')
  await page.getByRole('link', { name: tw.newFacility }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel(tw.name[0]).fill(`試辦館 ${code}`)
  await sheet.getByLabel(tw.name[1]).fill(`Trial hall ${code}`)
  await sheet.getByLabel(tw.code).fill(code)
  await sheet.getByRole('button', { name: tw.begin }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(code)

  const ticks = page.getByRole('checkbox', { name: tw.tick })
  await expect(ticks).toHaveCount(2)
  for (const n of [0, 1]) await ticks.nth(n).check()
  await page.getByRole('button', { name: tw.join }).click()
  await expect(page.getByRole('img', { name: new RegExp(`${code}-1.*${code}-2`) })).toBeVisible()

  await page.getByRole('link', { name: tw.prices, exact: true }).click()
  await page.getByRole('button', { name: tw.firstList }).click()
  await page.getByLabel(tw.public[0], { exact: true }).fill('200')
  await page.getByLabel(tw.public[1], { exact: true }).fill('320')
  for (const n of [0, 1]) await page.getByRole('button', { name: tw.same }).nth(n).click()

  await page.getByRole('link', { name: tw.hours, exact: true }).click()
  await page.getByLabel(tw.closes).first().fill('21:00')
  await review(page, tw)
  await expectAccessible(page)
  await confirm(page, tw)
}

/** A third price level: refused without a name and with another's, with the focus there; then named and priced. */
async function addLevel(page: Page): Promise<void> {
  await page.getByRole('button', { name: tw.addLevel }).click()
  const name = page
    .getByRole('group', { name: /第 3 級|尖峰|假日/ })
    .last()
    .getByLabel(tw.levelName)
  await expect(name).toBeFocused()
  for (const wrong of ['', '尖峰']) {
    await name.fill(wrong)
    await page.getByRole('button', { name: tw.review }).click()
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await expect(name).toBeFocused()
  }
  await name.fill('假日')
  await page.getByLabel(tw.public[2], { exact: true }).fill('450')
  await expectAccessible(page)
}

/** A picture of the facility: refused without words; its focal point is pointed at, then moved by arrow keys. */
async function addPicture(page: Page, code: string): Promise<void> {
  await visit(page, `/staff/catalogue/facility?code=${code}&tab=pictures`)
  await page.getByLabel(tw.addPictures).setInputFiles('demo/pictures/hall-at-dawn.jpg')
  const words = page.getByLabel(tw.shows[0])
  await expect(words).toBeVisible()
  await page.getByRole('button', { name: tw.review }).click()
  await expect(words).toHaveAttribute('aria-invalid', 'true')
  await words.fill('清晨的試辦館')
  await page.getByLabel(tw.shows[1]).fill('The trial hall at dawn')
  const point = page.getByRole('button', { name: tw.focus })
  await expect(point).toHaveAccessibleName(/左起 50%，上起 50%/)
  const picture = point.locator('..').locator('img')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  const { width, height } = (await picture.boundingBox())!
  await picture.click({ position: { x: width * 0.25, y: height * 0.75 }, force: true })
  await expect(point).toHaveAccessibleName(/左起 25%，上起 75%/)
  await point.press('ArrowLeft')
  await point.press('Shift+ArrowUp')
  await expect(point).toHaveAccessibleName(/左起 24%，上起 65%/)
  await expectAccessible(page)
  await review(page, tw)
  await expect(page.getByRole('dialog')).toContainText('清晨的試辦館（焦點 24%、65%）')
  await confirm(page, tw)
}

/** Members see the picture on the facility's page, the coming prices by level, and the hours of each. */
async function seeLevels(page: Page, code: string): Promise<void> {
  const staffPage = page.url()
  await visit(page, '/member')
  await page.getByRole('link', { name: '找場地' }).click()
  await page.getByRole('link', { name: `試辦館 ${code}` }).click()
  const picture = page.getByRole('img', { name: '清晨的試辦館' })
  await expect(picture).toHaveCSS('object-position', '24% 65%')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await expect(page.getByText('假日：國定假日 08:00–21:00。')).toBeVisible()
  await expect(page.getByRole('row', { name: /一般民眾/ }).last()).toContainText('NT$450')
  await page.setViewportSize({ width: 360, height: 780 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'nothing reaches over the edge of a phone').toBeLessThanOrEqual(
    360,
  )
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await visit(page, staffPage)
}

/** The other person at another desk, with a browser of their own. */
async function otherDesk(browser: Browser, site: string, address: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: site, extraHTTPHeaders: { 'x-forwarded-for': address } })
  const page = await context.newPage()
  await enterConsole(page, site, { height: 900 })
  return page
}

test('@desk a facility is made by hand and repriced from next Monday, in tw; edited by two people, in en', async ({
  page,
  browser,
  baseURL,
  address,
}) => {
  test.slow()
  const code = `T${Date.now().toString(36).slice(-5).toUpperCase()}`
  await enterConsole(page, baseURL!, { height: 900 })
  await makeFacility(page, code)

  // A price from next Monday: the sheet shows before and after, and the day.
  await visit(page, `/staff/catalogue/facility?code=${code}&tab=prices`)
  await page.getByRole('button', { name: tw.copy }).click()
  await page.getByLabel(tw.public[0], { exact: true }).fill('240')
  await addLevel(page)
  await review(page, tw)
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('NT$200')
  await expect(sheet).toContainText('NT$240')
  await expect(sheet.getByRole('columnheader', { name: '假日' })).toBeVisible()
  await expect(sheet).toContainText('NT$450')
  await confirm(page, tw)
  await expect(page).toHaveURL(/list=\d{4}-\d\d-\d\d/)
  await addPicture(page, code)
  await seeLevels(page, code)

  // Two people on the same text: the second sees who was faster, and loses nothing.
  await speak(page.context(), 'en', baseURL!)
  await page.setViewportSize({ width: 768, height: 900 })
  await visit(page, `/staff/catalogue/facility?code=${code}`)
  const other = await otherDesk(browser, baseURL!, address)
  await visit(other, `/staff/catalogue/facility?code=${code}`)
  await page.getByLabel(en.about).fill('我寫的介紹')
  await other.getByLabel(tw.about).fill('同事寫的介紹')
  await review(other, tw)
  await confirm(other, tw)
  // It appears by itself while the second person types, who looks at it from there.
  await expect(page.getByRole('status').filter({ hasText: '王館長' })).toBeVisible({ timeout: 2000 })
  await expect(page.getByLabel(en.about)).toHaveValue('我寫的介紹')
  await expectAccessible(page)
  await page.getByRole('button', { name: en.look }).click()
  await expect(page.getByRole('alert').filter({ hasText: '王館長' })).toBeVisible()
  await expect(page.getByText('同事寫的介紹')).toBeVisible()
  await expect(page.getByText('我寫的介紹')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('radio', { name: en.mine }).check()
  await page.getByRole('button', { name: en.goOn }).click()
  await expect(page.getByLabel(en.about)).toHaveValue('我寫的介紹')
  // The colleague's list shows the facility's new name within two seconds, without a reload.
  await visit(other, '/staff/catalogue')
  await page.getByLabel(en.name).fill(`改名館 ${code}`)
  await review(page, en)
  await confirm(page, en)
  await expect(other.getByRole('rowheader', { name: new RegExp(`改名館 ${code}`) })).toBeVisible({ timeout: 2000 })
  await other.context().close()

  // Put away again: other tests count facilities.
  await page.getByRole('button', { name: en.retire }).click()
  await review(page, en)
  await confirm(page, en)
})

test('@desk the console is used by keyboard: / searches, arrows choose, Enter opens; an edit survives a reload', async ({
  page,
  baseURL,
}) => {
  await enterConsole(page, baseURL!, { locale: 'en', height: 900 })
  await visit(page, '/staff')
  await page.keyboard.press('/')
  const search = page.getByRole('combobox')
  await expect(search).toBeFocused()
  await page.keyboard.type('squash')
  await expect(page.getByRole('option', { name: /Squash Courts/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Squash Courts')

  await page.getByLabel('Place (English)').fill('Second floor, left')
  await page.reload()
  await ready(page)
  await expect(page.getByLabel('Place (English)')).toHaveValue('Second floor, left')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Place (English)')).not.toHaveValue('Second floor, left')
})
