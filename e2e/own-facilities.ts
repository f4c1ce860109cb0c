import type { Page } from '@playwright/test'
import { m } from '#i18n/generated/messages.js'
import { expect, ready, toasted } from './journey.ts'

const tw = { locale: 'tw' } as const

/** A facility by hand in the console: its names, two courts, a price list, and hours. */
export async function makeFacility(page: Page, site: string, code: string): Promise<void> {
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
  await toasted(page, '已儲存', () => page.getByRole('dialog').getByRole('button', { name: '確認儲存' }).click())
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

/** Calls the API as from another window of the same admin. */
export async function callElsewhere<T>(page: Page, method: string, path: string, body?: object): Promise<T> {
  const { status, answer } = await page.evaluate(
    async ([how, where, sent]) => {
      const headers = { authorization: `Bearer ${/sports_v2_jwt=([^;]+)/.exec(document.cookie)![1]}`, 'content-type': 'application/json' }
      const response = await fetch(where, { method: how, headers, ...(sent !== undefined && { body: sent }) })
      return { status: response.status, answer: await response.json() }
    },
    [method, path, body && JSON.stringify(body)] as const,
  )
  expect(status).toBe(200)
  return answer as T
}

/**
 * Ten facilities by a file: one with an error says where it is and changes nothing; the right one is taken over whole. What
 * somebody has made meanwhile is said by name, and compared again.
 */
export async function importFacilities(page: Page): Promise<void> {
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
  await callElsewhere(page, 'POST', '/api/Staff/Catalogue/Change', { changes: { facilities: [{ ...facilities[0]!, colour: '#b35c1e' }] } })
  await page
    .getByRole('main')
    .getByRole('button', { name: m.staff_setup_save({}, tw) })
    .click()
  await expect(page.getByRole('alert').filter({ hasText: '王大明改了' })).toContainText('分館 1')
  await page.getByRole('button', { name: m.files_conflict_again({}, tw) }).click()
  await expect(page.getByRole('dialog')).toContainText('分館 1')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m.staff_change_confirm({}, tw) })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: m.staff_setup_rules_title({}, tw), exact: true })).toBeVisible()
  await page
    .getByRole('navigation')
    .getByRole('link', { name: m.staff_setup_step_catalogue({}, tw) })
    .click()
  await expect(page.getByText('已有 11 個場館')).toBeVisible()
}
