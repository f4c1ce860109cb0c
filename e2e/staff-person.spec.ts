import { dayIn } from './booking.ts'
import { expect, expectAccessible, logIn, newMember, readMessage, reload, speak, test, visit } from './journey.ts'

/** Words of the screen in both languages, as a person at the desk reads them. */
const words = {
  tw: {
    find: '尋找會員或散客',
    note: '新備註',
    addNote: '加入備註',
    notes: '同事備註',
    give: '記點',
    reason: '原因',
    points: '違規記點',
    withdraw: /^撤銷這一點/,
    withdrawNow: '撤銷',
    identity: '變更身分',
    kind: '身分別',
    senior: '敬老（65 歲以上）',
    seen: '我已查驗本人的證明',
    end: '全部登出',
    none: '目前沒有登入。',
  },
  en: {
    find: 'Find a member or guest',
    note: 'New note',
    addNote: 'Add note',
    notes: 'Notes of colleagues',
    give: 'Give a point',
    reason: 'Reason',
    points: 'Violation points',
    withdraw: /^Withdraw the point/,
    withdrawNow: 'Withdraw',
    identity: 'Change identity',
    kind: 'Identity',
    senior: 'Senior (65+)',
    seen: 'I have seen this person’s proof',
    end: 'Log out everywhere',
    none: 'Not logged in anywhere.',
  },
} as const

for (const [locale, width, days] of [
  ['tw', 1280, 4],
  ['en', 768, 5],
] as const)
  test(`a person is found by mobile, and noted, given a point, given an identity and logged out, in ${locale} at ${width} @desk`, async ({
    page,
    openSite,
  }) => {
    const say = words[locale]
    await page.setViewportSize({ width, height: 1000 })
    await speak(page.context(), locale, openSite)
    await logIn(page, 'staff')
    await visit(page, '/staff')
    const member = await newMember(page.request)
    const token = (await page.context().cookies()).find((cookie) => cookie.name === 'sports_v2_jwt')!.value
    const at = (hour: number) => new Date(`${dayIn(days)}T${String(hour).padStart(2, '0')}:00:00+08:00`).toISOString()
    const headers = { authorization: `Bearer ${token}` }
    const board = await (await page.request.get(`/api/Staff/Board?facility=BAD&day=${dayIn(days)}`, { headers })).json()
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
    await page.getByLabel(say.find).focus()
    await page.keyboard.type(member.mobile)
    await page.keyboard.press('Enter')
    const card = page.getByRole('article')
    await expect(card).toContainText(member.email)
    await expect(page).toHaveURL(/person=[0-9a-f-]{36}/)
    await expectAccessible(page)

    await card.getByLabel(say.note).focus()
    await page.keyboard.type('Court 3, Tuesdays')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(card.getByRole('list', { name: say.notes })).toContainText('Court 3, Tuesdays')

    const sheet = page.getByRole('dialog')
    await card.getByRole('button', { name: say.give }).press('Enter')
    await sheet.getByLabel(say.reason).focus()
    await page.keyboard.type('Smoked in the hall')
    await expectAccessible(page)
    await sheet.getByRole('button', { name: say.give }).press('Enter')
    await expect(sheet).toBeHidden()
    await expect(card.getByRole('list', { name: say.points })).toContainText('Smoked in the hall')
    expect((await readMessage(page.request, member.email, /記點/)).body).toContain('Smoked in the hall')
    await card.getByRole('button', { name: say.withdraw }).press('Enter')
    await sheet.getByLabel(say.reason).focus()
    await page.keyboard.type('Somebody else')
    await sheet.getByRole('button', { name: say.withdrawNow }).press('Enter')
    await expect(card.getByRole('button', { name: say.withdraw })).toHaveCount(0)

    await card.getByRole('button', { name: say.identity }).press('Enter')
    await sheet.getByLabel(say.kind).selectOption(say.senior)
    // Not without having looked at the proof
    await sheet.getByRole('button', { name: say.identity }).press('Enter')
    await expect(sheet.getByLabel(say.seen)).toBeFocused()
    await page.keyboard.press('Space')
    await sheet.getByRole('button', { name: say.identity }).press('Enter')
    await expect(sheet).toBeHidden()
    await expect(card).toContainText(say.senior)

    // The address says whose card it is
    await reload(page)
    await expect(page.getByRole('article')).toContainText('Court 3, Tuesdays')
    const login = await page.request.post('/api/AccountMember/Login', { data: { emailOrAccount: member.email, secret: member.secret } })
    expect(login.status()).toBe(200)
    await reload(page)
    await card.getByRole('button', { name: say.end }).press('Enter')
    await sheet.getByRole('button', { name: say.end }).press('Enter')
    await expect(card).toContainText(say.none)
  })
