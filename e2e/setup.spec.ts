import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { m } from '#i18n/generated/messages.js'
import { codeOf, stepAt } from '#lib/totp.ts'
import { fromBase32 } from '#testing/base32.ts'
import { expect, expectAccessible, ready, reload, speak, test } from './journey.ts'
import { startOwnCentre } from './own-centre.ts'

const secret = 'quiet otters row upstream'
const tw = { locale: 'tw' } as const

/** Counts what a person does: presses, and fields that are filled in. */
function counting() {
  const count = { clicks: 0, fields: 0 }
  return {
    count,
    click: async (what: Locator) => {
      await what.click()
      count.clicks++
    },
    fill: async (what: Locator, text: string) => {
      await what.fill(text)
      count.fields++
    },
  }
}
type Person = ReturnType<typeof counting>

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

async function makeAdmin(page: Page, link: string, { click, fill }: Person): Promise<void> {
  await page.goto(link)
  await ready(page)
  await fill(page.locator('input[name=name]'), '王大明')
  await fill(page.locator('input[name=email]'), 'admin@sports.tw')
  // What was typed is there after a reload; the password is not kept.
  await reload(page)
  await expect(page.locator('input[name=name]')).toHaveValue('王大明')
  await expect(page.locator('input[name=email]')).toHaveValue('admin@sports.tw')
  await expectAccessible(page)
  await fill(page.locator('input[name=secret]'), secret)
  await click(page.getByRole('main').getByRole('button', { name: m.staff_setup_account_submit({}, tw) }))
  await expect(page).toHaveURL(/\/login\/second/)
  await click(page.locator('section[aria-labelledby=enrol-app] button[type=submit]'))
  const typed = (await page.locator('code').textContent())!.replaceAll(' ', '')
  await fill(page.locator('input[name=code]'), codeOf(fromBase32(typed), stepAt(new Date())))
  await click(page.locator('section[aria-labelledby=enrol-app] button[type=submit]'))
  await click(page.getByRole('checkbox'))
  await click(page.getByRole('main').getByRole('button').last())
  await expect(heading(page, m.staff_setup_centre_title({}, tw))).toBeVisible()
}

/** Before the centre is set up, visitors see one page, whatever they ask for, and search engines are told to stay away. */
async function lookFromOutside(page: Page, site: string): Promise<void> {
  for (const locale of ['tw', 'en'] as const) {
    await speak(page.context(), locale, site)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.goto(`${site}/venues`)
    await expect(page).toHaveURL(/\/soon$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(locale === 'tw' ? '即將開放' : 'opens soon')
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await expectAccessible(page, 'colours')
  }
  expect(await (await page.request.get(`${site}/robots.txt`)).text()).toMatch(/^User-agent: \*\nDisallow: \/\s*$/)
  await speak(page.context(), 'tw', site)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

/** The centre's name and contact; the small hall leaves the rest at its defaults. */
async function nameCentre(page: Page, { fill, click }: Person): Promise<void> {
  await fill(page.locator('input[name="name.tw"]'), '大安羽球館')
  await fill(page.locator('input[name="name.en"]'), 'Daan Badminton Hall')
  await fill(page.locator('input[name=phone]'), '02-2700-0000')
  await reload(page)
  await expect(page.locator('input[name="name.tw"]'), 'half way, a reload loses nothing').toHaveValue('大安羽球館')
  await click(page.getByRole('main').getByRole('button', { name: m.staff_setup_save({}, tw) }))
  await expect(heading(page, m.staff_setup_catalogue_title({}, tw))).toBeVisible()
}

/** A template, whose prices are looked over: one is changed, and a reload in between loses nothing. */
async function beginWithTemplate(page: Page, { click }: Person): Promise<void> {
  await click(page.getByRole('main').getByRole('button', { name: m.staff_setup_catalogue_submit({}, tw) }))
  const price = page.getByLabel('一般民眾 尖峰', { exact: true })
  await price.fill('430')
  await reload(page)
  await expect(price).toHaveValue('430')
  await expectAccessible(page)
  await click(page.getByRole('main').getByRole('button', { name: m.staff_setup_review_submit({}, tw) }))
  await expect(heading(page, m.staff_setup_rules_title({}, tw))).toBeVisible()
}

/** What a larger centre fills in: place, logo, colour and a text of its own, in the parts that are folded. */
async function dressUp(page: Page): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('link', { name: m.staff_setup_step_centre({}, tw) })
    .click()
  await expect(page.locator('input[name="name.tw"]')).toHaveValue('大安羽球館')
  const open = (label: string) => page.locator('summary', { hasText: label }).click()
  await open(m.staff_setup_place({}, tw))
  await page.locator('input[name="address.tw"]').fill('臺北市大安區新生南路 1 號')
  await page.getByLabel(m.staff_centre_position({}, tw)).fill('25.0306, 121.5358')
  await open(m.staff_setup_look({}, tw))
  const logo = await sharp({ create: { width: 96, height: 96, channels: 4, background: '#a33' } })
    .png()
    .toBuffer()
  await page
    .getByLabel(m.staff_centre_logo({}, tw), { exact: true })
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  await expect(page.getByRole('img', { name: m.staff_centre_logo({}, tw) })).toHaveCount(2)
  const colour = page.getByLabel(m.staff_centre_colour({}, tw), { exact: true })
  await colour.fill('#ffd400')
  await expect(page.getByText('看不清楚'), 'too light for one of the schemes').toHaveCount(1)
  await open(m.staff_setup_texts({}, tw))
  await page.getByLabel(`${m.staff_text_footer({}, tw)}${m.staff_in_chinese({}, tw)}`).fill('每天都打球。')
  await expectAccessible(page)
  await reload(page)
  await open(m.staff_setup_look({}, tw))
  await expect(colour, 'half way, a reload loses nothing').toHaveValue('#ffd400')
  await expect(page.getByRole('img', { name: m.staff_centre_logo({}, tw) })).toHaveCount(2)
  await page
    .getByRole('main')
    .getByRole('button', { name: m.staff_setup_save({}, tw) })
    .click()
  await expect(heading(page, m.staff_setup_catalogue_title({}, tw))).toBeVisible()
}

/** Rules, connections with their tests, and the doors. */
async function openDoors(page: Page, { click }: Person): Promise<void> {
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
  await click(button(m.staff_setup_save({}, tw)))
  await expect(heading(page, m.staff_setup_connections_title({}, tw))).toBeVisible()
  for (const tried of await page.getByRole('button', { name: '測試連線' }).all()) await click(tried)
  await expect(page.getByText('帳號與密碼正確')).toBeVisible()
  await expect(page.getByText('特店編號與金鑰相符')).toBeVisible()
  await click(button(m.staff_setup_next({}, tw)))
  await expect(heading(page, m.staff_setup_doors_title({}, tw))).toBeVisible()
  await click(page.locator('input[name=siteAccess][value=open]'))
  await click(button(m.staff_setup_open({}, tw)))
  await expect(page.getByText(m.staff_setup_opened({}, tw))).toBeVisible()
}

test('@desk a centre of one’s own: from an empty database to a first paid booking', async ({ page, browser }) => {
  test.setTimeout(180_000)
  const centre = await startOwnCentre()
  try {
    await lookFromOutside(page, centre.url)
    const link = centre.setupLink()!
    await centre.ageLink(2)
    await page.goto(link)
    await expect(heading(page, m.staff_setup_dead_title({}, tw)), 'a link that is too old').toBeVisible()
    await expectAccessible(page)
    await centre.ageLink(-2)

    const person = counting()
    await makeAdmin(page, link, person)
    // The link works once: in another browser it leads to the login.
    const other = await browser.newContext()
    await speak(other, 'tw', centre.url)
    const stranger = await other.newPage()
    await stranger.goto(link)
    await expect(heading(stranger, m.staff_setup_used_title({}, tw))).toBeVisible()
    await stranger.goto(`${centre.url}/setup`)
    await expect(stranger.getByRole('heading', { level: 1 })).not.toHaveText(m.staff_setup_centre_title({}, tw))
    await other.close()

    await nameCentre(page, person)
    // Left half way: a restart goes on with the next step, and prints no link, because there is an admin.
    await centre.restart()
    expect(centre.setupLink()).toBeUndefined()
    await page.goto(`${centre.url}/setup`)
    await ready(page)
    await beginWithTemplate(page, person)
    await openDoors(page, person)
    console.log(`a small hall, from the link to open doors: ${person.count.clicks} clicks, ${person.count.fields} fields`)
    expect(person.count.clicks).toBeLessThanOrEqual(17)
    expect(person.count.fields).toBeLessThanOrEqual(8)

    await dressUp(page)
    await importFacilities(page)
    for (const code of ['HALL', 'ROOM']) await makeFacility(page, centre.url, code)

    const member = await browser.newContext({ timezoneId: 'Asia/Taipei', extraHTTPHeaders: { 'x-forwarded-for': '10.1.2.3' } })
    await speak(member, 'tw', centre.url)
    await bookAndPay(await member.newPage(), centre)
    await member.close()
  } finally {
    await centre.stop()
  }
})

/** A facility by hand in the console: its names, two courts, a price list, and hours. */
async function makeFacility(page: Page, site: string, code: string): Promise<void> {
  await page.goto(`${site}/staff/catalogue`)
  await ready(page)
  await page.getByRole('link', { name: '新增場館' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('名稱（中文）').fill(`新館 ${code}`)
  await sheet.getByLabel('名稱（英文）').fill(`New hall ${code}`)
  await sheet.getByLabel('代碼').fill(code)
  await sheet.getByRole('button', { name: '繼續設定' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(code)
  await page.getByRole('link', { name: '價目', exact: true }).click()
  await page.getByRole('button', { name: '建立價目' }).click()
  await page.getByLabel('一般民眾 離峰', { exact: true }).fill('200')
  await page.getByLabel('一般民眾 尖峰', { exact: true }).fill('320')
  for (const n of [0, 1]) await page.getByRole('button', { name: '全部相同' }).nth(n).click()
  await page.getByRole('button', { name: '檢視變更' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '確認儲存' }).click()
  await expect(page.getByText('已儲存', { exact: true })).toBeVisible()
}

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const facilityFile = (n: number) => ({
  code: `F${n}`,
  sport: 'badminton',
  name: { tw: `分館 ${n}`, en: `Branch ${n}` },
  about: { tw: '', en: '' },
  place: { tw: '', en: '' },
  rules: { tw: [], en: [] },
  outdoor: false,
  drawing: 'badminton',
  colour: '#5b862b',
  courts: [{ code: `F${n}A`, name: { tw: `場地 ${n}`, en: `Court ${n}` } }],
  timetables: [{ from: '2026-01-01', slotMinutes: 60, hours: [{ days, opens: '08:00', closes: '22:00' }], sessions: [] }],
  priceLists: [{ from: '2026-01-01', peak: [], lightFee: 0, lightFrom: null, deposit: 0, prices: { PUB: [100, 150] } }],
})

/** Ten facilities by a file: one with an error says where it is and changes nothing; the right one is taken over whole. */
async function importFacilities(page: Page): Promise<void> {
  const facilities = Array.from({ length: 10 }, (_, n) => facilityFile(n + 1))
  const file = (content: object[]) => ({
    name: 'catalogue.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ format: 'fieldhouse-catalogue', version: 1, facilities: content })),
  })
  const use = () =>
    page
      .getByRole('main')
      .getByRole('button', { name: m.staff_setup_catalogue_submit({}, tw) })
      .click()
  await expect(page.getByText('已有 1 個場館')).toBeVisible()
  await page.locator('input[name=begin][value=file]').click()
  await page.locator('input[type=file]').setInputFiles(file(facilities.map((one, n) => (n === 3 ? { ...one, colour: 'green' } : one))))
  await use()
  await expect(page.getByText('檔案有 1 處需要更正')).toBeVisible()
  await page.locator('input[type=file]').setInputFiles(file(facilities))
  await use()
  await expect(page.locator('details')).toHaveCount(10)
  await page
    .getByRole('main')
    .getByRole('button', { name: m.staff_setup_review_submit({}, tw) })
    .click()
  await expect(heading(page, m.staff_setup_rules_title({}, tw))).toBeVisible()
  await page
    .getByRole('navigation')
    .getByRole('link', { name: m.staff_setup_step_catalogue({}, tw) })
    .click()
  await expect(page.getByText('已有 11 個場館')).toBeVisible()
}

type Centre = Awaited<ReturnType<typeof startOwnCentre>>

/** A newcomer chooses a court, registers by mail and text, pays by card, and sees the ticket. */
async function bookAndPay(page: Page, centre: Centre): Promise<void> {
  const [email, mobile] = ['newcomer@sports.tw', '0912345678']
  await page.goto(centre.url)
  await ready(page)
  await expect(page.getByRole('banner')).toContainText('大安羽球館')
  await expect(page.getByRole('contentinfo')).toContainText('每天都打球。')
  await expect(page.getByRole('contentinfo')).toContainText('臺北市大安區新生南路 1 號')
  await expect(page.getByRole('banner').locator('img[src*="/api/Centre/Logo"]')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: '搜尋', exact: true }).click()
  const court = page.locator('button[aria-pressed]').first()
  const name = (await court.locator('span').first().textContent())!
  await court.click()
  await page.getByRole('complementary', { name: '已選時段' }).getByRole('link', { name: '確認預約' }).click()
  await page.getByRole('link', { name: '登入後送出' }).click()
  await page.getByRole('main').getByRole('link', { name: '免費註冊' }).click()
  await page.getByLabel('姓名', { exact: true }).fill('陳新來')
  await page.getByLabel('電子郵件', { exact: true }).fill(email)
  await page.getByLabel('密碼', { exact: true }).fill('green rice in the wind')
  const pad = page.getByRole('img', { name: /簽名板/ })
  await pad.scrollIntoViewIfNeeded()
  const box = (await pad.boundingBox())!
  await page.mouse.move(box.x + 40, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 90, { steps: 6 })
  await page.mouse.up()
  await page.getByLabel('手機號碼', { exact: true }).fill(mobile)
  await page.getByRole('button', { name: '傳送驗證碼' }).click()
  await page.getByLabel('簡訊驗證碼', { exact: true }).fill(/\d{6}/.exec(await centre.textTo(mobile))![0])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('就差一步：確認信箱')
  await page.goto(/https?:\S+/.exec(await centre.mailTo(email))![0])
  await expect(page).toHaveURL(/\/order\/check/)
  await expect(page.getByText(name)).toBeVisible()
  await page.locator('form button[type=submit]').click()
  await page.getByRole('button', { name: '前往付款' }).click()
  await page.getByRole('button', { name: /^付款 NT\$/ }).click()
  await expect(page.getByRole('heading', { name: '預約成功' })).toBeVisible()
  await page.getByRole('link', { name: '入場票券' }).click()
  await expect(page.getByText(name)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('大安羽球館')
}
