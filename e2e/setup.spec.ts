import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { m } from '#i18n/generated/messages.js'
import { codeOf, stepAt } from '#lib/totp.ts'
import { fromBase32 } from '#testing/base32.ts'
import { bookAndPay } from './first-booking.ts'
import { expect, expectAccessible, ready, reload, speak, test } from './journey.ts'
import { startOwnCentre } from './own-centre.ts'
import type { CatalogueAnswer } from '#modules/catalogue/wire.ts'
import { callElsewhere, importFacilities, makeFacility } from './own-facilities.ts'

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
  for (const [locale, colorScheme, words] of [
    ['tw', 'light', '即將開放'],
    ['en', 'dark', 'opens soon'],
  ] as const) {
    await speak(page.context(), locale, site)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto(`${site}/venues`)
    await expect(page).toHaveURL(/\/soon$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(words)
    await expectAccessible(page)
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
  await click(page.getByRole('main').getByRole('button', { name: m.staff_setup_save({}, tw) }))
  await expect(heading(page, m.staff_setup_catalogue_title({}, tw))).toBeVisible()
}

/** A template is looked over, and saved. */
async function beginWithTemplate(page: Page, { click }: Person): Promise<void> {
  await click(page.getByRole('main').getByRole('button', { name: m.staff_setup_catalogue_submit({}, tw) }))
  await adjustTemplate(page)
  await click(page.getByRole('main').getByRole('button', { name: m.staff_setup_save({}, tw) }))
  await expect(heading(page, m.staff_setup_rules_title({}, tw))).toBeVisible()
}

/** What a hall that is not as the template adjusts, and is therefore not counted; a reload in between loses nothing. */
async function adjustTemplate(page: Page): Promise<void> {
  const open = (label: string) => page.locator('summary', { hasText: label }).click()
  const courts = page.getByLabel(m.staff_setup_shape_count({ name: '羽球館' }, tw))
  await courts.fill('7')
  await open(m.staff_setup_hours({}, tw))
  await page.getByLabel(m.staff_setup_hours_break_from({}, tw)).fill('12:00')
  await page.getByLabel(m.staff_setup_hours_break_to({}, tw)).fill('13:00')
  await page.getByRole('button', { name: m.staff_setup_hours_apply({}, tw) }).click()
  await expect(page.getByText(m.staff_setup_hours_applied({ count: 1 }, tw))).toBeVisible()
  await open(m.staff_setup_holidays({}, tw))
  await page.getByLabel('除夕').first().selectOption('closed')
  const price = page.getByLabel('一般民眾 尖峰', { exact: true })
  await price.fill('430')
  await reload(page)
  await expect(price).toHaveValue('430')
  await expect(courts).toHaveValue('7')
  await expectAccessible(page)
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
    .and(page.locator('input'))
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  await expect(page.getByRole('img', { name: m.staff_centre_logo({}, tw) })).toHaveCount(2)
  const colour = page.getByLabel(m.staff_centre_colour({}, tw), { exact: true })
  await colour.fill('#ffd400')
  await expect(page.getByText('您選的顏色對比只有'), 'too light for one of the schemes').toHaveCount(1)
  await open(m.staff_setup_texts({}, tw))
  await page.getByLabel(`${m.staff_text_footer({}, tw)}${m.staff_in_chinese({}, tw)}`).fill('每天都打球。')
  await expectAccessible(page)
  await changePhoneElsewhere(page, '02-2700-0001')
  await reload(page)
  await open(m.staff_setup_look({}, tw))
  await expect(colour, 'half way, a reload loses nothing').toHaveValue('#ffd400')
  await expect(page.getByRole('img', { name: m.staff_centre_logo({}, tw) })).toHaveCount(2)
  const save = page.getByRole('main').getByRole('button', { name: m.staff_setup_save({}, tw) })
  await save.click()
  await expect(page.getByText('剛剛改過中心資料'), 'somebody else has changed the centre since typing began').toBeVisible()
  await save.click()
  await expect(heading(page, m.staff_setup_catalogue_title({}, tw))).toBeVisible()
}

/** Changes the centre as from another window of the same admin. */
async function changePhoneElsewhere(page: Page, phone: string): Promise<void> {
  const { version } = await callElsewhere<{ version: number }>(page, 'GET', '/api/Staff/Centre')
  await callElsewhere(page, 'PUT', '/api/Staff/Centre', { version, phone })
}

/** The template is stored as it was adjusted. */
async function expectAdjusted(page: Page): Promise<void> {
  const { file } = await callElsewhere<CatalogueAnswer>(page, 'GET', '/api/Staff/Catalogue')
  const [hall] = file.facilities!
  expect(hall!.courts).toHaveLength(7)
  expect(hall!.timetables[0]!.hours.map(({ opens, closes }) => `${opens}-${closes}`)).toEqual(['08:00-12:00', '13:00-22:00'])
  expect(file.holidays!.find(({ name }) => name.tw === '除夕')).toMatchObject({ closed: true })
  expect(file.holidays!.filter(({ closed }) => !closed).length).toBeGreaterThan(8)
}

/** Rules, connections with their tests, and the doors. */
async function openDoors(page: Page, { click }: Person): Promise<void> {
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
  await click(button(m.staff_setup_save({}, tw)))
  await expect(heading(page, m.staff_setup_connections_title({}, tw))).toBeVisible()
  await click(button(m.connection_test_all({}, tw)))
  for (const card of await page.getByRole('main').locator('li:has(form)').all()) await expect(card.getByRole('status')).not.toBeEmpty()
  await expect(page.getByRole('main')).toContainText('帳號與密碼正確')
  await expect(page.getByRole('main')).toContainText('特店編號與金鑰相符')
  await click(button(m.staff_setup_next({}, tw)))
  await expect(heading(page, m.staff_setup_doors_title({}, tw))).toBeVisible()
  await expect(page.locator('input[name=siteAccess][value=open]')).toBeChecked()
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
    expect((await other.request.get(`${centre.url}/setup`)).status(), 'without the link there is no such page').toBe(404)
    await other.close()

    await nameCentre(page, person)
    // Left half way: a restart goes on with the next step, and prints no link, because there is an admin.
    // What the page still loads would be cut off, and be an error in the browser's console.
    await page.goto('about:blank')
    await centre.restart()
    expect(centre.setupLink()).toBeUndefined()
    await page.goto(`${centre.url}/setup`)
    await ready(page)
    await beginWithTemplate(page, person)
    await openDoors(page, person)
    console.log(`a small hall, from the link to open doors: ${person.count.clicks} clicks, ${person.count.fields} fields`)
    expect(person.count.clicks).toBeLessThanOrEqual(12)
    expect(person.count.fields).toBeLessThanOrEqual(7)

    await expectAdjusted(page)
    await dressUp(page)
    await importFacilities(page)
    await makeFacility(page, centre.url, 'HALL')
    // The console keeps a stream open; cut off by the end of the server, it would be an error in the browser's console.
    await page.goto('about:blank')

    const member = await browser.newContext({ timezoneId: 'Asia/Taipei', extraHTTPHeaders: { 'x-forwarded-for': '10.1.2.3' } })
    await speak(member, 'tw', centre.url)
    await bookAndPay(await member.newPage(), centre)
    await member.close()
  } finally {
    await centre.stop()
  }
})
