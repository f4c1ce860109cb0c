import type { Page } from '@playwright/test'
import { m } from '#i18n/generated/messages.js'
import sharp from 'sharp'
import { dayIn } from './booking.ts'
import { enterConsole, expect, looksRight, speak, test, visit } from './journey.ts'

// The page of an article is visited directly.
test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

const picture = async () => ({
  name: 'court.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 60, height: 40, channels: 3, background: '#5b862b' } })
    .png()
    .toBuffer(),
})

async function asStaff(page: Page): Promise<{ authorization: string }> {
  const token = (await page.context().cookies()).find((cookie) => cookie.name === 'sports_v2_jwt')!.value
  return { authorization: `Bearer ${token}` }
}

test('an article is written with a picture, previewed, scheduled, changed by two, restored and published @desk', async ({
  page,
  openSite,
}) => {
  test.slow()
  const title = `泳池換水 ${Date.now()}`
  await enterConsole(page, openSite)
  let say: { locale: 'tw' | 'en' } = { locale: 'tw' }
  const field = (name: string, language: 'tw' | 'en') =>
    page.getByLabel(`${name}${language === 'tw' ? m.staff_in_chinese({}, say) : m.staff_in_english({}, say)}`, { exact: true })
  const tab = (name: string) => page.getByRole('navigation', { name: m.staff_content_views({}, say) }).getByRole('link', { name })
  const frame = () => page.frameLocator(`iframe[title="${m.staff_content_preview_frame({}, say)}"]`)

  // Written by keyboard: bold by its key, a list that goes on, undo, a picture with its words in both languages.
  await visit(page, '/staff/content')
  await page.getByRole('link', { name: m.staff_content_new({ kind: m.staff_content_news({}, say) }, say) }).press('Enter')
  await field(m.staff_content_title({}, say), 'tw').fill(title)
  const text = field(m.staff_content_body({}, say), 'tw')
  await text.focus()
  await page.keyboard.type('全日停館')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+b')
  await expect(text).toHaveValue('**全日停館**')
  await page.keyboard.press('Control+b')
  await expect(text).toHaveValue('全日停館')
  await page.keyboard.press('Control+z')
  await expect(text).toHaveValue('**全日停館**')
  await page.keyboard.press('End')
  await page.keyboard.type('\n\n- 更衣室')
  await page.keyboard.press('Enter')
  await page.keyboard.type('淋浴間')
  await expect(text).toHaveValue('**全日停館**\n\n- 更衣室\n- 淋浴間')
  await looksRight(page)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page
      .getByRole('toolbar')
      .first()
      .getByRole('button', { name: m.staff_md_picture({}, say) })
      .click(),
  ])
  await chooser.setFiles(await picture())
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: m.staff_content_place({}, say) }).press('Enter')
  await expect(sheet.getByText(m.field_required({}, say))).toBeVisible()
  await sheet.getByLabel(`${m.staff_content_alt({}, say)}${m.staff_in_chinese({}, say)}`).fill('空的泳池')
  await sheet.getByLabel(`${m.staff_content_alt({}, say)}${m.staff_in_english({}, say)}`).fill('The empty pool')
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue(/!\[空的泳池\]\(\/api\/File\/[\da-f-]{36} "60x40"\)/)
  await expect(field(m.staff_content_body({}, say), 'en')).toHaveValue(/!\[The empty pool\]/)

  // Previewed before it is saved: the members' page in a phone.
  await tab(m.staff_content_preview({}, say)).press('Enter')
  await expect(frame().getByRole('heading', { name: title })).toBeVisible()
  await expect(frame().locator('strong', { hasText: '全日停館' })).toBeVisible()
  const shown = frame().getByRole('img', { name: '空的泳池' })
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(60)
  expect(
    await frame()
      .locator('html')
      .evaluate((html) => html.clientWidth),
  ).toBeLessThanOrEqual(390)

  // Saved and scheduled: nobody sees it yet.
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/id=\d+/)
  const id = new URL(page.url()).searchParams.get('id')!
  const seen = async () => (await page.request.get(`/api/News/${id}`)).status()
  await page.getByRole('button', { name: m.staff_content_publish_or_schedule({}, say) }).press('Enter')
  await page.getByText(m.staff_content_at_moment({}, say), { exact: true }).click()
  await page.getByLabel(m.staff_content_publish_at({}, say)).fill(`${dayIn(5)}T09:00`)
  await looksRight(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m.staff_content_schedule({}, say), exact: true })
    .press('Enter')
  await expect(page.getByText(m.staff_content_scheduled({}, say), { exact: true })).toBeVisible()
  expect(await seen()).toBe(404)

  // In English on a tablet: a colleague saves meanwhile; nothing that is typed is lost.
  say = { locale: 'en' }
  await speak(page.context(), 'en', openSite)
  await page.setViewportSize({ width: 768, height: 1000 })
  await visit(page, `/staff/content?standing=scheduled&q=${encodeURIComponent(title)}`)
  await page.getByRole('link', { name: title }).press('Enter')
  await field(m.staff_content_title({}, say), 'en').fill('Pool closed')
  const headers = await asStaff(page)
  const { files: _, ...now } = await (await page.request.get(`/api/Staff/News/Detail?id=${id}`, { headers })).json()
  const saved = await page.request.put('/api/Staff/News', { headers, data: { ...now, summaryTw: '同事的摘要' } })
  expect(saved.status(), await saved.text()).toBe(200)
  await page.getByRole('button', { name: m.staff_changed_note_look({}, say) }).press('Enter')
  await expect(page.getByText(m.staff_conflict_taken({ what: 'Summary (Chinese)' }, say))).toBeVisible()
  await page.getByRole('button', { name: m.staff_conflict_go_on({}, say) }).press('Enter')
  await expect(page.getByLabel(`${m.staff_content_summary({}, say)}${m.staff_in_chinese({}, say)}`)).toHaveValue('同事的摘要')
  await expect(field(m.staff_content_title({}, say), 'en')).toHaveValue('Pool closed')
  await page.getByRole('button', { name: m.staff_content_save({}, say) }).press('Enter')
  await expect(page.getByRole('button', { name: m.staff_content_save({}, say) })).toHaveCount(0)

  // The first version is restored, as the fourth, and published at once.
  await tab(m.staff_content_history({}, say)).press('Enter')
  await expect(page.getByRole('region', { name: m.staff_content_version({ n: 3 }, say) }).locator('ins')).toHaveText('Pool closed')
  await looksRight(page)
  await page.getByRole('link', { name: m.staff_content_version({ n: 1 }, say) }).press('Enter')
  await page.getByRole('button', { name: m.staff_content_restore({}, say) }).press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m.staff_content_restore({}, say) })
    .press('Enter')
  await expect(page.getByText(m.staff_content_restored_from({ n: 1 }, say))).toBeVisible()
  await page.getByRole('button', { name: m.staff_content_dates({}, say) }).press('Enter')
  await page.getByText(m.staff_content_at_once({}, say), { exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m.staff_content_publish({}, say), exact: true })
    .press('Enter')
  await expect.poll(seen).toBe(200)
  await visit(page, `/news/detail?id=${id}`)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByText('同事的摘要')).toHaveCount(0)

  // Withdrawn: gone at once.
  await visit(page, `/staff/content/edit?kind=news&id=${id}`)
  await page.getByRole('button', { name: m.staff_content_withdraw({}, say) }).press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m.staff_content_withdraw({}, say) })
    .press('Enter')
  await expect.poll(seen).toBe(404)
})
