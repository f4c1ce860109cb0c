import type { Locator, Page } from '@playwright/test'
import { codeOf, stepAt } from '../src/lib/totp.ts'
import { expect, expectAccessible, ready, speak, test } from './journey.ts'
import { startOwnCentre } from './own-centre.ts'

const secret = 'quiet otters row upstream'
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes of a secret that an authenticator app reads as Base32. */
function bytesOf(text: string): Uint8Array {
  const bits = [...text].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from({ length: Math.floor(bits.length / 8) }, (_, at) => parseInt(bits.slice(at * 8, at * 8 + 8), 2))
}

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

async function makeAdmin(page: Page, link: string, { click, fill }: Person): Promise<void> {
  await page.goto(link)
  await ready(page)
  await expectAccessible(page)
  await fill(page.getByLabel('姓名', { exact: true }), '王大明')
  await fill(page.getByLabel('電子郵件', { exact: true }), 'admin@sports.tw')
  await fill(page.getByLabel('密碼', { exact: true }), secret)
  await click(page.getByRole('button', { name: '建立帳號' }))
  await expect(page).toHaveURL(/\/login\/second/)
  await click(page.locator('section[aria-labelledby=enrol-app] button[type=submit]'))
  const typed = (await page.locator('code').textContent())!.replaceAll(' ', '')
  await fill(page.locator('input[name=code]'), codeOf(bytesOf(typed), stepAt(new Date())))
  await click(page.locator('section[aria-labelledby=enrol-app] button[type=submit]'))
  await click(page.getByRole('checkbox'))
  await click(page.getByRole('main').getByRole('button').last())
  await expect(page.getByRole('heading', { level: 1, name: '您的場館' })).toBeVisible()
}

test('@desk a centre of one’s own: from an empty database to a first paid booking', async ({ page, context, browser }) => {
  test.setTimeout(180_000)
  const centre = await startOwnCentre()
  try {
    await speak(context, 'tw', centre.url)
    // Before it is set up, visitors see one page, whatever they ask for.
    await page.goto(`${centre.url}/venues`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('即將開放')
    await expectAccessible(page)

    // A link that is too old makes no account; the next start prints a new one.
    await centre.expireLink()
    await page.goto(centre.setupLink()!)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('這個連結不能使用')
    await expectAccessible(page)
    await centre.restart()

    const person = counting()
    const { click, fill, count } = person
    const link = centre.setupLink()!
    await makeAdmin(page, link, person)

    // The link works once: in another browser it leads to the login.
    const other = await browser.newContext()
    await speak(other, 'tw', centre.url)
    const stranger = await other.newPage()
    await stranger.goto(link)
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('這個連結已經用過')
    await stranger.goto(`${centre.url}/setup`)
    await expect(stranger.getByRole('heading', { level: 1 })).not.toHaveText('您的場館')
    await other.close()

    await expectAccessible(page)
    await fill(page.getByLabel('中文名稱'), '大安羽球館')
    await fill(page.getByLabel('英文名稱'), 'Daan Badminton Hall')
    await fill(page.getByLabel('電話'), '02-2700-0000')
    await click(page.getByRole('button', { name: '儲存並繼續' }))

    // Left half way: a restart and a fresh page lose nothing.
    await expect(page.getByRole('heading', { level: 1, name: '場地與價格' })).toBeVisible()
    await centre.restart()
    expect(centre.setupLink(), 'there is an admin').toBeUndefined()
    await page.goto(`${centre.url}/setup`)
    await ready(page)
    await expect(page.getByRole('heading', { level: 1, name: '場地與價格' })).toBeVisible()
    await expectAccessible(page)
    await click(page.getByRole('button', { name: '使用並繼續' }))

    await expect(page.getByRole('heading', { level: 1, name: '預約規則' })).toBeVisible()
    await expectAccessible(page)
    await click(page.getByRole('button', { name: '儲存並繼續' }))

    await expect(page.getByRole('heading', { level: 1, name: '連線' })).toBeVisible()
    for (const button of await page.getByRole('button', { name: '測試連線' }).all()) await click(button)
    await expect(page.getByText('帳號與密碼正確')).toBeVisible()
    await expect(page.getByText('特店編號與金鑰相符')).toBeVisible()
    await expectAccessible(page)
    await click(page.getByRole('button', { name: '繼續', exact: true }))

    await expect(page.getByRole('heading', { level: 1, name: '開放' })).toBeVisible()
    await click(page.getByRole('radio', { name: /^開放/ }))
    await expectAccessible(page)
    await click(page.getByRole('button', { name: '開放場館' }))
    await expect(page.getByText('場館已開放')).toBeVisible()
    console.log(`a small hall, from the link to open doors: ${count.clicks} clicks, ${count.fields} fields`)
    expect(count.clicks).toBeLessThanOrEqual(16)
    expect(count.fields).toBeLessThanOrEqual(8)

    for (const code of ['HALL', 'ROOM']) await makeFacility(page, centre.url, code)
    await importFacilities(page, centre.url)

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
async function importFacilities(page: Page, site: string): Promise<void> {
  const facilities = Array.from({ length: 10 }, (_, n) => facilityFile(n + 1))
  const file = (content: object[]) => ({
    name: 'catalogue.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ format: 'fieldhouse-catalogue', version: 1, facilities: content })),
  })
  await page.goto(`${site}/setup?step=catalogue`)
  await ready(page)
  await expect(page.getByText('已有 3 個場館')).toBeVisible()
  await page.getByRole('radio', { name: /^檔案/ }).click()
  await page.locator('input[type=file]').setInputFiles(file(facilities.map((one, n) => (n === 3 ? { ...one, colour: 'green' } : one))))
  await page.getByRole('button', { name: '使用並繼續' }).click()
  await expect(page.getByText('檔案有 1 處需要更正')).toBeVisible()
  await expectAccessible(page)
  await page.locator('input[type=file]').setInputFiles(file(facilities))
  await page.getByRole('button', { name: '使用並繼續' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '預約規則' })).toBeVisible()
  await page.goto(`${site}/setup?step=catalogue`)
  await expect(page.getByText('已有 13 個場館')).toBeVisible()
}

type Centre = Awaited<ReturnType<typeof startOwnCentre>>

/** A newcomer chooses a court, registers by mail and text, pays by card, and sees the ticket. */
async function bookAndPay(page: Page, centre: Centre): Promise<void> {
  const [email, mobile] = ['newcomer@sports.tw', '0912345678']
  await page.goto(centre.url)
  await ready(page)
  await expect(page.getByRole('banner')).toContainText('大安羽球館')
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
}
