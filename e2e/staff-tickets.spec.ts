import type { Page } from '@playwright/test'
import { m } from '#i18n/generated/messages.js'
import sharp from 'sharp'
import { dayIn } from './booking.ts'
import { expect, logIn, looksRight, newMember, readMessage, reload, speak, test, visit } from './journey.ts'

/** Three faults of the test's own, told by a member; the first with a photo. */
async function tellFaults(page: Page, mark: string, locale: 'tw' | 'en'): Promise<{ email: string }> {
  const { request } = page
  const member = await newMember(request, { name: `報修${mark}`, locale })
  const login = await request.post('/api/AccountMember/Login', { data: { emailOrAccount: member.email, secret: member.secret } })
  const headers = { authorization: `Bearer ${(await login.json()).token}` }
  const buffer = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#7a4a17' } })
    .png()
    .toBuffer()
  const photo = await request.post('/api/Report/Photo', {
    headers,
    multipart: { upload: { name: 'fault.png', mimeType: 'image/png', buffer } },
  })
  expect(photo.status(), await photo.text()).toBe(201)
  const { id } = await photo.json()
  for (const [n, photoIds] of [
    [1, [id]],
    [2, []],
    [3, []],
  ] as const) {
    const told = await request.post('/api/Repair2', {
      headers,
      data: {
        venue1stId: 1,
        title: `燈管 ${mark}-${n}`,
        description: '閃爍不停',
        photoIds,
        contactName: '報修人',
        contactPhone: '0912345678',
      },
    })
    expect(told.status(), await told.text()).toBe(201)
  }
  return member
}

test('faults are worked off by keyboard until none is left; ratings are narrowed, signs printed @desk', async ({ page, openSite }) => {
  test.slow()
  const mark = String(Date.now()).slice(-8)
  let say: { locale: 'tw' | 'en' } = { locale: 'tw' }
  await page.setViewportSize({ width: 1280, height: 1000 })
  await speak(page.context(), 'tw', openSite)
  const { email } = await tellFaults(page, mark, 'tw')
  await logIn(page, 'staff')
  await visit(page, `/staff/tickets?q=${mark}`)
  const panel = (n: number) => page.getByRole('region', { name: new RegExp(`燈管 ${mark}-${n} `) })

  const search = page.getByRole('button', { name: m.staff_filter_search({}, say), exact: true })
  expect((await search.boundingBox())!.width, 'a button is as wide as its word').toBeLessThan(160)

  // The oldest first: J opens it, the photo is at the top, A makes it mine.
  await expect(page.getByRole('list', { name: m.staff_tickets_all({}, say) }).getByRole('link')).toHaveCount(3)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(panel(1).getByRole('heading', { level: 2 })).toBeFocused()
  await expect(panel(1).getByRole('img', { name: m.staff_tickets_photo({ n: 1 }, say) })).toBeVisible()
  await page.keyboard.press('a')
  await expect(panel(1).getByRole('button', { name: m.staff_tickets_unassign({}, say) })).toBeVisible()
  await looksRight(page)

  // A ready reply is chosen, edited and sent; the next opens by itself.
  await panel(1).getByLabel(m.staff_tickets_ready({}, say)).selectOption({ label: '已修復' })
  const reply = page.getByRole('textbox', { name: m.staff_tickets_reply({}, say), exact: true })
  await expect(reply).toBeFocused()
  await expect(reply).toHaveValue(/已經修復/)
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' 換了新燈管。')
  await page.keyboard.press('Control+Enter')
  await expect(panel(2).getByRole('heading', { level: 2 })).toBeFocused()
  expect((await readMessage(page.request, email, /已結案/)).body).toContain('換了新燈管')
  await page.keyboard.press('r')
  await page.keyboard.press('Control+Enter')
  await expect(panel(3)).toBeVisible()

  // In English on a tablet: a note for staff, then the last one is closed, and the queue is empty.
  say = { locale: 'en' }
  await speak(page.context(), 'en', openSite)
  await page.setViewportSize({ width: 768, height: 1000 })
  await reload(page)
  await panel(3)
    .getByRole('button', { name: m.staff_tickets_note({}, say) })
    .press('Enter')
  await expect(panel(3).getByText(m.field_required({}, say))).toBeVisible()
  await page.keyboard.type('Ordered two tubes')
  await panel(3)
    .getByRole('button', { name: m.staff_tickets_note({}, say) })
    .press('Enter')
  await expect(panel(3).getByText(`· ${m.staff_tickets_internal({}, say)}`)).toBeVisible()
  await panel(3)
    .getByRole('button', { name: m.staff_tickets_close_court({}, say) })
    .press('Enter')
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText(m.staff_tickets_close_effect({}, say))).toBeVisible()
  // The numbers come before the deed; nobody has booked so far ahead.
  await sheet.getByLabel(m.staff_tickets_court({}, say)).selectOption({ index: 1 })
  await sheet.getByLabel(m.staff_tickets_from({}, say)).fill(`${dayIn(300)}T09:00`)
  await sheet.getByLabel(m.staff_tickets_until({}, say)).fill(`${dayIn(300)}T10:00`)
  await expect(sheet.getByText(m.closure_effect_none({}, say))).toBeVisible()
  await looksRight(page)
  await sheet.getByRole('button', { name: m.staff_tickets_close_court({}, say) }).press('Enter')
  await expect(panel(3).getByText(m.staff_tickets_closure({}, say), { exact: true })).toBeVisible()
  // The dialog gives back the focus when it is gone: a key that is pressed before would go there.
  await expect(sheet).toHaveCount(0)
  await expect(panel(3).getByRole('button', { name: m.staff_tickets_close_court({}, say) })).toBeFocused()

  // Closing the ticket asks about the court, which opens again in the same act.
  const close = panel(3).getByRole('button', { name: m.staff_tickets_done({}, say), exact: true })
  await close.press('Enter')
  await sheet.getByLabel(m.staff_tickets_done_keep({}, say)).check()
  await expect(sheet.getByText(m.staff_tickets_done_keep_hint({}, say))).toBeVisible()
  await sheet.getByLabel(m.staff_tickets_done_open({}, say)).check()
  await looksRight(page)
  await sheet.getByRole('button', { name: m.staff_tickets_done_do({}, say) }).press('Enter')
  await expect(page.getByText(m.staff_tickets_none({}, say))).toBeVisible()

  // What was closed stays findable.
  await visit(page, `/staff/tickets?tab=closed&q=${mark}`)
  await page.getByRole('link', { name: new RegExp(`${mark}-1`) }).press('Enter')
  await expect(panel(1).getByText('換了新燈管')).toBeVisible()

  // Ratings by stars; signs of a facility; ready replies.
  await visit(page, '/staff/tickets?tab=ratings')
  await page.getByLabel(m.staff_ratings_stars({}, say)).selectOption('2')
  await expect(page).toHaveURL(/stars=2/)
  await expect(page.getByText(m.staff_ratings_n_stars({ stars: 5 }, say))).toHaveCount(1)
  await looksRight(page)
  await visit(page, '/staff/tickets?tab=signs&place=1')
  const sign = page.getByRole('img').filter({ visible: true }).first()
  await expect.poll(() => sign.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
  await visit(page, '/staff/tickets?tab=replies')
  await expect(page.getByRole('heading', { name: m.staff_replies_n({ n: 1 }, say), exact: true })).toBeVisible()
  await looksRight(page)
})
