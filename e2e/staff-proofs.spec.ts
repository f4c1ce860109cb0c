import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { m } from '#i18n/generated/messages.js'
import { enterConsole, expect, looksRight, newMember, pdf, readMessage, ready, speak, test, visit } from './journey.ts'
import { caller } from './preorders.ts'

const student = 3

const card = async () => ({
  name: 'card.png',
  mimeType: 'image/png',
  buffer: await sharp({
    create: { width: 640, height: 400, channels: 3, background: `#${Math.random().toString(16).slice(2, 8).padEnd(6, '0')}` },
  })
    .png()
    .toBuffer(),
})

/** Members of the test's own with a proof or a club that waits, found by the word in their names. */
async function applicants(page: Page, word: string) {
  const request = page.request
  const made = await Promise.all([1, 2, 3].map((n) => newMember(request, { name: `${word}${n}` })))
  for (const [k, member] of made.entries()) {
    const n = k + 1
    const login = await request.post('/api/AccountMember/Login', { data: { emailOrAccount: member.email, secret: member.secret } })
    const headers = { authorization: `Bearer ${(await login.json()).token}` }
    const file = n < 3 ? await card() : pdf('register.pdf')
    const { id } = await (await request.post('/api/Upload', { headers, multipart: { upload: file } })).json()
    const sent =
      n < 3
        ? await request.put('/api/AccountMember', { headers, data: { memberIdentityId: student, proofFileId: id } })
        : await request.post('/api/AccountMember/Community', {
            headers,
            data: { communityName: `${word}社`, registrationNo: word, representative: word, documentIds: [id] },
          })
    expect(sent.ok(), await sent.text()).toBe(true)
  }
  return made
}

test('proofs and a club are reviewed by keyboard until none waits: turned, approved, undone, refused with a reason, found again @desk', async ({
  page,
  openSite,
}) => {
  test.slow()
  const word = `審${Date.now() % 1e7}`
  const [first, second, third] = await applicants(page, word)
  await enterConsole(page, openSite)
  await visit(page, `/staff/proofs?q=${encodeURIComponent(word)}`)
  const panel = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(page.getByRole('status').filter({ hasText: m.staff_queue_count({ count: 3 }, { locale: 'tw' }) })).toBeVisible()

  // The oldest opens; its picture is turned and zoomed.
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(panel(first!.name).getByRole('heading', { name: first!.name })).toBeFocused()
  const picture = panel(first!.name).getByRole('img')
  await expect(picture).toBeVisible()
  await page.keyboard.press('t')
  await expect(picture).toHaveAttribute('style', /rotate\(90deg\)/)
  await page.keyboard.press('+')
  await expect(panel(first!.name).getByText('125 %')).toBeVisible()
  await looksRight(page)

  // Approved by one key, taken back by another, and approved again: the next opens by itself.
  await page.keyboard.press('a')
  await expect(panel(second!.name).getByRole('heading', { name: second!.name })).toBeFocused()
  await page.keyboard.press('u')
  await expect(panel(first!.name).getByRole('heading', { name: first!.name })).toBeFocused()
  await page.keyboard.press('a')
  await expect(panel(second!.name).getByRole('heading', { name: second!.name })).toBeFocused()

  // Refused: nothing happens without a reason; a ready one is chosen by its number.
  await page.keyboard.press('r')
  await expect(page.getByText(m.proofs_reason_missing({}, { locale: 'tw' }))).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('2')
  await page.keyboard.press('r')
  await expect(panel(`${word}社`).getByRole('heading', { name: `${word}社` })).toBeFocused()

  // In English on a tablet: a colleague is faster with the last one, and it is decided here as well.
  await speak(page.context(), 'en', openSite)
  await page.setViewportSize({ width: 768, height: 1000 })
  await page.reload()
  await ready(page)
  await looksRight(page)
  const staff = await caller(page.request, 'staff')
  await staff('post', '/api/Staff/Community/Review', { memberId: third!.id, decision: 'refuse', reason: '名冊不全' })
  await expect(panel(`${word}社`).getByRole('region', { name: m.proofs_decision({}, { locale: 'en' }) })).toContainText('名冊不全')
  await page.getByRole('link', { name: m.staff_order_close({}, { locale: 'en' }) }).press('Enter')
  await expect(page.getByText(m.proofs_none_waiting({}, { locale: 'en' }))).toBeVisible()

  // What was decided is found with its reason, and the members were told.
  await page.getByRole('link', { name: m.proofs_tab_decided({}, { locale: 'en' }), exact: true }).press('Enter')
  const list = page.getByRole('list', { name: m.proofs_tab_decided({}, { locale: 'en' }) })
  await expect(list.getByRole('link')).toHaveCount(3)
  await list.getByRole('link', { name: second!.name }).press('Enter')
  await expect(panel(second!.name)).toContainText(m.proofs_reason_expired({}, { locale: 'tw' }))
  await looksRight(page)
  await readMessage(page.request, second!.email, /證件已經過期/)
})
