import { dayIn } from './booking.ts'
import { enterConsole, expect, expectAccessible, newMember, readMessage, reload, speak, test, visit } from './journey.ts'

/** What a person at the desk reads: notes and points in Chinese, identity and sessions in English. */
const tw = {
  find: '尋找會員或散客',
  note: '新備註',
  notes: '同事備註',
  give: '記點',
  reason: '原因',
  points: '違規記點',
  withdraw: /^撤銷這一點/,
  withdrawNow: '撤銷',
} as const
const en = {
  identity: 'Change identity',
  kind: 'Identity',
  senior: 'Senior (65+)',
  seen: 'I have checked this person’s proof',
  end: 'Log out everywhere',
  none: 'Not logged in anywhere.',
} as const

test('a person is found by mobile, noted and given a point, in tw; given an identity and logged out, in en @desk', async ({
  page,
  openSite,
}) => {
  await enterConsole(page, openSite)
  await visit(page, '/staff')
  const member = await newMember(page.request)
  const token = (await page.context().cookies()).find((cookie) => cookie.name === 'sports_v2_jwt')!.value
  const at = (hour: number) => new Date(`${dayIn(4)}T${String(hour).padStart(2, '0')}:00:00+08:00`).toISOString()
  const headers = { authorization: `Bearer ${token}` }
  const board = await (await page.request.get(`/api/Staff/Board?facility=BAD&day=${dayIn(4)}`, { headers })).json()
  const court = board.courts.find(
    ({ venue2ndId }: any) =>
      !board.holders.some((one: any) => one.venue2ndIds.includes(venue2ndId) && one.start < at(10) && one.end > at(9)),
  )
  const placed = await page.request.post('/api/Staff/Order', {
    headers: { ...headers, 'idempotency-key': `people-${member.account}` },
    data: { emailOrAccount: member.email, items: [{ venue2ndId: court.venue2ndId, start: at(9), end: at(10) }] },
  })
  expect(placed.status(), await placed.text()).toBe(201)

  await visit(page, '/staff/people')
  await page.getByLabel(tw.find).focus()
  await page.keyboard.type(member.mobile)
  await page.keyboard.press('Enter')
  const card = page.getByRole('article')
  await expect(card).toContainText(member.email)
  await expect(page).toHaveURL(/person=[0-9a-f-]{36}/)
  await expectAccessible(page)

  await card.getByLabel(tw.note).focus()
  await page.keyboard.type('Court 3, Tuesdays')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(card.getByRole('list', { name: tw.notes })).toContainText('Court 3, Tuesdays')

  const sheet = page.getByRole('dialog')
  await card.getByRole('button', { name: tw.give }).press('Enter')
  await sheet.getByLabel(tw.reason).focus()
  await page.keyboard.type('Smoked in the hall')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: tw.give }).press('Enter')
  await expect(sheet).toBeHidden()
  await expect(card.getByRole('list', { name: tw.points })).toContainText('Smoked in the hall')
  expect((await readMessage(page.request, member.email, /記點/)).body).toContain('Smoked in the hall')
  await card.getByRole('button', { name: tw.withdraw }).press('Enter')
  await sheet.getByLabel(tw.reason).focus()
  await page.keyboard.type('Somebody else')
  await sheet.getByRole('button', { name: tw.withdrawNow }).press('Enter')
  await expect(card.getByRole('button', { name: tw.withdraw })).toHaveCount(0)

  // The address says whose card it is, in English too.
  await speak(page.context(), 'en', openSite)
  await page.setViewportSize({ width: 768, height: 1000 })
  await reload(page)
  await expect(card).toContainText('Court 3, Tuesdays')
  await expectAccessible(page)
  await card.getByRole('button', { name: en.identity }).press('Enter')
  await sheet.getByLabel(en.kind).selectOption(en.senior)
  // Not without having looked at the proof
  await sheet.getByRole('button', { name: en.identity }).press('Enter')
  await expect(sheet.getByLabel(en.seen)).toBeFocused()
  await page.keyboard.press('Space')
  await sheet.getByRole('button', { name: en.identity }).press('Enter')
  await expect(sheet).toBeHidden()
  await expect(card).toContainText(en.senior)

  const login = await page.request.post('/api/AccountMember/Login', { data: { emailOrAccount: member.email, secret: member.secret } })
  expect(login.status()).toBe(200)
  await reload(page)
  await card.getByRole('button', { name: en.end }).press('Enter')
  await sheet.getByRole('button', { name: en.end }).press('Enter')
  await expect(card).toContainText(en.none)
})
