import type { Browser, Page } from '@playwright/test'
import { expect, expectAccessible, logIn, ready, speak, test, visit } from './journey.ts'

/** Words of the screens in both languages, as a person at the desk reads them. */
const words = {
  tw: {
    newFacility: '新增場館',
    name: ['名稱（中文）', '名稱（英文）'],
    code: '代碼',
    begin: '繼續設定',
    tick: /^勾選 /,
    join: '在勾選的 2 塊上加全場',
    prices: '價目',
    hours: '開放時間',
    firstList: '建立價目',
    public: ['一般民眾 離峰', '一般民眾 尖峰'],
    same: '全部相同',
    closes: '關門',
    review: '檢視變更',
    confirm: '確認儲存',
    saved: '已儲存',
    copy: '複製一份',
    before: '變更前',
    mine: '我的',
    look: '檢視變更內容',
    goOn: '以此繼續',
    about: '介紹（中文）',
    retire: '停用場館',
  },
  en: {
    newFacility: 'New facility',
    name: ['Name (Chinese)', 'Name (English)'],
    code: 'Code',
    begin: 'Go on',
    tick: /^Tick /,
    join: 'Full court over the 2 ticked',
    prices: 'Prices',
    hours: 'Hours',
    firstList: 'Make a price list',
    public: ['General public Off-peak', 'General public Peak'],
    same: 'same for all',
    closes: 'Closes',
    review: 'Review changes',
    confirm: 'Save the change',
    saved: 'Saved',
    copy: 'Copy this one',
    before: 'Before',
    mine: 'Mine',
    look: 'Look at it',
    goOn: 'Go on with this',
    about: 'About (Chinese)',
    retire: 'Retire',
  },
} as const
type Say = (typeof words)['tw' | 'en']

async function enter(page: Page, locale: 'tw' | 'en', width: number, site: string): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await speak(page.context(), locale, site)
  await logIn(page, 'staff')
}

async function review(page: Page, say: Say): Promise<void> {
  await page.getByRole('button', { name: say.review }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

async function confirm(page: Page, say: Say): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: say.confirm }).click()
  await expect(page.getByText(say.saved, { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Makes a facility by hand: two courts, a full court over them, prices and hours. */
async function makeFacility(page: Page, code: string, say: Say): Promise<void> {
  await visit(page, '/staff/catalogue')
  await page.getByRole('link', { name: say.newFacility }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel(say.name[0]).fill(`試辦館 ${code}`)
  await sheet.getByLabel(say.name[1]).fill(`Trial hall ${code}`)
  await sheet.getByLabel(say.code).fill(code)
  await sheet.getByRole('button', { name: say.begin }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(code)

  const ticks = page.getByRole('checkbox', { name: say.tick })
  await expect(ticks).toHaveCount(2)
  for (const n of [0, 1]) await ticks.nth(n).check()
  await page.getByRole('button', { name: say.join }).click()
  await expect(page.getByRole('img', { name: new RegExp(`${code}-1.*${code}-2`) })).toBeVisible()

  await page.getByRole('link', { name: say.prices, exact: true }).click()
  await page.getByRole('button', { name: say.firstList }).click()
  await page.getByLabel(say.public[0], { exact: true }).fill('200')
  await page.getByLabel(say.public[1], { exact: true }).fill('320')
  for (const n of [0, 1]) await page.getByRole('button', { name: say.same }).nth(n).click()

  await page.getByRole('link', { name: say.hours, exact: true }).click()
  await page.getByLabel(say.closes).first().fill('21:00')
  await review(page, say)
  await expectAccessible(page)
  await confirm(page, say)
}

/** The other person at another desk, with a browser of their own. */
async function otherDesk(browser: Browser, site: string, address: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: site, extraHTTPHeaders: { 'x-forwarded-for': address } })
  const page = await context.newPage()
  await enter(page, 'tw', 1280, site)
  return page
}

for (const [locale, width] of [
  ['tw', 1280],
  ['en', 768],
] as const)
  test(`@desk a facility is made by hand, repriced from next Monday and edited by two people, in ${locale} at ${width} px`, async ({
    page,
    browser,
    baseURL,
    address,
  }) => {
    test.slow()
    const say = words[locale]
    const code = `T${Date.now().toString(36).slice(-5).toUpperCase()}`
    await enter(page, locale, width, baseURL!)
    await makeFacility(page, code, say)

    // A price from next Monday: the sheet shows before and after, and the day.
    await visit(page, `/staff/catalogue/facility?code=${code}&tab=prices`)
    await page.getByRole('button', { name: say.copy }).click()
    await page.getByLabel(say.public[0], { exact: true }).fill('240')
    await review(page, say)
    const sheet = page.getByRole('dialog')
    await expect(sheet).toContainText('NT$200')
    await expect(sheet).toContainText('NT$240')
    await confirm(page, say)
    await expect(page).toHaveURL(/list=\d{4}-\d\d-\d\d/)

    // Two people on the same text: the second sees who was faster, and loses nothing.
    await visit(page, `/staff/catalogue/facility?code=${code}`)
    const other = await otherDesk(browser, baseURL!, address)
    await visit(other, `/staff/catalogue/facility?code=${code}`)
    await page.getByLabel(say.about).fill('我寫的介紹')
    await other.getByLabel(words.tw.about).fill('同事寫的介紹')
    await review(other, words.tw)
    await confirm(other, words.tw)
    // It appears by itself while the second person types, who looks at it from there.
    await expect(page.getByRole('status').filter({ hasText: '王館長' })).toBeVisible({ timeout: 2000 })
    await expect(page.getByLabel(say.about)).toHaveValue('我寫的介紹')
    await expectAccessible(page)
    await page.getByRole('button', { name: say.look }).click()
    await expect(page.getByRole('alert').filter({ hasText: '王館長' })).toBeVisible()
    await expect(page.getByText('同事寫的介紹')).toBeVisible()
    await expect(page.getByText('我寫的介紹')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('radio', { name: say.mine }).check()
    await page.getByRole('button', { name: say.goOn }).click()
    await expect(page.getByLabel(say.about)).toHaveValue('我寫的介紹')
    // The colleague's list shows the facility's new name within two seconds, without a reload.
    await visit(other, '/staff/catalogue')
    await page.getByLabel(say.name[0]).fill(`改名館 ${code}`)
    await review(page, say)
    await confirm(page, say)
    await expect(other.getByRole('rowheader', { name: new RegExp(`改名館 ${code}`) })).toBeVisible({ timeout: 2000 })
    await other.context().close()

    // Put away again: other tests count facilities.
    await page.getByRole('button', { name: say.retire }).click()
    await review(page, say)
    await confirm(page, say)
  })

test('@desk the console is used by keyboard: / searches, arrows choose, Enter opens; an edit survives a reload', async ({
  page,
  baseURL,
}) => {
  await enter(page, 'en', 1280, baseURL!)
  await visit(page, '/staff')
  await page.keyboard.press('/')
  const search = page.getByRole('combobox')
  await expect(search).toBeFocused()
  await page.keyboard.type('badminton')
  await expect(page.getByRole('option', { name: /Badminton Hall/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Badminton Hall')

  await page.getByLabel('Place (English)').fill('Second floor, left')
  await page.reload()
  await ready(page)
  await expect(page.getByLabel('Place (English)')).toHaveValue('Second floor, left')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Place (English)')).not.toHaveValue('Second floor, left')
})
