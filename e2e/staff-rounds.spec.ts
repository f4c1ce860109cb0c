import type { Page } from '@playwright/test'
import { m } from '#i18n/generated/messages.js'
import { dayIn } from './booking.ts'
import { enterConsole, expect, looksRight, ready, speak, test, visit } from './journey.ts'
import { caller, inSeconds, newCommunity, type Call } from './preorders.ts'

const asked = 60

/** A round of the test's own, far ahead and without documents, and sixty pre-orders of three clubs in it: a day each. */
async function makeSeason(page: Page, staff: Call, word: string): Promise<number> {
  const season = { seasonFrom: dayIn(150), seasonTo: dayIn(200) }
  const fresh = await staff('get', `/api/Staff/Round/New?seasonFrom=${season.seasonFrom}&seasonTo=${season.seasonTo}`)
  const { id: venue1stId, slots } = fresh.facilities.find(({ code }: { code: string }) => code === 'BAD')
  const window = { viewStart: inSeconds(-60), orderStart: inSeconds(-60), end: inSeconds(600) }
  const { id } = await staff('post', '/api/Staff/Round', {
    nameTw: word,
    nameEn: word,
    ...season,
    ...window,
    periodsPerWeek: 14,
    documentKinds: [],
    facilities: [{ venue1stId, opens: slots[0].start, closes: slots.at(-1).end }],
  })
  const { facilities } = await staff('get', `/api/Staff/Season/${id}`)
  const clubs = await Promise.all([1, 2, 3].map((n) => newCommunity(page.request, staff, `${word}${n}`)))
  // Another hour for another try: the dates of the one before are taken.
  const { start, end } = slots[2 + test.info().retry]
  await Promise.all(
    clubs.map(async (club, k) => {
      const call = await caller(page.request, club.email, club.secret)
      for (let n = 0; n < asked / 3; n++)
        await call('post', '/api/PreOrder/Community', {
          roundId: id,
          title: `第 ${n + 1} 場`,
          purpose: '',
          contactName: '陳',
          contactPhone: '0911222333',
          headcount: 8,
          lines: [{ venue2ndId: facilities[0].courts[k].id, start, end, dates: [dayIn(151 + n)] }],
        })
    }),
  )
  return id
}

test('a season of sixty pre-orders is approved in bulk with three exceptions, which are asked for documents and rejected; its plan is read and the round changed @desk', async ({
  page,
  baseURL,
}) => {
  test.slow()
  const word = `季${Date.now() % 1e7}`
  const staff = await caller(page.request, 'staff')
  const id = await makeSeason(page, staff, word)
  await enterConsole(page, baseURL!)
  await visit(page, `/staff/rounds?round=${id}`)
  const tw = { locale: 'tw' } as const
  const en = { locale: 'en' } as const
  await expect(page.getByText(m.rounds_requests_count({ count: asked }, tw))).toBeVisible()

  // All but three.
  await page.getByRole('button', { name: m.rounds_choose_all({ count: asked }, tw) }).press('Enter')
  const boxes = page.getByRole('list', { name: m.rounds_tab_requests({}, tw) }).getByRole('checkbox')
  for (const n of [0, 1, 2]) await boxes.nth(n).press('Space')
  await expect(page.getByText(m.rounds_chosen({ count: asked - 3 }, tw))).toBeVisible()
  await page.keyboard.press('a')
  const sheet = page.getByRole('dialog', { name: m.rounds_approve_title({ count: asked - 3 }, tw) })
  await expect(sheet).toBeVisible()
  await looksRight(page)
  await sheet.getByRole('button', { name: m.rounds_approve({}, tw), exact: true }).press('Enter')
  // Fifty-seven transactions. The list is read again before the sheet closes, and while it is open the keys of the screen do nothing.
  await expect(sheet).toHaveCount(0, { timeout: 30_000 })
  await expect(page.getByText(m.rounds_requests_count({ count: 3 }, tw))).toBeVisible()

  // The first exception is asked for a document, by keys; the next opens after a decision.
  await boxes.first().focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: `${word}`, exact: false }).getByRole('heading', { level: 2 })).toBeFocused()
  await looksRight(page)
  await page.keyboard.press('d')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m.rounds_why_roster({}, tw) })
    .press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m.rounds_ask({}, tw), exact: true })
    .press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // In English on a tablet: the three are rejected together, after a note was asked for.
  await speak(page.context(), 'en', baseURL!)
  await page.setViewportSize({ width: 768, height: 1000 })
  await visit(page, `/staff/rounds?round=${id}`)
  await page.getByRole('button', { name: m.rounds_choose_all({ count: 3 }, en) }).press('Enter')
  await page.keyboard.press('r')
  const reject = page.getByRole('dialog', { name: m.rounds_reject_title({ count: 3 }, en) })
  await reject.getByRole('button', { name: m.rounds_reject({}, en), exact: true }).press('Enter')
  await expect(reject.getByText(m.rounds_note_missing({}, en)).first()).toBeVisible()
  await reject.getByRole('button', { name: m.rounds_why_purpose({}, en) }).press('Enter')
  await reject.getByRole('button', { name: m.rounds_reject({}, en), exact: true }).press('Enter')
  await expect(page.getByText(m.rounds_requests_none({}, en))).toBeVisible()

  // The plan has the clubs by weekday and hour; the round is changed after a preview of what clubs will see.
  await page.getByRole('link', { name: m.rounds_tab_plan({}, en), exact: true }).press('Enter')
  await expect(page.getByRole('link', { name: new RegExp(`${word}1`) }).first()).toBeVisible()
  // The next season begins as a copy of this one.
  await page.getByRole('link', { name: m.rounds_copy({}, en), exact: true }).press('Enter')
  await expect(page.getByLabel(m.rounds_field_season_from({}, en))).toHaveValue(dayIn(150 + 56))
  await expect(page.getByText(m.rounds_copied_from({ name: word }, en))).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: m.rounds_tab_setup({}, en), exact: true }).press('Enter')
  await page.getByLabel(m.rounds_field_pay_days({}, en)).fill('21')
  await page.getByRole('button', { name: m.rounds_setup_preview({}, en) }).press('Enter')
  await expect(page.getByRole('grid')).toBeVisible()
  await looksRight(page)
  await page.getByRole('button', { name: m.rounds_setup_save({}, en), exact: true }).press('Enter')
  await expect(page.getByLabel(m.rounds_field_pay_days({}, en))).toHaveValue('21')
  const { round, requests } = await staff('get', `/api/Staff/Season/${id}`)
  expect(round.payDays).toBe(21)
  const ends = Map.groupBy(requests as { status: string }[], ({ status }) => status)
  expect([ends.get('approved')?.length, ends.get('rejected')?.length]).toEqual([asked - 3, 3])
  // Ended, so that the site has one open round again.
  const { version: _, phase: __, changedBy: ___, changedAt: ____, ...body } = round
  await staff('put', '/api/Staff/Round', { ...body, end: inSeconds(-1) })
  await ready(page)
})
